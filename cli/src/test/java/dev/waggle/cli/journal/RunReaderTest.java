package dev.waggle.cli.journal;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.journal.RunReader.RunExcerpt;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Reading of one run among many: by the index, and the same without one. */
class RunReaderTest {

    private static final int SEGMENT = 64 * 1024;
    private static final int SIZE = 40;

    /** Bytes of a segment that are read to see that its index fits, and a little for a block read in vain. */
    private static final int FIT = 3 * 4096;
    private static final JournalConfig CONFIG = JournalConfig.defaults().withDurability(Durability.never())
            .withMaxSegmentBytes(SEGMENT);

    private final StringWriter err = new StringWriter();
    private final TerminalScreen screen = new TerminalScreen(new PrintWriter(new StringWriter()), new PrintWriter(err),
            TextStyle.PLAIN, false);

    @TempDir
    private Path folder;

    @Test
    void theWorkFollowsTheRunAndNotTheLog() {
        long small = work(written("small", 40), "run_7");
        long large = work(written("large", 800), "run_7");

        assertThat(length("large")).isGreaterThan(15 * length("small"));
        // The active segment, and both ends of each sealed one, by which its index is known to fit.
        long segments = length("large") / SEGMENT;
        assertThat(large).isLessThan(small + SEGMENT + segments * FIT).isLessThan(length("large") / 5);
    }

    @Test
    void theLastRunIsFoundFromTheEnd() {
        Path log = written("log", 800);
        RunReader reader = new RunReader(log, screen);

        assertThat(reader.runOrLast(null)).isEqualTo("run_799");
        assertThat(reader.bytesRead()).isLessThan(2 * SEGMENT);
        assertThat(reader.hasEarlierRun("run_799")).isTrue();
        assertThat(reader.hasEarlierRun("run_0")).isFalse();
    }

    @Test
    void goesThroughTheRunByTheIndexAndAsFarAsItIsAsked() {
        Path log = written("log", 800);
        RunReader reader = new RunReader(log, screen);
        List<LogEntry> seen = new ArrayList<>();

        assertThat(reader.forEach("run_7", 1, seen::add)).isTrue();
        assertThat(seen).isEqualTo(ofRun(log, "run_7")).hasSize(SIZE);
        long segments = length("log") / SEGMENT;
        assertThat(reader.bytesRead()).isLessThan(3 * SEGMENT + segments * FIT).isLessThan(length("log") / 5);

        List<LogEntry> some = new ArrayList<>();
        assertThat(reader.forEach("run_7", seen.get(10).sequence(), entry -> some.add(entry) && some.size() < 5))
                .isTrue();
        assertThat(some).isEqualTo(seen.subList(10, 15));
        assertThat(reader.forEach("run_7", 1_000_000, _ -> false)).as("known, but not behind that").isTrue();
        assertThat(reader.forEach("run_none", 1, _ -> true)).isFalse();
        assertThat(reader.runOfLastEntry()).contains("run_799");
    }

    @Test
    void goesThroughMoreEntriesThanAreInMemoryAtATime() {
        Path log = folder.resolve("log");
        int count = 2 * RunReader.CHUNK + 1;
        try (FileJournal writer = FileJournal.open(log, CONFIG.withMaxSegmentBytes(64 * SEGMENT), World.system())) {
            for (int i = 0; i < count; i++) {
                append(writer, signal("run_0", "sig_" + i, "fact:noted", "n"));
                if (i % 1_000 == 0) {
                    append(writer, signal("run_1", "other_" + i, "fact:noted", "n"));
                }
            }
        }
        long[] seen = {0};

        assertThat(new RunReader(log, screen).forEach("run_0", 1, entry -> {
            assertThat(entry.signal().id()).isEqualTo("sig_" + seen[0]);
            return seen[0]++ >= 0;
        })).isTrue();

        assertThat(seen[0]).isEqualTo(count);
    }

