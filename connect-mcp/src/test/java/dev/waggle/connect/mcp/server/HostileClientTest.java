package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients that send mutated messages: each gets one well-formed answer, or the status of HTTP that says why not. */
@Timeout(300)
class HostileClientTest {

    private static final int QUICK = 1_500;
    private static final int LONG = 40_000;
    private static final Duration A_WHILE = Duration.ofSeconds(30);

    private final TestHost host = new TestHost();

    @Test
    void eachMessageOnAStreamGetsItsAnswer() throws Exception {
        stream(20_260_101, QUICK);
    }

    @Test
    void eachMessageOverHttpGetsItsAnswerOrStatus() throws Exception {
        http(20_260_102, QUICK);
    }

    @Test
    @Tag("long")
    void manyMoreMessagesGetTheirAnswers() throws Exception {
        for (long seed = 1; seed <= 3; seed++) {
            stream(seed, LONG);
            http(seed, LONG);
        }
    }

    private void stream(long seed, int count) throws Exception {
        HostileMessages messages = new HostileMessages(seed);
        try (StreamClient pipe = StreamClient.initialized(host)) {
            for (int i = 0; i < count; i++) {
                byte[] message = messages.next();
                String shown = "seed " + seed + ", message " + i + ": " + shown(message);
                pipe.sendRaw(message);
                pipe.send("");
                if (HostileMessages.answers(message) == 1) {
                    requireAnswer(message, pipe.receive(), shown);
                }
                if (i % 50 == 0) {
                    // Any further answer would come before this one.
                    pipe.send(StreamClient.call("\"still there " + i + "\"", "echo", "{}"));
                    assertThat(pipe.receive()).as(shown).contains("\"still there " + i + "\"", "heard by");
                }
            }
        }
    }

    private void http(long seed, int count) throws Exception {
        HostileMessages messages = new HostileMessages(seed);
        Set<Thread> before = platformThreads();
        try (McpServerHandle serving = McpServerHandle.http(host.served(), HttpEndpoint.local(0, RawHttp.TOKEN),
                World.system(1)); HttpClient client = HttpClient.newHttpClient()) {
            URI url = URI.create("http://127.0.0.1:" + serving.port().orElseThrow() + "/mcp");
            String session = session(client, url);
            for (int i = 0; i < count; i++) {
                byte[] message = messages.next();
                String shown = "seed " + seed + ", message " + i + ": " + shown(message);
                HttpResponse<String> answer = client.send(post(url, session, message),
                        HttpResponse.BodyHandlers.ofString());
                requireAnswer(message, answer, shown);
            }
            assertThat(client.send(post(url, session, StreamClient.call(1, "echo", "{}").getBytes(
                    StandardCharsets.UTF_8)), HttpResponse.BodyHandlers.ofString()).body()).contains("heard by");
            assertThat(client.send(request(url, session).DELETE().build(), HttpResponse.BodyHandlers.ofString())
                    .statusCode()).isEqualTo(200);
        }
        Set<Thread> left = platformThreads();
        left.removeAll(before);
        for (Thread thread : left) {
            // A thread of the server ends soon after close; one that stays would keep a program from ending.
            assertThat(thread.join(A_WHILE)).as(thread.getName()).isTrue();
        }
    }

    private static void requireAnswer(byte[] message, HttpResponse<String> answer, String shown) {
        if (message.length > 0 && HostileMessages.answers(message) == 0) {
            assertThat(answer.statusCode()).as(shown).isEqualTo(202);
            assertThat(answer.body()).as(shown).isEmpty();
            return;
        }
        assertThat(answer.statusCode()).as(shown + "\n" + answer.body()).isIn(200, 400);
        List<String> lines = answer.headers().firstValue("Content-Type").orElse("").startsWith("text/event-stream")
                ? answer.body().lines().filter(line -> line.startsWith("data: ")).map(line -> line.substring(6))
                        .toList()
                : List.of(answer.body());
        assertThat(lines).as(shown + "\n" + answer.body()).hasSize(1);
        requireAnswer(message, lines.getFirst(), shown);
    }

    /** One answer: with the id of the message, if that has one. */
    private static void requireAnswer(byte[] message, String line, String shown) {
        Map<String, JsonValue> answer = WellFormedAnswer.of(line, shown);
        Optional<JsonValue> id = id(message);
        if (answer.containsKey("result")) {
            assertThat(id).as(shown + "\n" + line).contains(answer.get("id"));
        } else {
            assertThat(answer.get("id")).as(shown + "\n" + line).isIn(JsonValue.ofNull(),
                    id.orElse(JsonValue.ofNull()));
        }
    }

    private static Optional<JsonValue> id(byte[] message) {
        try {
            return JsonText.read(new String(message, StandardCharsets.UTF_8)) instanceof JsonValue.Obj(var fields)
                    ? Optional.ofNullable(fields.get("id"))
                    : Optional.empty();
        } catch (IllegalArgumentException noJson) {
            return Optional.empty();
        }
    }

    private static String session(HttpClient client, URI url) throws IOException, InterruptedException {
        HttpResponse<String> opened = client.send(post(url, "", StreamClient.INITIALIZE.getBytes(
                StandardCharsets.UTF_8)), HttpResponse.BodyHandlers.ofString());
        return opened.headers().firstValue("Mcp-Session-Id").orElseThrow();
    }

    private static HttpRequest post(URI url, String session, byte[] message) {
        return request(url, session).POST(HttpRequest.BodyPublishers.ofByteArray(message)).build();
    }

    private static HttpRequest.Builder request(URI url, String session) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).header("Authorization", "Bearer " + RawHttp.TOKEN)
                .header("Content-Type", "application/json").header("Accept", "application/json, text/event-stream");
        return session.isEmpty() ? request : request.header("Mcp-Session-Id", session);
    }

    private static String shown(byte[] message) {
        return new String(Arrays.copyOf(message, Math.min(message.length, 2_000)), StandardCharsets.UTF_8);
    }

    /** Threads that would keep a program from ending. */
    private static Set<Thread> platformThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> !thread.isDaemon())
                .collect(Collectors.toCollection(HashSet::new));
    }
}
