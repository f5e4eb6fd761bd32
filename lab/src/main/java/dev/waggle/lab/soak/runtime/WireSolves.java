package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.testing.provider.ScriptedDeliberators;

/**
 * Whole solves over the wire, each with a server, models, a swarm and a log of its own. The same question gets the
 * same decision again, the replay of a solve equals it, and the log is sound.
 */
final class WireSolves implements SoakWork {

    private static final int QUESTIONS = 1_000;

    private final SoakFolder folder;

    WireSolves(SoakFolder folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "solves";
    }

    @Override
    public void round(RandomGenerator random) throws IOException {
        Path place = folder.next(name());
        String question = "Shard database " + random.nextInt(QUESTIONS) + " or buy time?";
        try (FakeProvider provider = FakeProvider.open(random, ScriptedDeliberators::answer);
                FileJournal log = FileJournal.open(place);
                Swarm swarm = provider.team().agent(SoakPanel.recorded("recorder", 1 + random.nextInt(3)))
                        .journal(log).build()) {
            SwarmResult first = solve(swarm, question);
            SwarmResult second = solve(swarm, question);
            SoakFailureException.unless(first.consensus().decision().equals(second.consensus().decision()),
                    () -> "the same question was decided as " + first.consensus().decision() + " and as "
                            + second.consensus().decision());
            ReplayResult replay = swarm.replay(second.solveId());
            SoakFailureException.unless(replay.isEqual(), () -> "the replay departs: " + replay.summary());
        }
        requireSound(place);
    }

    static void requireSound(Path place) {
        JournalVerification log = JournalVerification.of(place, _ -> {
        });
        SoakFailureException.unless(log.isSound() && log.tornBytes() == 0,
                () -> "the log in " + place + " is not sound: " + log);
    }

    private static SwarmResult solve(Swarm swarm, String question) {
        SwarmResult result = swarm.solve(question);
        SoakFailureException.unless(result.failures().isEmpty() && result.consensus().decided(),
                () -> "a solve ended undecided by " + result.endingDetail() + ", failures " + result.failures());
        return result;
    }
}
