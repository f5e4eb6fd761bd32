package dev.waggle.cli.command.solve;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.output.StandardOutput;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The flag {@code --events}: a line of JSON for each event, while the solve runs. */
class EventsTest {

    private static final String QUESTION = "Shard the database or buy time?";

    @TempDir
    private Path folder;

    static Stream<List<String>> shippedExamples() {
        return Stream.of("crossing", "migration", "review", "incident").flatMap(name -> Stream.of(
                List.of("demo", name), List.of("demo", name, "--conflicts", "debate", "--math", "steering"),
                List.of("demo", name, "--max-rounds", "1"),
                List.of("solve", "--cassette", example(name + ".jsonl")),
                List.of("solve", "--play", example("scripts/" + name + ".txt"))));
    }

    @ParameterizedTest
    @MethodSource("shippedExamples")
    void everyEventOfEveryExampleIsALineThatTheSchemaAccepts(List<String> command) {
        CommandRun run = CommandRun.of(with(command, "--events"));

        List<JsonValue.Obj> events = events(run.out());
        assertThat(run.err()).isEmpty();
        assertThat(run.code()).isIn(0, 3);
        for (JsonValue.Obj event : events) {
            assertThat(JsonSchemas.validate("event", event)).as(event.toString()).isEmpty();
            assertThat(event.fields()).containsEntry("run", events.getFirst().fields().get("run"));
        }
        assertThat(events).extracting(EventsTest::type).startsWith("solve:start").endsWith("solve:complete")
                .contains("round:start", "agent:reacted", "signal:emitted", "vote:cast", "round:end")
                .containsOnlyOnce("solve:start", "solve:complete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"crossing", "migration", "review", "incident"})
    void theLastLineHasTheResultThatTheOtherFlagPrints(String name) {
        JsonValue.Obj last = events(CommandRun.of("demo", name, "--events").out()).getLast();
        JsonValue.Obj result = (JsonValue.Obj) JsonText.read(CommandRun.of("demo", name, "--json").out());

        JsonValue.Obj same = (JsonValue.Obj) field(last, "result");
        assertThat(result.fields().keySet()).containsAll(same.fields().keySet()).contains("signalLog");
        assertThat(same.fields()).containsEntry("answer", result.fields().get("answer"))
                .containsEntry("confidence", result.fields().get("confidence"))
                .containsEntry("contributions", result.fields().get("contributions"));
        assertThat(JsonSchemas.validate("result", result)).isEmpty();
        assertThat(JsonSchemas.validate("result", same)).isEmpty();
    }

    @Test
    void theWordsOfModelsAreEventsToo() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            CommandRun run = CommandRun.of(asking(server, "--events"));

            List<JsonValue.Obj> events = events(run.out());
            assertThat(events).as(run.err()).extracting(EventsTest::type)
                    .contains("harness:start", "text:complete", "harness:end", "solve:complete");
            for (JsonValue.Obj event : events) {
                assertThat(JsonSchemas.validate("event", event)).as(event.toString()).isEmpty();
            }
        }
    }

    @Test
    void aFinishedSolveShowsItsEventsAgain() throws IOException {
        String log = folder.resolve("log").toString();
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            List<JsonValue.Obj> first = events(CommandRun.of(asking(server, "--log", log, "--events")).out());
            int asked = server.requests().size();

            CommandRun again = CommandRun.of("resume", "--log", log, run(first), "--events");

            assertThat(again.err()).isEmpty();
            assertThat(events(again.out()).getLast()).isEqualTo(first.getLast());
            assertThat(signals(events(again.out()))).isEqualTo(signals(first));
            assertThat(server.requests()).hasSize(asked);
        }
    }

    @Test
    void aLineIsWrittenOutBeforeTheNextEventHappens() {
        List<String> flushed = new ArrayList<>();
        Writer program = new StringWriter() {
            @Override
            public void flush() {
                flushed.add(toString());
                getBuffer().setLength(0);
            }
        };

        assertThat(CommandRun.on(screen(program, new StringWriter()), "demo", "--events")).isZero();

        flushed.removeIf(String::isEmpty);
        assertThat(flushed).hasSizeGreaterThan(100).allSatisfy(text -> assertThat(text).endsWith(System.lineSeparator())
                .hasLineCount(1));
    }

    @Test
    void aClosedPipeCancelsTheSolveAndEndsQuietly() {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        StringWriter err = new StringWriter();
        OutputStream pipe = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                if (read.toString(StandardCharsets.UTF_8).lines().count() == 12 && one == '{') {
                    throw new IOException("Broken pipe");
                }
                read.write(one);
            }
        };
        Path log = folder.resolve("log");

        int code = CommandRun.on(new TerminalScreen(StandardOutput.to(pipe), new PrintWriter(err), TextStyle.PLAIN,
                false), "demo", "--events", "--log", log.toString());

        assertThat(code).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(read.toString(StandardCharsets.UTF_8).lines()).hasSize(12);
        assertThat(CommandRun.of("log", "show", log.toString(), "--type", "workflow:end", "--json").out())
                .contains("\"cancelled\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "solve", "resume"})
    void twoFormsOfOutputAreRefused(String command) {
        List<String> args = switch (command) {
            case "demo" -> List.of("demo");
            case "solve" -> List.of("solve", "--cassette", example("review.jsonl"));
            default -> List.of("resume", "--log", folder.toString());
        };

        CommandRun run = CommandRun.of(with(args, "--events", "--json"));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).contains("--json and --events exclude each other", "the last one the result")
                .hasLineCount(1);
    }

    @Test
    void manySolvesAndNoSolveAreRefused() {
        assertThat(CommandRun.of("solve", "--episode", "episodes.jsonl", "--events").err())
                .contains("--events needs one episode, episodes.jsonl may hold many", "Add #ID");
        assertThat(CommandRun.of("solve", QUESTION, "--events").err()).contains("no model is configured");
    }

    /** A solve by two agents with the model of that server. */
    private String[] asking(FakeModels server, String... flags) throws IOException {
        Path key = Files.writeString(folder.resolve("key"), "secret\n");
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "%s", "keyFile": "%s"}}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI), key));
        return with(List.of("solve", QUESTION, "--models-file", models.toString(), "--model", "lab:fake-fast",
                "--agents", "2"), flags);
    }

    private static TerminalScreen screen(Writer out, Writer err) {
        return new TerminalScreen(new PrintWriter(out), new PrintWriter(err), TextStyle.PLAIN, false);
    }

    private static String example(String name) {
        return ProjectFiles.at("examples/" + name).toString();
    }

    private static String[] with(List<String> command, String... flags) {
        return Stream.concat(command.stream(), Stream.of(flags)).toArray(String[]::new);
    }

    private static List<JsonValue.Obj> events(String out) {
        return out.lines().map(line -> (JsonValue.Obj) JsonText.read(line)).toList();
    }

    private static List<JsonValue.Obj> signals(List<JsonValue.Obj> events) {
        return events.stream().filter(event -> type(event).equals("signal:emitted")).toList();
    }

    private static String type(JsonValue.Obj event) {
        return ((JsonValue.Str) field(event, "type")).value();
    }

    private static String run(List<JsonValue.Obj> events) {
        return ((JsonValue.Str) field(events.getFirst(), "run")).value();
    }

    private static JsonValue field(JsonValue.Obj object, String name) {
        return Objects.requireNonNull(object.fields().get(name), name);
    }
}
