package dev.waggle.cli.telemetry;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.cli.Main;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.OtlpReceiver;
import dev.waggle.signal.trace.OtlpReceiver.ReceivedGauge;
import dev.waggle.signal.trace.OtlpReceiver.ReceivedSpan;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Commands in processes of their own, and a receiver of their traces, metrics and logs. */
@Timeout(120)
class TracedCommandsTest {

    private static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String QUESTION = "Shard the database or buy time?";
    private static final String CALLER_TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String CALLER_SPAN = "b7ad6b7169203331";
    private static final Pattern PARENT = Pattern.compile("\"traceparent\":\"00-([0-9a-f]{32})-([0-9a-f]{16})-01\"");

    @TempDir
    private Path folder;

    @Test
    void aSolveJoinsTheTraceOfAnMcpCallAndAToolIsCalledInIt() throws Exception {
        Path notes = folder.resolve("notes");
        try (FakeModels models = FakeModels.answering(TracedCommandsTest::look);
                OtlpReceiver receiver = OtlpReceiver.answering()) {
            ServerParameters server = ServerParameters.builder(JAVA)
                    .args(arguments("mcp", "--agents", "2", "--model", "lab:fake-fast", "--models-file",
                            modelsFile(models).toString(), "--tools", toolsFile(notes).toString()))
                    .env(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address())).build();
            try (McpSyncClient client = McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
                    .initializationTimeout(Duration.ofSeconds(60)).requestTimeout(Duration.ofSeconds(60)).build()) {
                McpSchema.InitializeResult _ = client.initialize();
                McpSchema.CallToolResult solved = client.callTool(McpSchema.CallToolRequest.builder("solve")
                        .arguments(Map.of("question", QUESTION))
                        .meta(Map.of("traceparent", "00-" + CALLER_TRACE + '-' + CALLER_SPAN + "-01")).build());
                assertThat(solved.isError()).as(solved.toString()).isFalse();
            }

            List<ReceivedSpan> spans = awaited(receiver, "invoke_workflow waggle");
            assertThat(spans).extracting(ReceivedSpan::trace).containsOnly(CALLER_TRACE);
            assertThat(named(spans, "invoke_workflow waggle")).singleElement()
                    .returns(CALLER_SPAN, ReceivedSpan::parent);
            List<String> tools = spans.stream().filter(span -> span.name().startsWith("execute_tool "))
                    .map(ReceivedSpan::id).toList();
            assertThat(Files.readAllLines(notes)).isNotEmpty().allSatisfy(call -> {
                Matcher parent = PARENT.matcher(call);
                assertThat(parent.find()).as(call).isTrue();
                assertThat(parent.group(1)).isEqualTo(CALLER_TRACE);
                assertThat(tools).contains(parent.group(2));
            });
        }
    }

    @Test
    void aShortSolveExportsItsBreakersInboxesAndWarnings() throws Exception {
        Path data = folder.resolve("data");
        assertThat(subscribe(data).code()).isZero();
        assertThat(CommandRun.of("signals", "generate", "deploy:done", "--data", data.toString()).code()).isZero();
        try (FakeModels models = FakeModels.answering(TracedCommandsTest::fail);
                OtlpReceiver receiver = OtlpReceiver.answering()) {
            Process solve = process(receiver, "solve", QUESTION, "--agents", "3", "--model", "lab:fake-fast",
                    "--models-file", modelsFile(models).toString(), "--data", data.toString(), "--max-rounds", "1")
                    .redirectOutput(folder.resolve("out").toFile()).start();
            assertThat(solve.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(folder.resolve("err"))).doesNotContain("could not be exported");

            assertThat(receiver.gauges()).contains(
                    new ReceivedGauge("waggle.inbox.depth", 1, Map.of("gen_ai.agent.id", "watcher")));
            assertThat(receiver.gauges()).extracting(ReceivedGauge::name).contains("waggle.breaker.state");
            List<String> ids = receiver.spans().stream().map(ReceivedSpan::id).toList();
            assertThat(receiver.logs()).isNotEmpty().allSatisfy(log -> {
                assertThat(log.event()).isEqualTo("agent:error");
                assertThat(ids).contains(log.span());
            });
            assertThat(receiver.bodies()).isNotEmpty()
                    .noneMatch(body -> body.contains(LabModelsFile.KEY) || body.contains(QUESTION));
        }
    }

    @Test
    void contentThatIsAskedForHasNoKeyOfAProvider() throws Exception {
        try (FakeModels models = FakeModels.answering(TracedCommandsTest::fail);
                OtlpReceiver receiver = OtlpReceiver.answering()) {
            ProcessBuilder command = process(receiver, "solve", QUESTION, "--agents", "3", "--model", "lab:fake-fast",
                    "--models-file", modelsFile(models).toString(), "--max-rounds", "1")
                    .redirectOutput(folder.resolve("out").toFile());
            command.environment().put("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true");
            command.environment().put("OTEL_SEMCONV_STABILITY_OPT_IN", "gen_ai_latest_experimental");
            Process solve = command.start();
            assertThat(solve.waitFor(60, TimeUnit.SECONDS)).isTrue();

            assertThat(receiver.bodies()).anyMatch(body -> body.contains("gen_ai.input.messages"))
                    .anyMatch(body -> body.contains(QUESTION))
                    .noneMatch(body -> body.contains(LabModelsFile.KEY));
            assertThat(receiver.logs()).isNotEmpty()
                    .allSatisfy(log -> assertThat(log.attributes()).containsKey("waggle.error.message"));
        }
    }

    @Test
    void aStoppedServerExportsWhatIsLeft() throws Exception {
        try (OtlpReceiver receiver = OtlpReceiver.answering()) {
            serveAndStop(receiver);

            assertThat(receiver.gauges()).contains(
                    new ReceivedGauge("waggle.inbox.depth", 0, Map.of("gen_ai.agent.id", "watcher")));
        }
    }

    @Test
    void aStoppedServerEndsThoughAnExporterHangs() throws Exception {
        try (OtlpReceiver receiver = OtlpReceiver.hanging()) {
            serveAndStop(receiver);

            assertThat(Files.readString(folder.resolve("err"))).hasLineCount(1).contains("could not be exported");
        }
    }

    private void serveAndStop(OtlpReceiver receiver) throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        assertThat(subscribe(data).code()).isZero();
        Process server = process(receiver, "serve", "--port", "0", "--data", data.toString()).start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).as("its errors are in err").contains("serving");
            server.toHandle().destroy(); // Unlike Process.destroy, it leaves the streams open.
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static CommandRun subscribe(Path data) {
        return CommandRun.of("signals", "subscribe", "watcher", "deploy:*", "--create", "--data", data.toString());
    }

    /** The first request of a turn calls the tool that is offered; then the agent deliberates. */
    private static FakeAnswer look(FakeRequest request) {
        List<FakeRequest.Offer> tools = request.asked().tools();
        boolean isFirst = request.asked().results().isEmpty()
                && request.messages().stream().allMatch(said -> said.calls().isEmpty());
        return isFirst && !tools.isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("call-1", tools.getFirst().name(), "{}"))
                : ScriptedDeliberators.answer(request);
    }

    private static FakeAnswer fail(FakeRequest request) {
        return request.allText().contains("You are \"Critic\"")
                ? FakeAnswer.refuses(ProviderRefusal.WRONG_KEY)
                : ScriptedDeliberators.answer(request);
    }

    private Path modelsFile(FakeModels models) throws IOException {
        return LabModelsFile.write(folder, models, WireFormatName.OPENAI);
    }

    private Path toolsFile(Path notes) throws IOException {
        JsonValue.Obj server = new JsonObjectBuilder().with("command", JAVA)
                .with("args", JsonValue.of(List.of(JsonValue.of("-cp"), JsonValue.of(classPath()),
                        JsonValue.of(NotingToolServer.class.getName()), JsonValue.of(notes.toString()))))
                .json();
        return Files.writeString(folder.resolve("tools.json"),
                JsonText.write(JsonValue.of(Map.of("mcpServers", JsonValue.of(Map.of("noting", server))))));
    }

    /** The spans once one of that name has come, which is the last one of its trace. */
    private static List<ReceivedSpan> awaited(OtlpReceiver receiver, String name) throws InterruptedException {
        assertThat(receiver.awaitSpan(name, Duration.ofSeconds(30))).as("span " + name).isTrue();
        return receiver.spans();
    }

    private static List<ReceivedSpan> named(List<ReceivedSpan> spans, String name) {
        return spans.stream().filter(span -> span.name().equals(name)).toList();
    }

    private ProcessBuilder process(OtlpReceiver receiver, String... args) {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(arguments(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(folder.resolve("err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("OTEL_"));
        builder.environment().put("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.address());
        return builder;
    }

    private static List<String> arguments(String... args) {
        List<String> all = new ArrayList<>(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp",
                classPath(), Main.class.getName()));
        all.addAll(List.of(args));
        return all;
    }

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
