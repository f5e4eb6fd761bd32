package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A server over HTTP, with the official client and with requests that a browser or an attacker may send. */
@Timeout(30)
class HttpServingTest {

    private static final String TOKEN = RawHttp.TOKEN;
    private static final String CANCEL = """
            {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}""";

    private final Set<Thread> before = Thread.getAllStackTraces().keySet();
    private final TestHost house = new TestHost();
    private McpServerHandle serving = serve(HttpEndpoint.local(0, TOKEN));

    private McpServerHandle serve(HttpEndpoint place) {
        return McpServerHandle.http(house.served(), place, World.system(1));
    }

    private void serveAnew(HttpEndpoint place) {
        serveAnew(place, World.system(1));
    }

    private void serveAnew(HttpEndpoint place, World world) {
        serving.close();
        serving = McpServerHandle.http(house.served(), place, world);
    }

    @AfterEach
    void close() {
        serving.close();
    }

    @Test
    void theOfficialClientListsCallsAndReads() {
        Queue<String> progress = new ConcurrentLinkedQueue<>();
        try (McpSyncClient client = client(progress)) {
            client.initialize();
            house.goOn.release();

            assertThat(client.listTools().tools()).extracting(McpSchema.Tool::name).containsExactlyInAnyOrder("wait",
                    "echo", "refuse", "break", "flood");
            McpSchema.CallToolResult echo = client.callTool(call("echo", Map.of("x", List.of(1, "two"))));
            assertThat(echo.structuredContent()).isEqualTo(Map.of("x", List.of(1, "two")));
            assertThat(house.log).containsExactly("mcp:official/0");
            McpSchema.CallToolResult waited = client
                    .callTool(McpSchema.CallToolRequest.builder("wait").arguments(Map.of())
                            .meta(Map.of("progressToken", "p1")).build());
            assertThat(waited.isError()).isFalse();
            assertThat(client.callTool(call("refuse", Map.of())).isError()).isTrue();
            assertThat(
                    client.readResource(McpSchema.ReadResourceRequest.builder("house://rooms/hall").build()).contents())
                    .hasSize(1);
            assertThatThrownBy(
                    () -> client.readResource(McpSchema.ReadResourceRequest.builder("house://rooms/nowhere").build()))
                    .isInstanceOf(McpError.class).hasMessageContaining("there is no room");
            assertThatThrownBy(() -> client.callTool(call("dance", Map.of())))
                    .isInstanceOf(McpError.class);
        }
        // The client hands each to a thread of its own, so it may receive the second first.
        assertThat(progress).containsExactlyInAnyOrder("p1 1.0 waiting", "p1 2.0 waited");
    }

    @Test
    void whatComesWithoutASessionOrTheRightAcceptIsRefusedInALine() throws Exception {
        String list = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
        int port = serving.port().orElseThrow();
        List<String> refused = List.of(new RawHttp(port).post(list), new RawHttp(port).send("GET", "/mcp", ""),
                new RawHttp(port).send("DELETE", "/mcp", ""),
                new RawHttp(port).with("Accept", "application/json").post(list));

        assertThat(refused).extracting(RawHttp::status).containsExactly(400, 405, 400, 406);
        assertThat(refused).allSatisfy(response -> assertThat(response).contains("\"jsonrpc\":\"2.0\"")
                .doesNotContain("stackTrace"));
    }

    @Test
    void aCallThatIsTakenBackIsInterrupted() throws Exception {
        String session = session();
        FutureTask<String> call = start(session, StreamClient.call(7, "wait", "{}"));
        house.waiting.acquire();

        String other = session();
        assertThat(RawHttp.status(raw().with("Mcp-Session-Id", other).post(CANCEL.formatted(7)))).isEqualTo(202);
        assertThat(house.log).isEmpty();
        assertThat(RawHttp.status(raw().with("Mcp-Session-Id", session).post(CANCEL.formatted(7)))).isEqualTo(202);

        house.stopped.await();
        assertThat(call.get()).contains("200").doesNotContain("\"id\":7");
    }

