package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.FutureTask;

import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Requests that break HTTP, steal sessions or take their time. The server still serves a good client afterwards. */
@Timeout(60)
class HostileRequestTest {

    private static final String ECHO = StreamClient.call(1, "echo", "{}");
    private static final String GUESS = "b5f0a4d0-3b1e-4d5e-9a55-0123456789ab";

    private final TestHost host = new TestHost();
    private McpServerHandle serving = McpServerHandle.http(host.served(), HttpEndpoint.local(0, RawHttp.TOKEN),
            World.system(1));

    @AfterEach
    void aGoodClientIsStillServed() throws IOException {
        assertThat(raw().with("Mcp-Session-Id", session()).post(ECHO)).contains("heard by");
        serving.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", "text/html", "application/xml", "application/json-patch+json",
        "application/json; charset=utf-16", "application/json; charset=iso-8859-1", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded", "application/jsonx", "json", ";", "application/json, text/plain"})
    void anotherContentTypeIsRefusedInALine(String type) throws IOException {
        requireRefusal(raw().with("Mcp-Session-Id", session()).with("Content-Type", type).post(ECHO), 415, type);
        requireRefusal(raw().with("Content-Type", type).post(StreamClient.INITIALIZE), 415, type);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json;charset=UTF-8", "application/json; charset=\"utf-8\"",
        "APPLICATION/JSON"})
    void jsonByAnyOfItsNamesIsTaken(String type) throws IOException {
        assertThat(raw().with("Mcp-Session-Id", session()).with("Content-Type", type).post(ECHO)).contains("heard by");
    }

    @Test
    void aCompressedBodyAndAMissingTypeAreRefused() throws IOException {
        requireRefusal(raw().with("Mcp-Session-Id", session()).with("Content-Type", "").post(ECHO), 415, "no type");
        requireRefusal(raw().with("Mcp-Session-Id", session()).with("Content-Encoding", "gzip").post(ECHO), 415,
                "gzip");
    }

    @ParameterizedTest
    @CsvSource({"2025-03-26, 200", "2025-06-18, 200", "2025-11-25, 200", "1999-01-01, 400", "2099-01-01, 400",
        "1.0, 400", "banana, 400"})
    void anUnknownVersionInTheHeaderIsRefused(String version, int status) throws IOException {
        String answer = raw().with("Mcp-Session-Id", session()).with("MCP-Protocol-Version", version).post(ECHO);

        assertThat(RawHttp.status(answer)).isEqualTo(status);
        WellFormedAnswer.shows(answer, version);
    }

