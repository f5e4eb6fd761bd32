package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.command.solve.ReplayTest;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle log export} and {@code waggle log import}; cassettes are in {@link ReplayTest}. */
class ExchangeCommandsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Path journal;
    private Path out;
    private Path copy;

    @BeforeEach
    void threeEntriesOfTwoSolves() {
        journal = folder.resolve("signals");
        out = folder.resolve("out.jsonl");
        copy = folder.resolve("copy");
        try (FileJournal to = FileJournal.open(journal, JournalConfig.defaults(), World.system(1))) {
            to.append(signal("s1", Draft.of(new Payload.Task("where?", null), 1), "solve_1"), Emission.by("host"), NOW);
            to.append(signal("s2", Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, null, 1), 0.5), "solve_1"),
                    new Emission("ada", 1), NOW);
            to.append(signal("s3", Draft.custom("build:done", Payload.Open.data(JsonValue.ofNull())), "solve_2"),
                    Emission.by("host"), NOW);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cloudevents", "cloudevents-batch", "jsonl"})
    void anExportedJournalIsImportedWithTheSameSignals(String format) {
        CommandRun export = CommandRun.of("log", "export", journal.toString(), out.toString(), "--format", format);
        CommandRun imported = CommandRun.of("log", "import", out.toString(), copy.toString(), "--json");

        assertThat(export).isEqualTo(new CommandRun(0, "3 entries written as " + format + "\n", ""));
        assertThat(imported).isEqualTo(new CommandRun(0, "{\"format\":\"" + format
                + "\",\"imported\":3,\"skipped\":0,\"refused\":0,\"gaps\":0,\"stopped\":false}\n", ""));
        assertThat(signals(copy)).usingRecursiveFieldByFieldElementComparatorIgnoringFields("extensions")
                .isEqualTo(signals(journal));
        assertThat(signals(copy)).allMatch(signal -> signal.extensions().containsKey("imported"));
    }

    @Test
    void aRepeatedImportSkipsWhatIsThere() {
        export(out.toString(), "--format", "jsonl");
        CommandRun.of("log", "import", out.toString(), copy.toString());
        CommandRun again = CommandRun.of("log", "import", out.toString(), copy.toString());
        CommandRun back = CommandRun.of("log", "import", out.toString(), journal.toString(), "--json");

        assertThat(again.out()).isEqualTo("0 signals imported as jsonl, 3 skipped as they were there before\n");
        assertThat(back.out()).contains("\"imported\":0,\"skipped\":3");
        assertThat(signals(copy)).hasSize(3);
        assertThat(CommandRun.of("log", "verify", copy.toString(), "--json").out()).contains("\"repeatedIds\":0");
    }

    @Test
    void idsThatOccurTwiceAreCounted() {
        try (FileJournal to = FileJournal.open(journal, JournalConfig.defaults(), World.system(1))) {
            to.append(signal("s1", Draft.of(new Payload.Task("when?", null), 1), "solve_1"), Emission.by("host"), NOW);
        }

        CommandRun verified = CommandRun.of("log", "verify", journal.toString());

        assertThat(verified.code()).isZero();
        assertThat(verified.out()).contains("1 id occurs in more than one entry");
        assertThat(CommandRun.of("log", "verify", journal.toString(), "--json").out())
                .contains("\"repeatedIds\":1");
    }

    @Test
    void aPartIsExportedThroughAPipe() {
        CommandRun ofRun = export("-", "--format", "jsonl", "--run", "solve_2");
        CommandRun ofType = export("-", "--format", "jsonl", "--type", "vote", "--json");
        CommandRun fromTwo = export("-", "--format", "jsonl", "--from", "2");

        assertThat(ofRun.out().lines()).hasSize(1).first().asString().contains("\"id\":\"s3\"");
        assertThat(ofType.out().lines()).hasSize(1).first().asString().contains("\"id\":\"s2\"");
        assertThat(ofType.err()).isEqualTo("{\"format\":\"jsonl\",\"written\":1,\"leftOut\":0}\n");
        assertThat(fromTwo.out().lines()).hasSize(2);
        assertThat(CommandRun.fed(fromTwo.out(), "log", "import", "-", copy.toString()).out())
                .isEqualTo("2 signals imported as jsonl\n");
    }

    @Test
    void whatAFormCannotHoldIsNamed() {
        CommandRun run = export(out.toString(), "--format", "swarm");

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("2 entries written as swarm, 1 left out\n");
        assertThat(run.err()).isEqualTo("waggle: left out entry 3: the form swarm cannot hold signal s3 of type"
                + " build:done: it is of the family custom\n");
        assertThat(out).content().contains("\"payload\":{\"task\":\"where?\"}");
    }

    @Test
    void aBadLineIsNamedAndAStrictImportEndsThere() throws IOException {
        Files.writeString(out, """
                {"id":"a","type":"b","source":{"type":"system"},"createdAt":1}
                {]
                {"id":"c","type":"b","source":{"type":"system"},"createdAt":1}
                """);

        CommandRun lenient = CommandRun.of("log", "import", out.toString(), copy.toString());
        CommandRun strict = CommandRun.of("log", "import", out.toString(), copy.toString(), "--strict");

        assertThat(lenient.code()).isZero();
        assertThat(lenient.out()).isEqualTo("2 signals imported as durable, 1 refused\n");
        assertThat(lenient.err()).startsWith("waggle: line 2: not JSON at character 2");
        assertThat(strict.code()).isEqualTo(2);
        assertThat(strict.out())
                .isEqualTo("0 signals imported as durable, 1 skipped as they were there before, 1 refused;"
                        + " ended at the first refused line\n");
        assertThat(signals(copy)).extracting(Signal::id).containsExactly("a", "c");
    }

    @Test
    void aFileThatIsNoJournalIsRefusedInAFewLines() throws IOException {
        Files.writeString(out, "Ship it on Friday\n".repeat(1_237));

        CommandRun text = CommandRun.of("log", "import", out.toString(), copy.toString());

        assertThat(text.code()).isEqualTo(2);
        assertThat(text.out()).isEmpty();
        assertThat(text.err().lines()).hasSize(7).startsWith("waggle: line 1: not JSON at character 1: Unrecognized"
                + " token 'Ship'").contains("waggle: and 1,232 more refused").last().asString()
                .startsWith("waggle: " + out + " holds no entry of a format that is known - Name another file, or its"
                        + " format: --format F, one of cloudevents");
        assertThat(copy).doesNotExist();
        for (List<String> reader : List.of(List.of("log", "show", out.toString()),
                List.of("solve", "--cassette", out.toString()), List.of("demo", out.toString()))) {
            assertThat(CommandRun.of(reader.toArray(String[]::new)).err()).isEqualTo("waggle: " + out + ": not a"
                    + " journal: it does not begin with an entry - Maybe name another file: each line of a journal or"
                    + " cassette is an entry as JSON.\n");
        }
    }

    @Test
    void mistakesAreNamedWithARemedy() {
        assertThat(export(out.toString(), "--format", "xml").err()).startsWith("waggle: format must be one of");
        assertThat(export(out.toString(), "--from", "2").err()).contains("cannot be combined with a cassette");
        assertThat(export(folder.toString(), "--format", "jsonl").err()).contains("is a directory");
        assertThat(export(folder.resolve("no/out").toString(), "--format", "jsonl").err())
                .contains("there is no folder");
        assertThat(CommandRun.of("log", "export", journal.resolve("..").resolve("copy").toString(), out.toString(),
                "--format", "jsonl").err()).contains("no such file");
        assertThat(CommandRun.of("log", "import", "missing", copy.toString()).err()).contains("no such file: missing");
        assertThat(CommandRun.of("log", "import", folder.toString(), copy.toString()).err()).contains("is a directory");
        assertThat(out).doesNotExist();
    }

    @Test
    void aFailedExportLeavesTheOldFile() throws IOException {
        Files.writeString(out, "old");
        Files.delete(journal.resolve("events.jsonl"));

        CommandRun run = export(out.toString(), "--format", "jsonl", "--force");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("it is a folder without a journal").hasLineCount(1);
        assertThat(out).hasContent("old");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void anEventOfAnotherProgramComesIn() {
        CommandRun run = CommandRun.fed("""
                {"specversion":"1.0","id":"1","source":"https://example.org","type":"org.example.a","data":{"x":1}}
                """, "log", "import", "-", copy.toString());

        assertThat(run.out()).isEqualTo("1 signal imported as cloudevents\n");
        assertThat(signals(copy).getFirst().payload()).isEqualTo(Payload.Open.data(JsonText.read("{\"x\":1}")));
    }

    private CommandRun export(String to, String... options) {
        List<String> args = new ArrayList<>(List.of("log", "export", journal.toString(), to));
        args.addAll(List.of(options));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static Signal signal(String id, Draft draft, String run) {
        return Signal.of(draft, new Stamp(id, Source.agent("ada"), NOW, Scope.ofRun(run, 1)));
    }

    private static List<Signal> signals(Path journal) {
        try (JournalReader reader = JournalReader.open(journal)) {
            return reader.select(JournalQuery.last(100)).stream().map(LogEntry::signal).toList();
        }
    }
}
