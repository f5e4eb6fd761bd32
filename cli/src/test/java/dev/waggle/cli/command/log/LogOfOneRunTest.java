package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code waggle log show --run} and {@code log export --run} on a journal of many segments. A file with the same lines
 * has no index and is read whole, so it tells what they must show.
 */
class LogOfOneRunTest {

    private static final JournalConfig SMALL = JournalConfig.defaults().withDurability(Durability.never())
            .withMaxSegmentBytes(40_000);

    /** Every option that selects entries of a run, with every form of output. */
    private static final List<List<String>> SHOWN = List.of(List.of(), List.of("--json"),
            List.of("--format", "{{ signal.seq }} {{ signal.name }} {{ signal.id }}"), List.of("--type", "vote"),
            List.of("--type", "run:*", "--json"), List.of("--by", "orchestrator"), List.of("--limit", "3"),
            List.of("--limit", "0"), List.of("--from", "20"), List.of("--from", "20", "--limit", "2", "--json"),
            List.of("--from", "100000"));

    private static final List<List<String>> EXPORTED = List.of(List.of(), List.of("--format", "jsonl"),
            List.of("--format", "cloudevents"), List.of("--format", "cloudevents-batch"), List.of("--format", "swarm"),
            List.of("--format", "jsonl", "--from", "20"), List.of("--format", "jsonl", "--type", "vote"));

    @TempDir
    private static Path folder;

    private static final List<String> RUNS = new ArrayList<>();
    private static Path whole = Path.of("");
    private static Path file = Path.of("");

    @TempDir
    private Path own;

    private Path journal = Path.of("");

    /** Two runs lie between each other, one was imported, and one comes last. */
    @BeforeAll
    static void severalRuns() throws IOException {
        Path journal = folder.resolve("journal");
        List<LogEntry> first = demo("one");
        List<LogEntry> second = demo("two");
        try (FileJournal to = FileJournal.open(journal, SMALL, World.system())) {
            for (int i = 0; i < Math.max(first.size(), second.size()); i++) {
                append(to, first, i);
                append(to, second, i);
            }
        }
        List<LogEntry> last = demo("four");
        demo("three");
        Path exported = folder.resolve("three.jsonl");
        CommandRun.of("log", "export", folder.resolve("three").toString(), exported.toString(), "--format", "jsonl");
        assertThat(CommandRun.of("log", "import", exported.toString(), journal.toString()).code()).isZero();
        try (FileJournal to = FileJournal.open(journal, SMALL, World.system())) {
            for (int i = 0; i < last.size(); i++) {
                append(to, last, i);
            }
        }
        file = Files.writeString(folder.resolve("all.jsonl"), lines(journal));
        whole = journal;
    }

    @BeforeEach
    void aCopy() throws IOException {
        journal = Files.createDirectory(own.resolve("journal"));
        try (Stream<Path> files = Files.list(whole)) {
            for (Path each : files.toList()) {
                Files.copy(each, journal.resolve(each.getFileName()));
            }
        }
    }

    @Test
    void showsWhatAFullReadShows() {
        for (String run : List.of(RUNS.getFirst(), RUNS.getLast())) {
            for (List<String> options : SHOWN) {
                assertSame(List.of("log", "show"), List.of(), run, options);
            }
        }
        assertThat(CommandRun.of("log", "show", journal.toString(), "--run", RUNS.getFirst(), "--json").out().lines())
                .hasSizeGreaterThan(20);
        assertSame(List.of("log", "show"), List.of(), "solve_none", List.of());
    }

    @Test
    void exportsWhatAFullReadExports() {
        for (String run : List.of(RUNS.get(1), RUNS.getLast())) {
            for (List<String> options : EXPORTED) {
                assertSame(List.of("log", "export"), List.of("-"), run, options);
            }
        }
        assertSame(List.of("log", "export"), List.of("-"), "solve_none", List.of());
        assertSame(List.of("log", "export"), List.of("-"), "solve_none", List.of("--format", "jsonl"));
        assertThat(CommandRun.of("log", "export", journal.toString(), "-").out()).isNotEmpty()
                .isEqualTo(CommandRun.of("log", "export", file.toString(), "-").out());
    }