    @ParameterizedTest
    @CsvSource({"2025-03-26, 2025-03-26", "2025-06-18, 2025-06-18", "2099-01-01, 2025-11-25",
        "1999-01-01, 2025-11-25"})
    void aVersionIsAgreedOn(String asked, String agreed) throws IOException {
        assertThat(raw().post(StreamClient.INITIALIZE.replace("2025-06-18", asked)))
                .contains("\"protocolVersion\":\"" + agreed + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1.0\"", "\"\"", "\"latest\"", "7", "null", "[\"2025-06-18\"]"})
    void whatIsNoVersionIsRefused(String version) throws IOException {
        String answer = raw().post(StreamClient.INITIALIZE.replace("\"2025-06-18\"", version));

        assertThat(RawHttp.status(answer)).isEqualTo(200);
        assertThat(answer).contains("\"code\":-32602", "\"id\":0").doesNotContain("Mcp-Session-Id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"jsonrpc":"2.0","id":9,"method":"tools/call"}                                          | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/call","params":[]}                              | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/call","params":"echo"}                          | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}                              | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":["echo"]}}               | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo","arguments":"x"}} | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"dance"}}                | -32602
            {"jsonrpc":"2.0","id":9,"method":"tools/list","params":{"cursor":"next"}}               | -32602
            {"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":7}}                   | -32602
            {"jsonrpc":"2.0","id":9,"method":"logging/setLevel","params":{"level":"loud"}}          | -32602
            {"jsonrpc":"2.0","id":9,"method":"logging/setLevel"}                                    | -32602
            {"jsonrpc":"2.0","id":9,"method":"ping","params":{"_meta":{"progressToken":{}}}}        | -32602
            {"jsonrpc":"2.0","id":9,"method":"prompts/list"}                                        | -32601
            {"jsonrpc":"2.0","id":9,"method":"rpc.discover"}                                        | -32601
            """)
    void brokenParametersAreAnsweredWithTheId(String message, int code) throws Exception {
        String session = session();
        String answer = raw().with("Mcp-Session-Id", session).post(message);

        assertThat(RawHttp.status(answer)).isEqualTo(200);
        assertThat(answer).contains("\"id\":9,\"error\":{\"code\":" + code);
        WellFormedAnswer.shows(answer, message);
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(message);
            assertThat(pipe.receive()).contains("\"id\":9,\"error\":{\"code\":" + code);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"jsonrpc":"1.0","id":9,"method":"ping"}                      | 9
            {"id":9,"method":"ping"}                                      | 9
            {"jsonrpc":2.0,"id":"a","method":"ping"}                      | "a"
            {"jsonrpc":"2.0","id":9,"method":7}                           | 9
            {"jsonrpc":"2.0","id":9,"method":"ping","result":{}}          | 9
            {"jsonrpc":"2.0","id":null,"method":"ping"}                   | null
            {"jsonrpc":"2.0","id":1.5,"method":"ping"}                    | null
            {"jsonrpc":"2.0","id":1e3,"method":"ping"}                    | null
            {"jsonrpc":"2.0","id":true,"method":"ping"}                   | null
            {"jsonrpc":"2.0","id":{},"method":"ping"}                     | null
            {"jsonrpc":"2.0","id":99999999999999999999,"method":"ping"}   | null
            {"jsonrpc":"2.0","id":9,"error":"no"}                         | 9
            [{"jsonrpc":"2.0","id":9,"method":"ping"}]                    | null
            []                                                            | null
            """)
    void whatIsNoMessageOfJsonRpcIsRefused(String message, String id) throws Exception {
        String answer = raw().with("Mcp-Session-Id", session()).post(message);

        assertThat(RawHttp.status(answer)).isEqualTo(400);
        assertThat(answer).contains("\"id\":" + id + ",\"error\":{\"code\":-32600");
        try (StreamClient pipe = StreamClient.initialized(host)) {
            pipe.send(message);
            assertThat(pipe.receive()).contains("\"id\":" + id + ",\"error\":{\"code\":-32600");
        }
    }

    @Test
    void hugeIdsAndDeepJsonAreRefused() throws IOException {
        String session = session();
        String deep = "[".repeat(100_000) + "]".repeat(100_000);
        for (String message : List.of(StreamClient.call("\"" + "x".repeat(300) + "\"", "echo", "{}"),
                StreamClient.call(1, "echo", "{\"x\":" + deep + "}"), deep)) {
            requireRefusal(raw().with("Mcp-Session-Id", session).post(message), 400, message.substring(0, 40));
        }
        assertThat(host.log).isEmpty();
    }

    @Test
    void notificationsAndAnswersAreTakenAndChangeNothing() throws IOException {
        String session = session();
        for (String message : List.of("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":404}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":{}}}",
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"nobody asked\",\"result\":{}}")) {
            String answer = raw().with("Mcp-Session-Id", session).post(message);
            assertThat(RawHttp.status(answer)).as(message).isEqualTo(202);
            assertThat(answer).as(message).endsWith("\r\n\r\n");
        }
        assertThat(host.log).isEmpty();
    }

    @Test
    void guessedSessionsAreNotThere() throws IOException {
        String session = session();
        for (String guess : List.of(GUESS, session.toUpperCase(Locale.ROOT), session + "0", " ", "*", "..",
                "0".repeat(4_000))) {
            String posted = raw().with("Mcp-Session-Id", guess).post(ECHO);
            String deleted = raw().with("Mcp-Session-Id", guess).send("DELETE", "/mcp", "");
            assertThat(List.of(RawHttp.status(posted), RawHttp.status(deleted))).as(guess)
                    .isSubsetOf(List.of(400, 404));
            WellFormedAnswer.shows(posted + deleted, guess);
        }
        requireRefusal(raw().with("Mcp-Session-Id", session).with("X", "x\r\nMcp-Session-Id: " + GUESS).post(ECHO),
                400, "two sessions");
        assertThat(raw().with("Mcp-Session-Id", session).post(ECHO)).contains("heard by");
    }

    @Test
    void withoutTheTokenNoSessionIsUsedOrEnded() throws IOException {
        String session = session();
        for (String method : List.of("POST", "DELETE", "GET", "PUT")) {
            String answer = raw().with("Authorization", "").with("Mcp-Session-Id", session).send(method, "/mcp", ECHO);
            requireRefusal(answer, 401, method);
            assertThat(RawHttp.header(answer, "WWW-Authenticate")).isEqualTo("Bearer");
        }
        assertThat(raw().with("Mcp-Session-Id", session).post(ECHO)).contains("heard by");
        assertThat(host.log).hasSize(1);
    }

    @Test
    void streamsToListenAtAreNotOffered() throws IOException {
        String session = session();
        for (int i = 0; i < 100; i++) {
            String answer = raw().with("Mcp-Session-Id", session).with("Last-Event-ID", GUESS).send("GET", "/mcp", "");
            requireRefusal(answer, 405, "GET");
            assertThat(RawHttp.header(answer, "Allow")).isEqualTo("POST, DELETE, OPTIONS");
        }
    }

    @Test
    void anIdThatIsUnderWayIsRefusedAndTheFirstCallGoesOn() throws Exception {
        String session = session();
        FutureTask<String> first = new FutureTask<>(
                () -> raw().with("Mcp-Session-Id", session).post(StreamClient.call(7, "wait", "{}")));
        Thread.ofVirtual().start(first);
        host.waiting.acquire();

        String second = raw().with("Mcp-Session-Id", session).post(StreamClient.call(7, "echo", "{}"));
        String other = raw().with("Mcp-Session-Id", session()).post(StreamClient.call(7, "echo", "{}"));

        assertThat(second).contains("the request id 7 is in use", "\"isError\":true");
        assertThat(other).contains("heard by");
        host.goOn.release();
        assertThat(first.get()).contains("\"id\":7", "done");
    }

    @Test
    void brokenRequestsAreRefusedInALine() throws IOException {
        String head = "Host: 127.0.0.1\r\nAuthorization: Bearer " + RawHttp.TOKEN + "\r\n";
        for (String request : List.of("\r\n\r\n", "GET\r\n\r\n", "NONSENSE /mcp HTTP/1.1\r\n" + head + "\r\n",
                "POST /mcp HTTP/9.9\r\n" + head + "\r\n", "POST /mcp HTTP/1.1\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + "Host: evil.example\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                "POST /mcp HTTP/1.1\r\n" + head + "Content-Length: -5\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + "Content-Length: 99999999999999999999\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head
                        + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + "Transfer-Encoding: gzip\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + "X: " + "x".repeat(20_000) + "\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + "Y: y\r\n".repeat(5_000) + "\r\n",
                "POST /" + "a".repeat(20_000) + " HTTP/1.1\r\n" + head + "\r\n",
                "POST /%2e%2e/%00/mcp HTTP/1.1\r\n" + head + "\r\n", "POST //mcp;x=y HTTP/1.1\r\n" + head + "\r\n",
                "POST /mcp HTTP/1.1\r\n" + head + " folded: x\r\n\r\n", "POST /mcp HTTP/1.1\r\nHost : x\r\n\r\n",
                "POST http://evil.example/mcp HTTP/1.1\r\n" + head + "\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n")) {
            String answer = spoken(request);
            if (!answer.isEmpty()) {
                assertThat(RawHttp.status(answer)).as(request.substring(0, Math.min(80, request.length())) + "\n"
                        + answer).isBetween(400, 505).isNotEqualTo(500);
                WellFormedAnswer.shows(answer, request);
            }
        }
        assertThat(host.log).isEmpty();
    }

    @Test
    void aBodyThatComesByteByByteIsEnded() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        InputStream dripping = new InputStream() {
            @Override
            public int read() {
                world.advance(Duration.ofSeconds(10));
                return ' ';
            }

            @Override
            public int read(byte[] to, int from, int count) {
                to[from] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> RequestBody.read(dripping, world)).isInstanceOfSatisfying(
                RequestBody.RefusalException.class, refused -> assertThat(refused.status()).isEqualTo(408));
    }

    @Test
    void aHeadThatNeverEndsIsEndedThoughBytesCome() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        serving.close();
        serving = McpServerHandle.http(host.served(), HttpEndpoint.local(0, RawHttp.TOKEN), world);
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), serving.port().orElseThrow())) {
            slow.getOutputStream().write("POST /mcp HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
            // The connection is open at the latest when a later one is answered.
            session();
            world.advance(HttpListener.SILENCE);
            requireClosed(slow);
        }
    }

    @Test
    void aClientThatSendsAPartAndFallsSilentIsEnded() throws Exception {
        serving.close();
        serving = McpServerHandle.http(host.served(), HttpEndpoint.local(0, RawHttp.TOKEN), World.system(1),
                Duration.ofSeconds(2));
        String head = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + RawHttp.TOKEN
                + "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json\r\n";
        List<Socket> sockets = new ArrayList<>();
        for (String part : List.of("", "POST", head, head + "Content-Length: 100\r\n\r\n{\"jsonrpc\"",
                head + "Transfer-Encoding: chunked\r\n\r\n5\r\n{")) {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), serving.port().orElseThrow());
            socket.getOutputStream().write(part.getBytes(StandardCharsets.US_ASCII));
            sockets.add(socket);
        }
        for (Socket socket : sockets) {
            try (socket) {
                requireClosed(socket);
            }
        }
    }

    @Test
    void aClientThatNeverReadsIsEnded() throws Exception {
        serving.close();
        serving = McpServerHandle.http(host.served(), HttpEndpoint.local(0, RawHttp.TOKEN), World.system(1),
                Duration.ofSeconds(2));
        String session = session();
        List<Socket> sockets = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            byte[] call = StreamClient.call(i, "flood", "{}").getBytes(StandardCharsets.UTF_8);
            Socket socket = new Socket();
            socket.setReceiveBufferSize(4_096);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), serving.port().orElseThrow()));
            socket.getOutputStream().write(("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "
                    + RawHttp.TOKEN
                    + "\r\nAccept: application/json, text/event-stream\r\nContent-Type: application/json"
                    + "\r\nMcp-Session-Id: " + session + "\r\nContent-Length: " + call.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(call);
            sockets.add(socket);
        }
        host.flooded.acquire(3);
        for (Socket socket : sockets) {
            try (socket) {
                while (isOpen(socket)) {
                    assertThat(raw().with("Mcp-Session-Id", session).post(ECHO)).contains("heard by");
                }
            }
        }
    }

    /** False as soon as the other side refuses a byte, which it does not read before. */
    private static boolean isOpen(Socket socket) {
        try {
            socket.getOutputStream().write(' ');
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private static void requireClosed(Socket socket) {
        try {
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
    }

    private String spoken(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), serving.port().orElseThrow())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException closedAtOnce) {
            return "";
        }
    }

    private static void requireRefusal(String answer, int status, String about) {
        assertThat(RawHttp.status(answer)).as(about + "\n" + answer).isEqualTo(status);
        WellFormedAnswer.shows(answer, about);
        WellFormedAnswer.of(answer.substring(answer.indexOf("\r\n\r\n") + 4), about);
    }

    private String session() throws IOException {
        String session = RawHttp.header(raw().post(StreamClient.INITIALIZE), "Mcp-Session-Id");
        raw().with("Mcp-Session-Id", session).post(StreamClient.INITIALIZED);
        return session;
    }

    private RawHttp raw() {
        return new RawHttp(serving.port().orElseThrow());
    }
}
