package dev.waggle.lab.soak.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;

/**
 * Solves that break off at a random entry of their log and are resumed from the disk, some of them twice. Answer,
 * ending, rounds and the types of all signals are those of an undisturbed solve with the same seed.
 */
final class ResumedSolves implements SoakWork {

    private static final Task TASK = Task.of("Move the archive at once or in parts?");
    private static final String RUN = "archive-move";
    private static final int MAX_VOTERS = 5;
    private static final int MAX_ROUNDS = 4;

    private final SoakFolder folder;

    ResumedSolves(SoakFolder folder) {
        this.folder = folder;
    }

    @Override
    public String name() {
        return "resumes";
    }

    @Override
    public void round(RandomGenerator random) throws IOException {
        long seed = random.nextLong();
        SwarmConfig config = SwarmConfig
                .of(SoakPanel.of(2 + random.nextInt(MAX_VOTERS), 1 + random.nextInt(MAX_ROUNDS)));
        MemoryJournal whole = new MemoryJournal();
        SwarmResult expected = solve(config, seed, whole);
        int entries = whole.read(1, Integer.MAX_VALUE).size();
        Path place = folder.next(name());
        int stops = 1 + random.nextInt(2);
        for (int i = 0; i < stops; i++) {
            try (Journal log = new CutJournal(FileJournal.open(place), random.nextInt(entries))) {
                SwarmResult result = solve(config, seed, log); // The second part may be long enough for the rest.
                require(result, expected, log);
            } catch (UncheckedIOException stopped) {
                SoakFailureException.unless(String.valueOf(stopped.getMessage()).contains("the process ends here"),
                        () -> "a solve broke off by " + stopped);
            }
        }
        try (FileJournal log = FileJournal.open(place);
                Swarm swarm = new Swarm(config.withJournal(log))) {
            require(solve(config, seed, log), expected, log);
            require(solve(config, seed, log), expected, log); // A solve that is over returns its result again.
            ReplayResult replay = swarm.replay(RUN);
            SoakFailureException.unless(replay.isEqual(), () -> "the replay departs: " + replay.summary());
            SoakFailureException.unless(types(log).equals(types(whole)),
                    () -> "the log of the resumed solve is " + types(log) + " and not " + types(whole));
        }
        WireSolves.requireSound(place);
    }

    private static SwarmResult solve(SwarmConfig config, long seed, Journal log) {
        try (Swarm swarm = new Swarm(config.withWorld(World.system(seed)).withJournal(log))) {
            return swarm.solveResumable(TASK, RUN);
        }
    }

    private static List<String> types(Journal log) {
        return log.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.signal().type().text()).toList();
    }

    private static void require(SwarmResult result, SwarmResult expected, Journal log) {
        SoakFailureException.unless(result.consensus().decided() && result.answer().equals(expected.answer())
                && result.ending().equals(expected.ending())
                && result.timing().roundsUsed() == expected.timing().roundsUsed() && result.failures().isEmpty(),
                () -> "a resumed solve ended by " + result.endingDetail() + " with \"" + result.answer() + "\" after "
                        + result.timing().roundsUsed() + " rounds, an undisturbed one by " + expected.endingDetail()
                        + " with \"" + expected.answer() + "\" after " + expected.timing().roundsUsed() + ", log "
                        + types(log));
    }
}
