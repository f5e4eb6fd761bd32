package dev.waggle.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.server.RawClient.RawAnswer;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests that no honest client sends. Each has a small answer with a reason, and the server goes on. */
@Timeout(120)
class HostileHttpTest {

    private static final int MAX_PROBLEM = 1_000;
    private static final String HOST = "Host: localhost\r\n";
    private static final String END = "Connection: close\r\n\r\n";
    private static final String JSON = "Content-Type: application/json\r\n";
    private static final String ORDER = "{\"question\": \"Shard?\"}";

    @TempDir
    private static Path home;

    private static ServedFolder folder;
    private static ApiClient client;

    @BeforeAll
    static void serve() {
        folder = new ServedFolder(home);
        client = new ApiClient(folder.port());
    }

    @AfterAll
    static void close() {
        client.close();
        folder.close();
    }

    @AfterEach
    void theServerIsAliveAndStartedNothing() throws Exception {
        assertThat(client.get("/v1/health/ready").status()).isEqualTo(200);
        assertThat(client.get("/v1/solves").body()).isEqualTo("{\"items\":[]}");
        assertThat(folder.solves().open()).isZero();
    }

    @TestFactory
    Stream<DynamicTest> malformedRequestsAreRefused() {
        return Stream.of(
                refused("no request line", "\r\n\r\n\r\nHello\r\n\r\n", 400),
                refused("one word", "GET\r\n\r\n", 400),
                refused("no version", "GET /v1/health/live\r\n" + HOST + END, 400, 505),
                refused("unknown version", "GET /v1/health/live HTTP/9.9\r\n" + HOST + END, 400, 505),
                refused("control characters", "GET /v1/\u0001 HTTP/1.1\r\n" + HOST + END, 400),
                refused("no host", "GET /v1/health/live HTTP/1.1\r\n" + END, 400),
                refused("two hosts", "GET /v1/health/live HTTP/1.1\r\n" + HOST + HOST + END, 400),
                refused("an illegal host", "GET /v1/health/live HTTP/1.1\r\nHost: a b\r\n" + END, 400),
                refused("a header without a colon", get("/v1/health/live", "Nonsense\r\n"), 400),
                refused("a header without a name", get("/v1/health/live", ": value\r\n"), 400),
                refused("a blank before the colon", get("/v1/health/live", "X-A : b\r\n"), 400),
                refused("a folded header", get("/v1/health/live", "X-A: b\r\n c\r\n"), 400),
                refused("NUL in a header", get("/v1/health/live", "X-A: b\0c\r\n"), 400),
                refused("a bare CR in a header", get("/v1/health/live", "X-A: b\rX-B: c\r\n"), 400),
                refused("a preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 405, 426, 505),
                refused("a TLS hello", "\u0016\u0003\u0001\u0002\0\u0001\0\r\n\r\n", 400),
                refused("a path of 20 KB", get('/' + "a".repeat(20_000), ""), 414, 431),
                refused("a head of 20 KB", get("/v1/health/live", "X-A: " + "a".repeat(20_000) + "\r\n"), 431),
                refused("a thousand headers", get("/v1/health/live", "X-A: aaaaaaaaaaaaaaa\r\n".repeat(1_000)), 431),
                refused("CONNECT", "CONNECT localhost:80 HTTP/1.1\r\n" + HOST + END, 400, 404, 405),
                refused("an absolute target of another server",
                        "GET http://user@evil.example:x/v1 HTTP/1.1\r\n" + HOST + END, 400, 404),
                refused("OPTIONS of nothing", "OPTIONS * HTTP/1.1\r\n" + HOST + END, 400, 404));
    }

    @TestFactory
    Stream<DynamicTest> ambiguousBodiesAreRefusedAndTheConnectionEnds() {
        String smuggled = "GET /v1/solves HTTP/1.1\r\n" + HOST + "\r\n";
        return Stream.of(
                refused("two lengths", post("Content-Length: 22\r\nContent-Length: 5\r\n", ORDER + smuggled), 400),
                refused("a list of lengths", post("Content-Length: 22, 5\r\n", ORDER + smuggled), 400),
                refused("a negative length", post("Content-Length: -1\r\n", ORDER), 400),
                refused("a length with a sign", post("Content-Length: +22\r\n", ORDER), 400),
                refused("a length in hex", post("Content-Length: 0x16\r\n", ORDER), 400),
                refused("a length of 30 digits", post("Content-Length: " + "9".repeat(30) + "\r\n", ORDER), 400, 413),
                refused("length and chunks", post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
                        "0\r\n\r\n" + smuggled), 400),
                refused("chunked and identity", post("Transfer-Encoding: chunked, identity\r\n",
                        "0\r\n\r\n" + smuggled), 400, 501),
                refused("two encodings", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n",
                        "0\r\n\r\n" + smuggled), 400, 501),
                refused("an unknown encoding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n" + smuggled), 400,
                        501),
                refused("chunked twice", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n" + smuggled), 400,
                        501),
                refused("an illegal size of a chunk", post("Transfer-Encoding: chunked\r\n", "zz\r\n" + ORDER
                        + "\r\n0\r\n\r\n"), 400),
                refused("an endless size of a chunk", post("Transfer-Encoding: chunked\r\n", "F".repeat(40) + "\r\n"),
                        400, 413));
    }

    @TestFactory
    Stream<DynamicTest> trickyPathsReachNothing() {
        return Stream.of("/../etc/passwd", "/v1/../v1/openapi.json", "/v1/%2e%2e/v1/openapi.json",
                "/v1/%2E%2E%2Fsolves",
                "/v1/solves/%2e%2e/health/live", "/v1/solves/..%2f..%2fhealth", "/v1/solves%2Fnone", "//v1/health/live",
                "/v1//health/live", "/v1/health/live/", "/v1/health/./live", "/v1/health/live%00", "/v1/solves/%00",
                "/v1/solves/%0d%0aX-Evil:%20yes", "/v1/solves/%c0%ae%c0%ae", "/v1/solves/%e0%80%af", "/v1/solves/%ff",
                "/v1/solves/%", "/v1/solves/%2", "/v1/solves/%zz", "/v1/solves/%u002e", "/v1/health/live;a=b",
                "/v1;a/health/live", "/v1/health/..;/live", "/v1/solves/;", "/v1/health\\live", "/v1/health/live%3f",
                "/v1/health/live%23", "/V1/HEALTH/LIVE", "/v1/solves/" + "%2e".repeat(2_000),
                "/v1" + "/a".repeat(2_000),
                "/v1/schemas/..%5c..%5cetc", "/v1/checkpoints/..%2f..%2fetc%2fpasswd", "/v1/checkpoints/%2e%2e%5cx")
                .map(path -> refused(path, get(path, ""), 400, 404, 414));
    }

    @TestFactory
    Stream<DynamicTest> unfitBodiesAreRefused() {
        String deep = "[".repeat(100_000);
        String nested = "{\"question\": \"a\", \"config\": " + "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000) + '}';
        return Stream.of(
                refused("no JSON", sized("nonsense"), 400),
                refused("nothing", sized(""), 400),
                refused("blank", sized("  \n "), 400),
                refused("a list", sized("[]"), 400),
                refused("two values", sized(ORDER + ORDER), 400),
                refused("deep lists", sized(deep), 400),
                refused("deep objects", sized(nested), 400),
                refused("the same key twice", sized("{\"question\": \"a\", \"question\": \"b\"}"), 400),
                refused("an unknown key", sized("{\"question\": \"a\", \"qestion\": \"b\"}"), 400),
                refused("a wrong type", sized("{\"question\": {\"a\": 1}}"), 400),
                refused("a huge number", sized("{\"question\": \"a\", \"agents\": 1" + "0".repeat(5_000) + '}'), 400),
                refused("an exponent without end", sized("{\"question\": \"a\", \"agents\": 1e999999999}"), 400),
                refused("NaN", sized("{\"question\": \"a\", \"threshold\": NaN}"), 400),
                refused("half a surrogate", sized("{\"question\": \"\\ud800\", \"agents\": 0}"), 400),
                refused("no UTF-8", request("POST /v1/solves", JSON + "Content-Length: 2\r\n", new byte[] {(byte) 0xc3,
                    0x28}), 400),
                refused("too large", sized('"' + "a".repeat(3 << 20) + '"'), 413),
                refused("too large in chunks", post("Transfer-Encoding: chunked\r\n", ("10000\r\n" + "a".repeat(65_536)
                        + "\r\n").repeat(40) + "0\r\n\r\n"), 413),
                refused("too large by its own account", post("Content-Length: 999999999999\r\n", ""), 413),
                refused("another type", "POST /v1/solves HTTP/1.1\r\n" + HOST + "Content-Type: text/plain\r\n"
                        + "Content-Length: 22\r\n" + END + ORDER, 415),
                refused("no type", "POST /v1/solves HTTP/1.1\r\n" + HOST + "Content-Length: 22\r\n" + END + ORDER, 415),
                refused("two types", "POST /v1/solves HTTP/1.1\r\n" + HOST + JSON + JSON + "Content-Length: 22\r\n"
                        + END + ORDER, 400),
                refused("another charset", "POST /v1/solves HTTP/1.1\r\n" + HOST
                        + "Content-Type: application/json; charset=utf-16\r\nContent-Length: 22\r\n" + END + ORDER,
                        415),
                refused("an unknown compression", post("Content-Encoding: br\r\nContent-Length: 22\r\n", ORDER), 415),
                refused("no gzip", post("Content-Encoding: gzip\r\nContent-Length: 22\r\n", ORDER), 400),
                refused("a gzip bomb", gzip(bomb()), 413),
                refused("half a gzip", gzip(half(compressed(ORDER.repeat(50).getBytes(StandardCharsets.UTF_8)))), 400),
                refused("an empty gzip", gzip(new byte[0]), 400),
                refused("a body that is not expected", "GET /v1/solves HTTP/1.1\r\n" + HOST + "Content-Length: 22\r\n"
                        + END + ORDER, 400),
                refused("a key of many characters", post("Idempotency-Key: " + "k".repeat(300)
                        + "\r\nContent-Length: 22\r\n", ORDER), 400),
                refused("two keys", post("Idempotency-Key: a\r\nIdempotency-Key: b\r\nContent-Length: 22\r\n", ORDER),
                        400),
                refused("an expectation that no server knows", post("Expect: magic\r\nContent-Length: 22\r\n", ORDER),
                        417, 400));
    }

    @Test
    void anotherMethodIsRefusedWithThoseThatAreKnown() throws IOException {
        for (String method : List.of("DELETE", "PUT", "PATCH", "TRACE", "BREW", "get")) {
            RawAnswer answer = exchange(method + " /v1/solves HTTP/1.1\r\n" + HOST + END).getFirst();
            assertThat(answer.status()).as(method).isEqualTo(405);
            assertThat(answer.header("Allow")).as(method).containsExactly("GET, POST");
            requireProblem(answer);
        }
        assertThat(exchange("OPTIONS /v1/solves HTTP/1.1\r\n" + HOST + END).getFirst().header("Allow"))
                .containsExactly("GET, POST");
        assertThat(exchange("HEAD /v1/health/live HTTP/1.1\r\n" + HOST + END).getFirst().body()).isEmpty();
    }

    @Test
    void noValueOfARequestBecomesAHeader() throws IOException {
        for (String evil : List.of("a%0d%0aX-Evil:%20yes", "a%0aX-Evil:%20yes", "a%0d%0a%0d%0aHTTP/1.1%20200")) {
            for (String path : List.of("/v1/solves/" + evil, "/v1/solves?status=" + evil, "/?login=" + evil,
                    "/v1/solves?" + evil + "=1", "/v1/schemas/" + evil)) {
                List<RawAnswer> answers = exchange(get(path, ""));
                assertThat(answers).as(path).hasSize(1);
                assertThat(answers.getFirst().header("X-Evil")).as(path).isEmpty();
                assertThat(answers.getFirst().status()).as(path).isBetween(400, 499);
            }
        }
    }

    @Test
    void olderAndPoliteProtocolsAreServed() throws IOException {
        assertThat(exchange("GET /v1/health/live HTTP/1.0\r\n" + HOST + "\r\n").getFirst().status()).isEqualTo(200);
        List<RawAnswer> answers = exchange(post("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}"));
        assertThat(answers.getLast().status()).isEqualTo(400);
        assertThat(exchange(("GET /v1/health/live HTTP/1.1\r\n" + HOST + "\r\n").repeat(20)
                + get("/v1/health/live", ""))).hasSize(21).allMatch(answer -> answer.status() == 200);
    }

    /** A line that ends in LF alone is either refused, or read as any proxy reads it. */
    @Test
    void bareLineFeedsHideNoSecondRequest() throws IOException {
        List<RawAnswer> answers = exchange("GET /v1/health/live HTTP/1.1\nHost: localhost\nConnection: close\n\n");
        assertThat(answers).hasSize(1);
        assertThat(answers.getFirst().status()).isIn(200, 400);
        List<RawAnswer> hidden = exchange(get("/v1/health/live", "X-A: b\nX-B: c\r\n"));
        assertThat(hidden).hasSize(1);
    }

    private static DynamicTest refused(String name, String request, Integer... statuses) {
        return refused(name, request.getBytes(StandardCharsets.UTF_8), statuses);
    }

    /** A request that has one small answer of one of these statuses. */
    private static DynamicTest refused(String name, byte[] request, Integer... statuses) {
        String title = name.length() > 60 ? name.substring(0, 60) : name;
        return DynamicTest.dynamicTest(title, () -> {
            List<RawAnswer> answers = RawClient.exchange(folder.port(), request);
            assertThat(answers).as("answers").hasSize(1);
            assertThat(Set.of(statuses)).as(answers.getFirst().toString()).contains(answers.getFirst().status());
            requireProblem(answers.getFirst());
        });
    }

    private static void requireProblem(RawAnswer answer) {
        assertThat(answer.header("Content-Type")).as(answer.toString()).containsExactly("application/problem+json");
        assertThat(answer.body().length()).isLessThan(MAX_PROBLEM);
        JsonValue.Obj problem = (JsonValue.Obj) JsonText.read(answer.body());
        assertThat(problem.fields()).containsKeys("title", "status", "detail");
        assertThat(problem.fields().get("status")).isEqualTo(JsonValue.of(answer.status()));
    }

    private static List<RawAnswer> exchange(String request) throws IOException {
        return RawClient.exchange(folder.port(), request.getBytes(StandardCharsets.UTF_8));
    }

    private static String get(String path, String headers) {
        return "GET " + path + " HTTP/1.1\r\n" + HOST + headers + END;
    }

    private static String post(String headers, String body) {
        return "POST /v1/solves HTTP/1.1\r\n" + HOST + JSON + headers + END + body;
    }

    private static String sized(String body) {
        return post("Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n", body);
    }

    private static byte[] gzip(byte[] body) {
        return request("POST /v1/solves", JSON + "Content-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n",
                body);
    }

    private static byte[] request(String target, String headers, byte[] body) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes((target + " HTTP/1.1\r\n" + HOST + headers + END).getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(body);
        return all.toByteArray();
    }

    /** 100 KB that are 100 MB. */
    private static byte[] bomb() {
        byte[] zeros = new byte[100 << 20];
        Arrays.fill(zeros, (byte) ' ');
        return compressed(zeros);
    }

    private static byte[] compressed(byte[] plain) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
        return bytes.toByteArray();
    }

    private static byte[] half(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length / 2);
    }
}