    @Test
    void theEndOfASessionTakesItsCallsBack() throws Exception {
        String session = session();
        FutureTask<String> call = start(session, StreamClient.call(7, "wait", "{}"));
        house.waiting.acquire();

        assertThat(RawHttp.status(raw().with("Mcp-Session-Id", session).send("DELETE", "/mcp", ""))).isEqualTo(200);

        house.stopped.await();
        call.get();
        String later = raw().with("Mcp-Session-Id", session).post(StreamClient.call(8, "echo", "{}"));
        assertThat(RawHttp.status(later)).isEqualTo(404);
        assertThat(later).contains("Maybe initialize again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example",
        "127.0.0.1@evil.example", "[::2]", "0.0.0.0", "169.254.169.254"})
    void anotherHostThanThisMachineIsTurnedAway(String host) throws IOException {
        String answer = raw().with("Host", host).post(StreamClient.INITIALIZE);

        assertThat(RawHttp.status(answer)).isIn(400, 403);
        assertThat(answer).doesNotContain("protocolVersion");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:80"})
    void thisMachineByAnyOfItsNamesIsHeard(String host) throws IOException {
        assertThat(raw().with("Host", host).post(StreamClient.INITIALIZE)).contains("protocolVersion");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1@evil.example",
                "file://", "https://good.example.evil.example", "http://good.example"})
    void pagesOfOtherOriginsAreTurnedAway(String origin) throws IOException {
        serveAnew(HttpEndpoint.local(0, TOKEN).withAllowedOrigins(List.of("https://good.example")));

        String answer = raw().with("Origin", origin).post(StreamClient.INITIALIZE);

        assertThat(RawHttp.status(answer)).isEqualTo(403);
        assertThat(RawHttp.header(answer, "Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void pagesOfThisMachineAndAllowedOnesMayReadTheAnswer() throws IOException {
        serveAnew(HttpEndpoint.local(0, TOKEN).withAllowedOrigins(List.of("https://good.example")));
        for (String origin : List.of("http://localhost:5173", "https://good.example")) {
            String asked = raw().with("Origin", origin).send("OPTIONS", "/mcp", "");
            String answer = raw().with("Origin", origin).post(StreamClient.INITIALIZE);

            assertThat(RawHttp.status(asked)).isEqualTo(204);
            assertThat(RawHttp.header(asked, "Access-Control-Allow-Headers")).contains("Mcp-Session-Id");
            assertThat(RawHttp.header(answer, "Access-Control-Allow-Origin")).isEqualTo(origin);
            assertThat(answer).contains("protocolVersion");
        }
    }

    @Test
    void aTokenIsAskedFor() throws IOException {
        for (String wrong : List.of("", "Bearer", "Bearer " + TOKEN.substring(1), "Basic " + TOKEN, TOKEN,
                "Bearer " + TOKEN + "x")) {
            String answer = raw().with("Authorization", wrong).post(StreamClient.INITIALIZE);
            assertThat(RawHttp.status(answer)).as(wrong).isEqualTo(401);
            assertThat(RawHttp.header(answer, "WWW-Authenticate")).isEqualTo("Bearer");
            assertThat(answer).doesNotContain(TOKEN);
        }
        assertThat(raw().with("Authorization", "Bearer " + TOKEN).post(StreamClient.INITIALIZE))
                .contains("protocolVersion");
        assertThat(HttpEndpoint.local(0, TOKEN).toString()).doesNotContain(TOKEN);
    }

    @Test
    void aServerThatOthersReachAnswersAnyHostWithTheToken() throws IOException {
        assertThatThrownBy(() -> HttpEndpoint.local(0, "short")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 16").hasMessageNotContaining("short");

        serveAnew(new HttpEndpoint("0.0.0.0", 0, List.of(), TOKEN, HttpEndpoint.SessionLimits.defaults()));
        assertThat(RawHttp.status(raw().with("Host", "team.example").with("Authorization", "")
                .post(StreamClient.INITIALIZE))).isEqualTo(401);
        assertThat(raw().with("Host", "team.example").post(StreamClient.INITIALIZE))
                .contains("protocolVersion");
    }

    @Test
    void badOriginsAndPortsAreNamed() {
        assertThatThrownBy(() -> HttpEndpoint.local(0, TOKEN).withAllowedOrigins(List.of("https://a.example/path")))
                .hasMessageContaining("https://a.example/path").hasMessageContaining("Maybe");
        assertThatThrownBy(() -> HttpEndpoint.local(70_000, TOKEN)).hasMessageContaining("70000");
    }

    @Test
    void aBodyThatIsTooLargeIsTurnedAway() throws IOException {
        String session = session();
        String big = StreamClient.call(1, "echo", "{\"x\":\"" + "y".repeat(MessageParser.MAX_BYTES) + "\"}");

        String answer = raw().with("Mcp-Session-Id", session).post(big);

        assertThat(RawHttp.status(answer)).isEqualTo(413);
        assertThat(answer).contains("at most 1048576 bytes");
        assertThat(house.log).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"jsonrpc\":", "hello", "[]", "42", "{}", "{\"jsonrpc\":\"2.0\",\"id\":[1]}"})
    void whatIsNoMessageIsAnsweredAsThat(String body) throws IOException {
        String answer = raw().with("Mcp-Session-Id", session()).post(body);

        assertThat(RawHttp.status(answer)).isEqualTo(400);
        assertThat(answer).contains("\"code\":-32");
    }

    @Test
    void onlyOnePathAndThreeMethodsAreServed() throws IOException {
        assertThat(RawHttp.status(raw().send("POST", "/", StreamClient.INITIALIZE))).isEqualTo(404);
        assertThat(RawHttp.status(raw().send("POST", "/x/mcp", StreamClient.INITIALIZE))).isEqualTo(404);
        assertThat(RawHttp.status(raw().send("GET", "/mcp/../etc/passwd", ""))).isIn(400, 404);
        assertThat(RawHttp.status(raw().send("PUT", "/mcp", "{}"))).isEqualTo(405);
        assertThat(raw().send("GET", "/", "")).doesNotContain("Jetty");
    }

    @Test
    void withoutASessionNothingIsDone() throws IOException {
        assertThat(RawHttp.status(raw().post(StreamClient.call(1, "echo", "{}")))).isEqualTo(400);
        assertThat(RawHttp.status(raw().with("Mcp-Session-Id", "made-up").post(StreamClient.call(1, "echo", "{}"))))
                .isEqualTo(404);
        assertThat(house.log).isEmpty();
    }

    @Test
    void whenTheHouseIsFullTheSessionThatIsIdleLongestMakesWay() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        HttpEndpoint.SessionLimits limits = new HttpEndpoint.SessionLimits(3, Duration.ofSeconds(20));
        serveAnew(HttpEndpoint.local(0, TOKEN).withSessions(limits), world);
        String busy = session();
        FutureTask<String> call = start(busy, StreamClient.call(7, "wait", "{}"));
        house.waiting.acquire();
        String first = session();
        String second = session();

        world.advance(Duration.ofSeconds(19));
        assertThat(raw().with("Mcp-Session-Id", first).post(StreamClient.call(1, "echo", "{}"))).contains("heard by");
        String full = raw().post(StreamClient.INITIALIZE);
        assertThat(RawHttp.status(full)).isEqualTo(503);
        assertThat(RawHttp.header(full, "Retry-After")).isEqualTo("1");
        assertThat(full).contains("3 sessions are open", "Maybe end one");
        world.advance(Duration.ofSeconds(1));
        String late = session();

        assertThat(raw().with("Mcp-Session-Id", late).post(StreamClient.call(1, "echo", "{}"))).contains("heard by");
        assertThat(raw().with("Mcp-Session-Id", first).post(StreamClient.call(2, "echo", "{}"))).contains("heard by");
        assertThat(RawHttp.status(raw().with("Mcp-Session-Id", second).post(StreamClient.call(1, "echo", "{}"))))
                .isEqualTo(404);
        house.goOn.release();
        assertThat(call.get()).contains("done");
    }

    @Test
    void clientsThatOnlyInitializeLockNobodyOut() throws IOException {
        for (int i = 0; i < 2 * HttpEndpoint.SessionLimits.DEFAULT_COUNT; i++) {
            assertThat(RawHttp.status(raw().post(StreamClient.INITIALIZE))).isEqualTo(200);
        }

        assertThat(raw().with("Mcp-Session-Id", session()).post(StreamClient.call(1, "echo", "{}")))
                .contains("heard by");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> serve(HttpEndpoint.local(taken.getLocalPort(), TOKEN))).hasMessageContaining(
                    "cannot listen at 127.0.0.1:" + taken.getLocalPort()).hasMessageContaining("Maybe another program");
        }
    }

    @Test
    void afterItsCloseNoCallNoPortAndNoThreadIsLeft() throws Exception {
        String session = session();
        FutureTask<String> call = start(session, StreamClient.call(7, "wait", "{}"));
        house.waiting.acquire();
        int port = serving.port().orElseThrow();

        serving.close();

        house.stopped.await();
        call.get();
        try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(free.getLocalPort()).isEqualTo(port);
        }
        assertThat(Thread.getAllStackTraces().keySet().stream().filter(Thread::isAlive)
                .filter(thread -> !before.contains(thread)).map(Thread::getName)
                .filter(name -> name.startsWith("mcp ") || name.contains("sweeper")).collect(Collectors.toSet()))
                .isEqualTo(Set.of());
    }

    private RawHttp raw() {
        return new RawHttp(serving.port().orElseThrow());
    }

    private String session() throws IOException {
        String answer = raw().post(StreamClient.INITIALIZE);
        String session = RawHttp.header(answer, "Mcp-Session-Id");
        assertThat(session).as(answer).isNotEmpty();
        raw().with("Mcp-Session-Id", session).post(StreamClient.INITIALIZED);
        return session;
    }

    private FutureTask<String> start(String session, String message) {
        FutureTask<String> call = new FutureTask<>(() -> raw().with("Mcp-Session-Id", session).post(message));
        Thread.ofVirtual().start(call);
        return call;
    }

    private static McpSchema.CallToolRequest call(String tool, Map<String, Object> arguments) {
        return McpSchema.CallToolRequest.builder(tool).arguments(arguments).build();
    }

    private McpSyncClient client(Queue<String> progress) {
        return McpClient
                .sync(HttpClientStreamableHttpTransport.builder("http://127.0.0.1:" + serving.port().orElseThrow())
                        .requestBuilder(HttpRequest.newBuilder().header("Authorization", "Bearer " + TOKEN)).build())
                .clientInfo(McpSchema.Implementation.builder("Official", "1").build())
                .requestTimeout(Duration.ofSeconds(10))
                .progressConsumer(told -> progress
                        .add(told.progressToken() + " " + told.progress() + " " + told.message()))
                .build();
    }
}
