package dev.waggle.connect.mcp.client;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpServer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.server.McpServerFeatures;
import io.modelcontextprotocol.spec.McpSchema;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The SDK's server over streamable HTTP. */
class HttpServerTest {

    private static final World WORLD = World.system(7);

    @Test
    @DisplayName("L7 over HTTP the whitelist applies, headers are sent and unknown tools give error results")
    void l7CallsToolsOverHttp() throws Exception {
        try (SdkHttpServer server = new SdkHttpServer(weather(), TestTools.tool("secret", _ -> TestTools.text("no")));
                McpTools tools = McpTools.connect(List.of(server.config("test").withTools("weather")), WORLD)) {
            ToolRegistry registry = ToolRegistry.of(tools.tools());

            assertThat(registry.definitions()).extracting(ToolDefinition::name).containsExactly("weather");
            assertThat(registry.definitions().getFirst().description())
                    .isEqualTo("The tool server \"test\" describes it so: \"Does weather.\"");
            assertThat(registry.call("weather", ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isEqualTo(new ToolOutcome.Done("sun in Bonn", JsonValue.ofNull()));
            assertThat(registry.call("secret", ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isInstanceOf(ToolOutcome.Failed.class);
            assertThat(server.keys).isNotEmpty().allMatch("Bearer k-secret"::equals);
        }
    }

    @Test
    @DisplayName("L8 arguments that break the schema are refused before they reach the server")
    void l8BadArgumentsNeverReachTheServer() throws Exception {
        AtomicInteger reached = new AtomicInteger();
        try (SdkHttpServer server = new SdkHttpServer(TestTools.tool("weather", _ -> {
            reached.incrementAndGet();
            return TestTools.text("sun");
        })); McpTools tools = McpTools.connect(List.of(server.config("test")), WORLD)) {
            Tool weather = tools.tools().getFirst();

            assertThat(weather.call(ChildPrograms.CALLER, new JsonValue.Obj(Map.of())))
                    .isEqualTo(new ToolOutcome.Failed(
                            "the arguments of weather are refused: city is missing"));
            assertThat(weather.call(ChildPrograms.CALLER, new JsonValue.Obj(Map.of("city", JsonValue.of(5)))))
                    .isEqualTo(new ToolOutcome.Failed(
                            "the arguments of weather are refused: city must be a text, got 5"));
            assertThat(weather.call(ChildPrograms.CALLER, JsonValue.of("Bonn"))).isInstanceOf(ToolOutcome.Failed.class);
            assertThat(reached).hasValue(0);
            assertThat(weather.call(ChildPrograms.CALLER, ChildPrograms.BONN)).isInstanceOf(ToolOutcome.Done.class);
            assertThat(reached).hasValue(1);
        }
    }

    @Test
    @DisplayName("L7 over HTTP a timeout gives an error result, and other calls go on")
    void l7ATimeoutEndsOneCallOnly() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        CountDownLatch called = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (SdkHttpServer server = new SdkHttpServer(weather(), TestTools.tool("hang", _ -> {
            called.countDown();
            return awaited(release);
        })); McpTools tools = McpTools.connect(List.of(server.config("test")), world)) {
            CompletableFuture<ToolOutcome> hanging = BackgroundCalls.later(
                    () -> tool(tools, "hang").call(ChildPrograms.CALLER, ChildPrograms.BONN));
            called.await();

            assertThat(tool(tools, "weather").call(ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isInstanceOf(ToolOutcome.Done.class);
            assertThat(BackgroundCalls.whileTimePasses(world, hanging)).isInstanceOfSatisfying(ToolOutcome.Failed.class,
                    failed -> assertThat(failed.reason()).contains("\"test\" did not answer within 30000 ms"));
            assertThat(tool(tools, "weather").call(ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isInstanceOf(ToolOutcome.Done.class);
            release.countDown();
        }
    }

    @Test
    void callsRunSideBySide() throws Exception {
        CyclicBarrier together = new CyclicBarrier(4);
        try (SdkHttpServer server = new SdkHttpServer(TestTools.tool("meet", _ -> {
            try {
                together.await();
            } catch (Exception broken) {
                throw new IllegalStateException(broken);
            }
            return TestTools.text("met");
        })); McpTools tools = McpTools.connect(List.of(server.config("test")), WORLD)) {
            Tool meet = tools.tools().getFirst();
            List<CompletableFuture<ToolOutcome>> calls = List.of(1, 2, 3, 4).stream()
                    .map(_ -> BackgroundCalls.later(() -> meet.call(ChildPrograms.CALLER, ChildPrograms.BONN)))
                    .toList();

            assertThat(calls).allSatisfy(call -> assertThat(call.join()).isInstanceOf(ToolOutcome.Done.class));
        }
    }

    @Test
    void errorsOfToolsStayErrors() throws Exception {
        try (SdkHttpServer server = new SdkHttpServer(
                TestTools.tool("fail", _ -> McpSchema.CallToolResult
                        .builder(List.of(McpSchema.TextContent.builder("no such city").build())).isError(true)
                        .build()));
                McpTools tools = McpTools.connect(List.of(server.config("test")), WORLD)) {
            assertThat(tools.tools().getFirst().call(ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isEqualTo(new ToolOutcome.Failed("no such city"));
        }
    }

    @Test
    void toolsOfOneNameOnTwoServersKeepApart() throws Exception {
        try (SdkHttpServer first = new SdkHttpServer(TestTools.tool("search", _ -> TestTools.text("one")));
                SdkHttpServer second = new SdkHttpServer(TestTools.tool("search", _ -> TestTools.text("two")),
                        TestTools.tool("web_fetch", _ -> TestTools.text("stolen")));
                McpTools tools = McpTools.connect(List.of(first.config("a"), second.config("b")), WORLD)) {
            ToolRegistry registry = ToolRegistry.of(tools.tools(Set.of("web_fetch")));

            assertThat(registry.definitions()).extracting(ToolDefinition::name)
                    .containsExactly("a_search", "b_search", "b_web_fetch");
            assertThat(registry.call("b_search", ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isEqualTo(new ToolOutcome.Done("two", JsonValue.ofNull()));
        }
    }

    @Test
    void toolsThatChangeAreListedAgain() throws Exception {
        try (SdkHttpServer server = new SdkHttpServer(weather());
                McpTools tools = McpTools.connect(List.of(server.config("test")), WORLD)) {
            server.server().addTool(TestTools.tool("tides", _ -> TestTools.text("high")));
            server.server().notifyToolsListChanged();
            BackgroundCalls.until(() -> {
                server.server().notifyToolsListChanged();
                return tools.tools().size();
            }, size -> size == 2);

            assertThat(tool(tools, "tides").call(ChildPrograms.CALLER, ChildPrograms.BONN))
                    .isInstanceOf(ToolOutcome.Done.class);
        }
    }

    @Test
    void aServerThatComesBackIsFoundAgain() throws Exception {
        SdkHttpServer server = new SdkHttpServer(weather());
        try (McpTools tools = McpTools.connect(List.of(server.config("test")), WORLD)) {
            Tool weather = tools.tools().getFirst();
            int port = server.port();
            server.close();
            assertThat(weather.call(ChildPrograms.CALLER, ChildPrograms.BONN)).isInstanceOfSatisfying(
                    ToolOutcome.Failed.class,
                    failed -> assertThat(failed.reason()).startsWith("the tool server \"test\" cannot be reached"));
            try (SdkHttpServer _ = new SdkHttpServer(port, weather())) {
                assertThat(weather.call(ChildPrograms.CALLER, ChildPrograms.BONN)).isInstanceOf(ToolOutcome.Done.class);
            }
        }
    }

    @Test
    @DisplayName("L7 over HTTP one failing server rolls back all and is named")
    void l7OneServerThatIsNotThereRollsBackAll() throws Exception {
        try (SdkHttpServer server = new SdkHttpServer(weather())) {
            McpServerConfig missing = McpServerConfig.of("missing",
                    new McpServerConfig.Http(URI.create("http://127.0.0.1:" + server.port() + "/nothing"), Map.of()));

            assertThatThrownBy(() -> McpTools.connect(List.of(server.config("test"), missing), WORLD))
                    .isInstanceOf(ToolServerException.class).hasMessageContaining("the tool server \"missing\"")
                    .message().doesNotContain("k-secret");
        }
    }

    @ParameterizedTest
    @CsvSource({"500, text/plain, boom k-secret, 'unexpected status code: 500, response body: boom (key)'",
        "404, text/plain, none, 404", "401, text/plain, k-secret, Authorization",
        "200, text/html, <html>, text/html", "302, text/plain, moved, 302",
        "200, application/json, '{\"jsonrpc\":\"2.0\",\"id\":1}', Cannot deserialize"})
    void whatIsNoToolServerIsNamedAndNoSecretIsTold(int status, String type, String body, String message)
            throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", type);
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
            McpServerConfig config = McpServerConfig.of("odd",
                    new McpServerConfig.Http(url, Map.of("Authorization", "Bearer k-secret")));

            assertThatThrownBy(() -> McpTools.connect(List.of(config), WORLD))
                    .isInstanceOf(ToolServerException.class)
                    .hasMessageStartingWith("the tool server \"odd\" gave no usable answer: ")
                    .hasMessageContaining(message).message().doesNotContain("k-secret");
        } finally {
            server.stop(0);
        }
    }

    private static McpServerFeatures.SyncToolSpecification weather() {
        return TestTools.tool("weather", arguments -> TestTools.text("sun in " + arguments.get("city")));
    }

    private static McpSchema.CallToolResult awaited(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        return TestTools.text("late");
    }

    private static Tool tool(McpTools tools, String name) throws InterruptedException {
        return tools.tools().stream().filter(tool -> tool.definition().name().equals(name)).findFirst().orElseThrow();
    }
}