    @Test
    void theSameWithoutIndexesAndWithOnesThatDoNotFit() throws IOException {
        try (Stream<Path> files = Files.list(journal)) {
            List<Path> indexes = files.filter(it -> it.toString().endsWith(".index")).sorted().toList();
            assertThat(indexes).hasSizeGreaterThan(3);
            Files.delete(indexes.getFirst());
            Files.copy(indexes.get(1), indexes.getFirst());
            Files.write(indexes.get(2), new byte[50]);
            Files.delete(indexes.get(3));
        }

        for (String run : RUNS) {
            assertSame(List.of("log", "show"), List.of(), run, List.of("--json"));
            assertSame(List.of("log", "export"), List.of("-"), run, List.of());
        }
    }

    /** Damage that a full read would report. */
    @Test
    void aSegmentWithoutTheRunIsNotRead() throws IOException {
        Path other = journal.resolve("events-00000000000000000001.jsonl");
        byte[] bytes = Files.readAllBytes(other);
        int middle = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("\"data\"", bytes.length / 2);
        bytes[middle + 1] ^= 1;
        Files.write(other, bytes);
        String run = RUNS.get(2);
        assertThat(CommandRun.of("log", "show", journal.toString()).err()).contains(other.getFileName().toString());

        CommandRun shown = CommandRun.of("log", "show", journal.toString(), "--run", run);
        CommandRun exported = CommandRun.of("log", "export", journal.toString(), "-", "--run", run, "--format",
                "jsonl");
        CommandRun cassette = CommandRun.of("log", "export", journal.toString(), "-", "--run", run);

        assertThat(List.of(shown.code(), exported.code(), cassette.code())).containsOnly(0);
        assertThat(shown.err() + cassette.err()).isEmpty();
        assertThat(exported.err()).hasLineCount(1).contains("entries written as jsonl");
        assertThat(CommandRun.of("log", "show", journal.toString(), "--run", RUNS.getFirst()).err())
                .contains(other.getFileName().toString());
    }

    private void assertSame(List<String> command, List<String> target, String run, List<String> options) {
        CommandRun indexed = command(command, journal, target, run, options);
        CommandRun full = command(command, file, target, run, options);
        String what = command + " " + run + " " + options;
        assertThat(indexed.out()).as(what).isEqualTo(full.out());
        assertThat(indexed.err()).as(what).isEqualTo(full.err().replace(file.toString(), journal.toString()));
        assertThat(indexed.code()).as(what).isEqualTo(full.code());
    }

    private static CommandRun command(List<String> command, Path place, List<String> target, String run,
            List<String> options) {
        List<String> all = new ArrayList<>(command);
        all.add(place.toString());
        all.addAll(target);
        all.addAll(List.of("--run", run));
        all.addAll(options);
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static List<LogEntry> demo(String name) {
        Path log = folder.resolve(name);
        assertThat(CommandRun.of("demo", "--fast", "--log", log.toString()).code()).isZero();
        List<LogEntry> entries = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(log)) {
            reader.forEach(entries::add);
        }
        RUNS.addAll(new TreeSet<>(entries.stream().flatMap(entry -> Stream.ofNullable(entry.signal().scope().run()))
                .toList()));
        return entries;
    }

    private static void append(FileJournal to, List<LogEntry> entries, int i) {
        if (i < entries.size()) {
            LogEntry entry = entries.get(i);
            var _ = to.append(entry.signal(), entry.emission(), entry.recordedAt());
        }
    }

    private static String lines(Path journal) throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(journal)) {
            for (Path segment : files.filter(it -> it.toString().matches(".*events-.*\\.jsonl")).sorted().toList()) {
                all.append(Files.readString(segment));
            }
        }
        return all + Files.readString(journal.resolve("events.jsonl"));
    }
}