    @Test
    void findsTheSameWithoutIndexesAndWithIndexesOfOtherSegments() throws IOException {
        Path log = written("log", 60);
        List<LogEntry> expected = ofRun(log, "run_11");
        assertThat(new RunReader(log, screen).read("run_11").entries()).isEqualTo(expected).hasSize(SIZE);
        List<Path> indexes = indexes(log);
        assertThat(indexes).hasSizeGreaterThan(3);

        Files.copy(indexes.getLast(), indexes.getFirst(), StandardCopyOption.REPLACE_EXISTING);
        Files.write(indexes.get(1), new byte[100]);
        Files.writeString(indexes.get(2), "");
        assertThat(new RunReader(log, screen).read("run_11").entries()).isEqualTo(expected);

        for (Path index : indexes) {
            Files.delete(index);
        }
        assertThat(new RunReader(log, screen).read("run_11").entries()).isEqualTo(expected);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void readsRunsInEverySegmentWhileAWriterAppendsAndSeals() {
        Path log = folder.resolve("log");
        try (FileJournal writer = FileJournal.open(log, CONFIG, World.system())) {
            for (int run = 0; run < 60; run++) {
                append(writer, run);
                for (int asked : new int[] {0, run / 2, run}) {
                    RunExcerpt found = new RunReader(log, screen).read("run_" + asked);
                    assertThat(found.entries()).as("run %d after %d", asked, run).hasSize(SIZE);
                    assertThat(found.damages()).isEmpty();
                }
                assertThat(new RunReader(log, screen).runOrLast(null)).isEqualTo("run_" + run);
            }
        }
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void reportsDamageBetweenTheEntriesOfARun() throws IOException {
        Path log = folder.resolve("log");
        try (FileJournal writer = FileJournal.open(log, CONFIG, World.system())) {
            // The middle of the first run lies behind the whole of the second.
            List<Signal> first = signals(0);
            first.subList(0, 20).forEach(signal -> append(writer, signal));
            append(writer, 1);
            first.subList(20, SIZE).forEach(signal -> append(writer, signal));
            append(writer, 2);
        }
        Path active = log.resolve("events.jsonl");
        String text = Files.readString(active);
        String damaged = text.replaceFirst("\"seq\":21,", "\"seq\":2!,").replaceFirst("\"seq\":90,", "\"seq\":9!,");
        Files.writeString(active, damaged, StandardCharsets.UTF_8);

        RunExcerpt found = new RunReader(log, screen).read("run_0");

        assertThat(found.entries()).hasSize(SIZE);
        assertThat(found.damages()).hasSize(1);
        assertThat(new RunReader(log, screen).readToVerify("run_2").damages()).hasSize(1);
        assertThat(new RunReader(log, screen).read("run_9").entries()).isEmpty();
    }

    private long work(Path log, String run) {
        RunReader reader = new RunReader(log, screen);
        assertThat(reader.read(run).entries()).hasSize(SIZE);
        return reader.bytesRead();
    }

    private Path written(String name, int runs) {
        Path log = folder.resolve(name);
        try (FileJournal writer = FileJournal.open(log, CONFIG, World.system())) {
            for (int run = 0; run < runs; run++) {
                append(writer, run);
            }
        }
        return log;
    }

    private static void append(FileJournal writer, int run) {
        signals(run).forEach(signal -> append(writer, signal));
    }

    private static void append(FileJournal writer, Signal signal) {
        var _ = writer.append(signal, Emission.by("orchestrator"), Samples.T);
    }

    private static List<Signal> signals(int run) {
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            String type = i == 0 ? "run:opened" : i == SIZE - 1 ? "run:closed" : "fact:noted";
            signals.add(signal("run_" + run, "sig_" + run + "_" + i, type, "fact " + i + " of many"));
        }
        return signals;
    }

    private static Signal signal(String run, String id, String type, String summary) {
        return Signal.of(Draft.custom(type, new Payload.Open(summary, null, null, null)),
                new Stamp(id, Source.named("orchestrator"), Samples.T, Scope.ofRun(run, 1)));
    }

    private static List<LogEntry> ofRun(Path log, String run) {
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(log)) {
            reader.forEach(entry -> {
                if (run.equals(entry.signal().scope().run())) {
                    entries.add(entry);
                }
            });
        }
        return entries;
    }

    private long length(String name) {
        try (var files = Files.list(folder.resolve(name))) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private static List<Path> indexes(Path log) throws IOException {
        try (var files = Files.list(log)) {
            return files.filter(file -> file.toString().endsWith(".index")).sorted().toList();
        }
    }
}
