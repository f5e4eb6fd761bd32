package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.KilledCommand;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Imports, exports and compactions, killed (kill -9) at random moments and then repeated. */
class KilledLogCommandsTest {

    private static final long SEED = 20_261_124;
    private static final int SIGNALS = 5_000;
    private static final int IN_BUILD = 1;
    private static final int LONG = 20;

    /** Maximum delay of a kill from the first written bytes on, in milliseconds. */
    private static final int MAX_DELAY = 150;

    @TempDir
    private Path folder;

    private Path events;

    @BeforeEach
    void aFileOfEvents() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < SIGNALS; i++) {
            lines.add("{\"id\":\"s" + i + "\",\"type\":\"b:" + i % 7
                    + "\",\"source\":{\"type\":\"system\"},\"createdAt\":1}");
        }
        events = Files.write(folder.resolve("events.json"), lines);
    }

    @Test
    void aKilledImportIsRepeatedWithoutASecondCopy() throws Exception {
        killImports(IN_BUILD);
    }

    @Test
    void aKilledExportLeavesNothingHalfUnderItsName() throws Exception {
        killReaders(IN_BUILD);
    }

    @Test
    void aKilledCompactionLosesNothingAndIsRepeated() throws Exception {
        killCompactions(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyKills() throws Exception {
        killImports(LONG);
        killReaders(LONG);
        killCompactions(LONG);
    }

    private void killImports(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int kill = 0; kill < kills; kill++) {
            Path journal = folder.resolve("journal" + kill);
            var _ = KilledCommand.of(journal, random.nextInt(MAX_DELAY), "log", "import", events.toString(),
                    journal.toString());

            CommandRun again = CommandRun.of("log", "import", events.toString(), journal.toString(), "--json");
            CommandRun verified = CommandRun.of("log", "verify", journal.toString(), "--json");

            assertThat(again.code()).as(again.err()).isZero();
            assertThat(verified.out()).as("seed %d, kill %d", SEED, kill).contains("\"sound\":true",
                    "\"entries\":" + SIGNALS, "\"repeatedIds\":0");
        }
    }

    private void killReaders(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Path journal = folder.resolve("read");
        CommandRun.of("log", "import", events.toString(), journal.toString());
        for (int kill = 0; kill < kills; kill++) {
            Path out = Files.createDirectory(folder.resolve("out" + kill));
            Path exported = out.resolve("copy.jsonl");
            var _ = KilledCommand.of(out, random.nextInt(MAX_DELAY), "log", "export", journal.toString(),
                    exported.toString(), "--format", "jsonl");
            if (Files.exists(exported)) {
                assertThat(Files.readAllLines(exported)).as("seed %d, kill %d", SEED, kill).hasSize(SIGNALS);
            }
            Files.deleteIfExists(exported);
            CommandRun again = CommandRun.of("log", "export", journal.toString(), exported.toString(), "--format",
                    "jsonl");
            assertThat(again.code()).as(again.err()).isZero();
            assertThat(Files.readAllLines(exported)).hasSize(SIGNALS);
        }
    }

    /** After each kill every entry that is to stay is there, and none that was not written. */
    private void killCompactions(int kills) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        Path written = coordinated();
        List<LogEntry> all = entries(written);
        Path reference = copy(written, folder.resolve("reference"));
        assertThat(CommandRun.of("log", "compact", reference.toString()).code()).isZero();
        List<LogEntry> stay = entries(reference);
        assertThat(stay.size()).isLessThan(all.size() / 2);
        for (int kill = 0; kill < kills; kill++) {
            Path journal = copy(written, folder.resolve("compacted" + kill));
            String when = "seed " + SEED + ", kill " + kill;
            var _ = KilledCommand.of(journal, random.nextInt(MAX_DELAY), "log", "compact", journal.toString());

            CommandRun verified = CommandRun.of("log", "verify", journal.toString(), "--json");
            assertThat(verified.code()).as(when + verified.out()).isZero();
            List<LogEntry> left = entries(journal);
            assertThat(left.containsAll(stay)).as(when + ", what is to stay").isTrue();
            assertThat(all.containsAll(left)).as(when + ", what was written").isTrue();
            CommandRun again = CommandRun.of("log", "compact", journal.toString());
            assertThat(again.code()).as(when + again.err()).isZero();
            assertThat(entries(journal).equals(stay)).as(when + ", compacted as without a kill").isTrue();
            assertThat(CommandRun.of("log", "verify", journal.toString(), "--json").out()).as(when)
                    .contains("\"sound\":true", "\"leftovers\":[]", "\"last\":" + all.getLast().sequence());
        }
    }

    /** A journal of many segments, in which all threads but one are closed at the end. */
    private Path coordinated() {
        Path journal = folder.resolve("coordinated");
        JournalConfig small = JournalConfig.defaults().withDurability(Durability.never()).withMaxSegmentBytes(60_000);
        try (FileJournal to = FileJournal.open(journal, small, World.system(1))) {
            DefaultConnectivityLayer layer = DefaultConnectivityLayer.create(World.system(1),
                    ConnectivityLayerConfig.defaults().withLedger(FactLedger.of(to)));
            for (int thread = 0; thread < 40; thread++) {
                for (int i = 0; i < 50; i++) {
                    layer.emit(EmitSignalInput.of("thread-" + thread, "ada-" + i, Audience.RoleName.ALL,
                            SignalClass.CONFLICT_ACTIVE, Priority.NORMAL, "number " + i).withConfidence(0.9));
                }
            }
            for (int thread = 1; thread < 40; thread++) {
                layer.closeThread("thread-" + thread);
            }
            for (int i = 0; i < 300; i++) {
                layer.emit(EmitSignalInput.of("thread-0", "bob-" + i, Audience.RoleName.ALL,
                        SignalClass.CONFLICT_ACTIVE, Priority.NORMAL, "last " + i).withConfidence(0.9));
            }
        }
        return journal;
    }

    private static List<LogEntry> entries(Path journal) {
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal)) {
            reader.forEach(entries::add);
            assertThat(reader.damages()).isEmpty();
        }
        return entries;
    }

    private static Path copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return to;
    }
}
