package dev.waggle.cli.serve;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle mcp} for a client on a pipe, which sends its requests and ends its input. */
@Timeout(60)
class McpCommandTest {

    private static final String HELLO = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"pipe","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;
    private static final Path CASSETTE = ProjectFiles.at("examples/crossing.jsonl");

    @TempDir
    private Path folder;

    @Test
    void servesDecideAloneWhenNothingIsNamed() {
        CommandRun run = serve(List.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));

        assertThat(run.code()).isZero();
        assertThat(names(run)).containsExactly("decide");
        assertThat(run.out()).doesNotContain("\"resources\"");
        assertThat(run.err()).contains("solve is not served").contains("--cassette").hasLineCount(1);
        assertThat(run.out().lines()).allSatisfy(
                line -> assertThat(JsonText.read(line)).isInstanceOf(JsonValue.Obj.class));
    }

    @Test
    void solvesWithARecordingAndKeepsTheRun() throws IOException {
        String data = folder.resolve("data").toString();
        CommandRun solved = serve(List.of(call("solve", "{\"question\":" + question() + "}")), "--data", data,
                "--cassette", CASSETTE.toString());

        assertThat(names(serve(List.of("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"), "--data", data,
                "--cassette", CASSETTE.toString()))).containsExactlyInAnyOrder("solve", "decide", "generate_signal",
                        "signal_subscribe", "signal_unsubscribe", "signal_inbox",
                        "list_seats", "answer_seat");
        assertThat(answer(solved)).contains("Decided with confidence 0.80 (assumed), agreement 0.87: About"
                + " fifteen minutes", "votingRecord");
        String id = CommandRun.of("log", "show", data, "--type", "run:closed", "--format",
                "{{ signal.payload.run }}").out().strip();
        CommandRun read = serve(List.of(read("waggle://runs")), "--data", data);
        assertThat(text(read)).contains("\"id\":\"" + id + "\"", "\"title\":\"How long at the barrier?\"",
                "\"uri\":\"waggle://runs/" + id + "\"", "\"ending\":\"consensus\"", "\"decided\":true");
        String story = text(serve(List.of(read("waggle://runs/" + id)), "--data", data));
        assertThat(story).contains("\"question\":\"At a level crossing", "\"decision\":\"About fifteen minutes\"",
                "\"kind\":\"vote\",\"agentId\":\"plan\"", "\"kind\":\"doubt\"", "\"failures\":[]", "\"rounds\":3");
        String log = text(serve(List.of(read("waggle://runs/" + id + "/log")), "--data", data));
        assertThat(log.lines()).hasSameSizeAs(CommandRun.of("log", "show", data).out().lines().toList());
        assertThat(log).isEqualTo(CommandRun.of("log", "show", data, "--json").out());
        assertThat(authorsOfAnImport(data, id)).isNotEmpty().isEqualTo(authors(story));
    }

    /** The first solve has no outcomes to learn from; the second one has. */
    @Test
    void solvesOfAKindLearnFromTheOutcomesOfTheDataFolder() throws IOException {
        String data = folder.resolve("data").toString();
        String asked = call("solve", "{\"question\":" + question() + ",\"taskType\":\"riddle\"}");
        var _ = serve(List.of(asked), "--data", data, "--cassette", CASSETTE.toString());
        String run = CommandRun.of("log", "show", data, "--type", "run:closed", "--format",
                "{{ signal.payload.run }}").out().strip();

        assertThat(CommandRun.of("outcome", run, "correct", "--data", data).code()).isZero();
        assertThat(CommandRun.of("reputation", "--data", data, "--json").out()).contains("\"type\":\"riddle\"");
        CommandRun taught = serve(List.of(asked), "--data", data, "--cassette", CASSETTE.toString());

        assertThat(answer(taught)).contains("learned from 1 outcome");
    }

    /** An importer emits everything, but whose vote it is says the source. */
    private List<String> authorsOfAnImport(String data, String run) throws IOException {
        Path file = Files.writeString(folder.resolve("log.jsonl"), CommandRun.of("log", "show", data, "--json").out());
        String copy = folder.resolve("copy").toString();
        CommandRun.of("log", "import", file.toString(), copy + "/signals");
        return authors(text(serve(List.of(read("waggle://runs/" + run)), "--data", copy)));
    }

    private static List<String> authors(String story) {
        return texts(field(JsonText.read(story), "votes"), "agentId");
    }

    @Test
    void aRecordingAnswersItsQuestionOnly() {
        String cassette = CASSETTE.toString();

        assertThat(answer(serve(List.of(call("solve", "{\"question\":\"Ship?\"}")), "--cassette", cassette)))
                .contains("\"isError\":true", "answer one question only", "Maybe ask it: At a level crossing");
        assertThat(answer(serve(List.of(call("solve", "{\"question\":" + question() + ",\"agents\":3}")), "--cassette",
                cassette))).contains("\"isError\":true", "Maybe leave context, agents and models out");
    }

    @Test
    void clientsSpeakInTheDataFolderAsThemselves() {
        String data = folder.resolve("data").toString();

        CommandRun run = serve(List.of(call("signal_subscribe", "{\"pattern\":\"build:*\"}"),
                call("generate_signal", "{\"type\":\"build:done\",\"source\":{\"type\":\"agent\",\"id\":\"root\"}}"),
                call("generate_signal", "{\"type\":\"\"}")), "--data", data);

        assertThat(run.out()).contains("Agent \\\"mcp:pipe\\\" is subscribed", "was generated", "\"isError\":true");
        assertThat(CommandRun.of("log", "show", data, "--json").out()).contains("\"by\":\"mcp:pipe\"");
        assertThat(CommandRun.of("signals", "subscriptions", "mcp:pipe", "--data", data).out()).contains("build:*");
    }

    @Test
    void clientsReadTheirInboxUntilTheyAcknowledgeIt() {
        String data = folder.resolve("data").toString();
        serve(List.of(call("signal_subscribe", "{\"pattern\":\"build:*\"}")), "--data", data);
        CommandRun.of("signals", "generate", "build:done", "--source", "agent:root", "--data", data);

        CommandRun first = serve(List.of(call("signal_inbox", "{}")), "--data", data);
        CommandRun again = serve(List.of(call("signal_inbox", "{}")), "--data", data);
        CommandRun acknowledged = serve(List.of(call("signal_inbox", "{\"acknowledge\":1}")), "--data", data);

        assertThat(text(first)).contains("\"by\":\"cli\",\"claims\":\"agent:root\"");
        assertThat(text(again)).isEqualTo(text(first));
        assertThat(text(acknowledged)).startsWith("No signal waits.");
    }

    @Test
    void adaptiveEffortReachesTheSolvesOfClients() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            Path models = Files.writeString(folder.resolve("models.json"),
                    "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \"%s\"}}}"
                            .formatted(server.baseUrl(WireFormatName.OPENAI)));
            String data = folder.resolve("data").toString();

            CommandRun run = patient(HELLO + call("solve", "{\"question\":\"Ship?\"}") + "\n",
                    List.of("mcp", "--models-file", models.toString(), "--model", "lab:fake-fast", "--agents", "5",
                            "--effort", "adaptive", "--data", data));

            assertThat(answer(run)).contains("\"votingRecord\"").doesNotContain("\"isError\":true");
            assertThat(CommandRun.of("log", "show", data, "--type", "run:opened", "--json").out())
                    .contains("\"effort\":\"adaptive\"", "\"minVoters\":2");
        }
    }

    @Test
    void solvesOfClientsUseTheMemoryOfTheDataFolder() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            Path models = Files.writeString(folder.resolve("models.json"),
                    "{\"providers\": {\"lab\": {\"kind\": \"ollama\", \"baseUrl\": \"%s\"}}}"
                            .formatted(server.baseUrl(WireFormatName.OLLAMA)));
            String data = folder.resolve("data").toString();
            List<String> args = List.of("mcp", "--models-file", models.toString(), "--model", "lab:fake-fast", "--data",
                    data);
            String messages = HELLO + call("solve", "{\"question\":\"Ship the release now?\"}") + "\n";

            assertThat(answer(patient(messages, Stream.concat(args.stream(), Stream.of("--no-memory")).toList())))
                    .contains("\"votingRecord\"");
            assertThat(Path.of(data, "memory")).doesNotExist();
            assertThat(answer(patient(messages, Stream.concat(args.stream(), Stream.of("--tenant", "acme")).toList())))
                    .contains("\"votingRecord\"");
            assertThat(CommandRun.of("memory", "list", "--tenant", "acme", "--json", "--data", data).out())
                    .contains("\"category\":\"proposal\"");
            assertThat(CommandRun.of("memory", "list", "--no-tenant", "--data", data).out()).contains("no such");
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 4", "false, 0"})
    void agentsGetToolsOnSignalsWhenTheHostSaysSo(boolean isAsked, int tools) throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            Path models = Files.writeString(folder.resolve("models.json"),
                    "{\"providers\": {\"lab\": {\"kind\": \"openai\", \"baseUrl\": \"%s\"}}}"
                            .formatted(server.baseUrl(WireFormatName.OPENAI)));
            List<String> args = new ArrayList<>(List.of("mcp", "--models-file", models.toString(), "--model",
                    "lab:fake-fast", "--data", folder.resolve("data").toString()));
            if (isAsked) {
                args.add("--signal-tools");
            }

            CommandRun run = patient(HELLO + call("solve", "{\"question\":\"Ship?\"}") + "\n", args);

            assertThat(answer(run)).contains("\"votingRecord\"").doesNotContain("\"isError\":true");
            assertThat(server.requests()).isNotEmpty()
                    .allSatisfy(request -> assertThat(request.asked().tools()).hasSize(tools));
        }
    }

    @Test
    void whatIsNoRunIsNamed() {
        String data = folder.resolve("data").toString();
        CommandRun.of("signals", "generate", "run:opened", "{\"title\": \"forged\"}", "--data", data);

        assertThat(text(serve(List.of(read("waggle://runs")), "--data", data))).isEqualTo("{\"runs\":[]}");
        for (String uri : List.of("waggle://runs/solve_x", "waggle://runs/solve_x/log", "waggle://runs/..%2f..")) {
            assertThat(answer(serve(List.of(read(uri)), "--data", data))).as(uri).contains("\"error\":", "-32002",
                    "Maybe one of those in waggle://runs");
        }
    }

    @Test
    void refusesWhatMakesNoSense() throws IOException {
        refuses("are for a server over HTTP", "Add --http PORT", "mcp", "--host", "0.0.0.0");
        refuses("the port must be between 0 and 65535, got 70000", "", "mcp", "--http", "70000");
        refuses("are for a server over HTTP", "Add --http PORT", "mcp", "--max-sessions", "3");
        refuses("needs a token of your own", "Add --token-file FILE", "mcp", "--http", "0", "--host", "0.0.0.0");
        refuses("the number of sessions must be between 1 and", "got 0", "mcp", "--http", "0", "--max-sessions", "0");
        refuses("the idle time of a session must be between 0", "got -1", "mcp", "--http", "0", "--session-idle", "-1");
        refuses("https://a.example/b", "without anything behind it", "mcp", "--http", "0", "--allow-origin",
                "https://a.example/b");
        refuses("cannot read the token", "Check the path", "mcp", "--http", "0", "--token-file",
                folder.resolve("nowhere").toString());
        refuses("is no ordinary file", "Name a file", "mcp", "--http", "0", "--token-file", folder.toString());
        Path token = Files.writeString(folder.resolve("token"), "secret-word\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-r-----"));
        refuses("is open to other users (rw-r-----)", "chmod 600", "mcp", "--http", "0", "--token-file",
                token.toString());
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        refuses("at least 16 characters", "openssl rand", "mcp", "--http", "0", "--token-file", token.toString());
        assertThat(CommandRun.of("mcp", "--http", "0", "--token-file", token.toString()).err())
                .doesNotContain("secret-word");
        Files.writeString(token, "x".repeat(5_000));
        refuses("more than 4096 bytes", "openssl rand", "mcp", "--http", "0", "--token-file", token.toString());
        refuses("nowhere.jsonl", "", "mcp", "--cassette", folder.resolve("nowhere.jsonl").toString());
        refuses("--signal-tools needs a data folder", "Add --data DIR.", "mcp", "--model", "ollama:x",
                "--signal-tools");
        refuses("--signal-tools is for agents with models", "Add --model NAME", "mcp", "--signal-tools", "--data",
                folder.resolve("data").toString());
        refuses("unknown strategy \"luck\"", "", "mcp", "--cassette", CASSETTE.toString(), "--strategy", "luck");
    }

    @Test
    void goesOnAfterWhatIsNoMessage() {
        CommandRun run = serve(List.of("no json", "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"ping\"}"));

        assertThat(run.code()).isZero();
        assertThat(run.out().lines()).hasSize(3).anyMatch(line -> line.contains("-32700"))
                .anyMatch(line -> line.contains("\"id\":4"));
    }

    private static void refuses(String problem, String remedy, String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.toString()).isEqualTo(2);
        assertThat(run.err().lines().toList().getLast()).startsWith("waggle: ").contains(problem).contains(remedy);
        assertThat(run.out()).isEmpty();
    }

    private static CommandRun serve(List<String> messages, String... options) {
        List<String> args = new ArrayList<>(List.of("mcp"));
        args.addAll(List.of(options));
        return CommandRun.fed(HELLO + String.join("\n", messages) + "\n", args.toArray(String[]::new));
    }

    /** The same for a client that ends its input after the answers to its two requests. */
    private static CommandRun patient(String messages, List<String> args) {
        CountDownLatch answers = new CountDownLatch(2);
        StringWriter out = new StringWriter() {
            @Override
            public void write(String text, int offset, int length) {
                super.write(text, offset, length);
                text.substring(offset, offset + length).lines().filter(line -> line.contains("\"id\":"))
                        .forEach(_ -> answers.countDown());
            }
        };
        InputStream end = new InputStream() {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return read();
            }

            @Override
            public int read() throws IOException {
                try {
                    answers.await();
                    return -1;
                } catch (InterruptedException interrupted) {
                    throw new IOException(interrupted);
                }
            }
        };
        return CommandRun.piped(
                new SequenceInputStream(new ByteArrayInputStream(messages.getBytes(StandardCharsets.UTF_8)), end), out,
                args.toArray(String[]::new));
    }

    /** A call of a tool with an id of its own: the hash of its text. */
    private static String call(String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"" + Integer.toHexString((tool + arguments).hashCode())
                + "\",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool + "\",\"arguments\":" + arguments
                + "}}";
    }

    private static String read(String uri) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"resources/read\",\"params\":{\"uri\":\"" + uri + "\"}}";
    }

    private static String question() {
        return JsonText.write(JsonValue.of(SolveSource.of(CassetteFile.read(CASSETTE)).task().text()));
    }

    /** The answer after the answer to {@code initialize}. */
    private static String answer(CommandRun run) {
        assertThat(run.out().lines()).as(run.toString()).hasSize(2);
        return run.out().lines().toList().getLast();
    }

    private static String text(CommandRun run) {
        return String.join("", texts(JsonText.read(answer(run)), "text"));
    }

    private static List<String> names(CommandRun run) {
        return texts(field(JsonText.read(answer(run)), "result"), "name");
    }

    private static JsonValue field(JsonValue object, String name) {
        JsonValue value = object instanceof JsonValue.Obj(var fields) ? fields.get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }

    /** The texts of all fields of that name at any depth, but not below another such field. */
    private static List<String> texts(JsonValue value, String name) {
        List<String> texts = new ArrayList<>();
        switch (value) {
            case JsonValue.Obj(var fields) -> fields.forEach((key, field) -> {
                if (key.equals(name) && field instanceof JsonValue.Str(String text)) {
                    texts.add(text);
                } else {
                    texts.addAll(texts(field, name));
                }
            });
            case JsonValue.Arr(var items) -> items.forEach(item -> texts.addAll(texts(item, name)));
            case JsonValue.Str _, JsonValue.Num _, JsonValue.Bool _, JsonValue.Null _ -> {
                // No fields.
            }
        }
        return texts;
    }
}
