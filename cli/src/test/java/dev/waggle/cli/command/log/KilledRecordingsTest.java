package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.KilledCommand;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.recording.Recording;
import dev.waggle.journal.recording.RecordingQuery;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.recording.SignalRange;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle recordings add} and {@code delete}, killed (kill -9) at random moments and then repeated. */
class KilledRecordingsTest {

    private static final long SEED = 20_261_127;
    private static final int SIGNALS = 3_000;
    private static final int IN_BUILD = 1;
    private static final int LONG = 20;

    /** Maximum delays of a kill from the first change on, in milliseconds. */
    private static final int MAX_ADDING = 200;
    private static final int MAX_DELETING = 10;

    @TempDir
    private Path folder;

    private Path journal;
    private Path data;

    @BeforeEach
    void aJournalOfOneRun() throws IOException {
        journal = folder.resolve("journal");
        data = Files.createDirectory(folder.resolve("data"));
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        try (FileJournal to = FileJournal.open(journal, JournalConfig.defaults().withDurability(Durability.never()),
                World.system(1))) {
            for (int i = 0; i < SIGNALS; i++) {
                var _ = to.append(Signal.of(Draft.custom("note:" + i % 7, new Payload.Open("n " + i, null, null, null)),
                        new Stamp("s" + i, Source.agent("ada"), now, Scope.ofRun("run_1", 1))),
                        new Emission("ada", 1), now);
            }
        }
    }

    @Test
    void aKilledRecordingIsNotCompleteAndADeletionIsWholeOrNone() throws Exception {
        kill(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyKills() throws Exception {
        kill(LONG);
    }

    private void kill(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            String when = "seed " + SEED + ", kill " + kill;
            KilledCommand added = KilledCommand.of(data, random.nextInt(MAX_ADDING), "recordings", "add",
                    journal.toString(), "--data", data.toString());
            requireWhole(when);
            if (!added.out().isEmpty()) {
                assertThat(complete()).as(when + ", acknowledged").contains(added.out().strip());
            }
            CommandRun again = CommandRun.of("recordings", "add", journal.toString(), "--data", data.toString());
            assertThat(again.code()).as(when + again.err()).isZero();
            requireWhole(when);
            String id = again.out().strip();
            assertThat(complete()).as(when).contains(id);
            assertThat(store().leftBehind()).as(when).isEmpty();

            Set<String> before = complete();
            KilledCommand deleted = KilledCommand.of(data, random.nextInt(MAX_DELETING), "recordings", "delete", id,
                    "--data", data.toString());
            requireWhole(when);
            assertThat(complete()).as(when).isSubsetOf(before).containsAll(
                    before.stream().filter(other -> !other.equals(id)).toList());
            if (!deleted.out().isEmpty()) {
                assertThat(complete()).as(when + ", acknowledged").doesNotContain(id);
            }
        }
        assertThat(CommandRun.of("recordings", "add", journal.toString(), "--data", data.toString()).code()).isZero();
        assertThat(store().leftBehind()).isEmpty();
    }

    /** A recording that calls itself complete has all signals, and none has a damaged line. */
    private void requireWhole(String when) {
        for (Recording recording : store().list(RecordingQuery.ALL)) {
            int signals = store().signals(recording.id(), SignalRange.ALL).size();
            if (recording.isFinished()) {
                assertThat(signals).as(when).isEqualTo(SIGNALS);
            } else {
                assertThat(signals).as(when).isLessThanOrEqualTo(SIGNALS);
            }
            assertThat(JournalVerification.of(data.resolve("recordings").resolve(recording.id()), _ -> {
            }).isSound()).as(when).isTrue();
        }
    }

    private Set<String> complete() {
        return store().list(RecordingQuery.ALL).stream().filter(Recording::isFinished).map(Recording::id)
                .collect(Collectors.toSet());
    }

    private RecordingStore store() {
        return RecordingStore.open(data.resolve("recordings"), JournalConfig.defaults(), World.system());
    }
}
