package dev.waggle.server.api.a2a;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpServer;
import dev.waggle.journal.JsonText;
import dev.waggle.server.BoundedWait;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class PushDeliveryTest {

    @TempDir
    private Path home;

    private final LinkedBlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private HttpServer receiver;
    private A2aFolder folder;
    private A2aCaller current;
    private A2aCaller legacy;
    private volatile int status = 200;

    /** Update as the receiver got it. */
    private record Received(String type, String token, String authorization, String body) {}

    @BeforeEach
    void serve() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/hook", exchange -> {
            received.add(new Received(String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("X-A2A-Notification-Token")),
                    String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            int answer = status;
            status = 200;
            exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/");
            exchange.sendResponseHeaders(answer, -1);
            exchange.close();
        });
        receiver.start();
        folder = new A2aFolder(home, A2aSettings.of("test").withPushPlaces(List.of(place())));
        current = new A2aCaller(folder.port(), "1.0", Map.of());
        legacy = new A2aCaller(folder.port(), "", Map.of());
    }

    @AfterEach
    void close() {
        current.close();
        legacy.close();
        folder.close();
        receiver.stop(0);
    }

    private String place() {
        return "127.0.0.1:" + receiver.getAddress().getPort();
    }

    @Test
    void updatesArriveInTheFormOfTheVersionWithTheSecretsOfTheClient() throws Exception {
        var _ = current.call("SendMessage", """
                {"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"q"}]},"configuration":\
                {"taskPushNotificationConfig":{"id":"p","url":"http://%s/hook","token":"secret",\
                "authentication":{"scheme":"Bearer","credentials":"c"}}}}""".formatted(place()));

        Received working = next();
        assertThat(working.type()).startsWith("application/a2a+json");
        assertThat(working.token()).isEqualTo("secret");
        assertThat(working.authorization()).isEqualTo("Bearer c");
        assertThat(at(working, "statusUpdate", "status", "state")).isEqualTo("TASK_STATE_WORKING");
        assertThat(at(next(), "artifactUpdate", "artifact", "artifactId")).isEqualTo("answer");
        for (int i = 0; i < 3; i++) {
            Received _ = next();
        }
        assertThat(at(next(), "statusUpdate", "status", "state")).isEqualTo("TASK_STATE_COMPLETED");
    }

    @Test
    void anEscalationAndItsAnswerArrive() throws Exception {
        String task = current.text("SendMessage", """
                {"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"escalate"}]},"configuration":\
                {"taskPushNotificationConfig":{"id":"p","url":"http://%s/hook"}}}""".formatted(place()),
                "result", "task", "id");
        Received _ = next();
        assertThat(nextState(3)).isEqualTo("TASK_STATE_INPUT_REQUIRED");

        var _ = current.call("SendMessage", """
                {"message":{"messageId":"m2","role":"ROLE_USER","taskId":"%s","parts":[{"text":"decide: wait"}]}}"""
                .formatted(task));
        assertThat(nextState(4)).isEqualTo("TASK_STATE_COMPLETED");
    }

    @Test
    void aRejectionArrives() throws Exception {
        String task = current.text("SendMessage", """
                {"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"refuse this"}]},"configuration":\
                {"taskPushNotificationConfig":{"id":"p","url":"http://%s/hook"}}}""".formatted(place()),
                "result", "task", "id");

        Received rejected = next();
        assertThat(at(rejected, "statusUpdate", "status", "state")).isEqualTo("TASK_STATE_REJECTED");
        assertThat(at(rejected, "statusUpdate", "taskId")).isEqualTo(task);
    }

    /** State of the status that comes after that many artifacts. */
    private String nextState(int artifacts) throws InterruptedException {
        for (int i = 0; i < artifacts; i++) {
            assertThat(at(next(), "artifactUpdate", "taskId")).startsWith("solve_");
        }
        return at(next(), "statusUpdate", "status", "state");
    }

    @Test
    void aReceiverOfTheFormerVersionGetsTheWholeTaskAndAnotherAttempt() throws Exception {
        status = 302;
        String task = legacy.text("message/send", """
                {"message":{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"text","text":"q"}]},\
                "configuration":{"pushNotificationConfig":{"url":"http://%s/hook"}}}""".formatted(place()),
                "result", "id");

        assertThat(at(next(), "id")).isEqualTo(task);
        Received again = next();
        assertThat(at(again, "kind")).isEqualTo("task");
        assertThat(again.type()).startsWith("application/json");
        assertThat(at(next(), "status", "state")).isEqualTo("completed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://127.0.0.1:1/", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/",
        "http://localhost/", "ftp://example.org/", "http://0x7f000001/", "nonsense"})
    void addressesThatAreNotPublicAreRefused(String url) throws Exception {
        String task = legacy.text("message/send", """
                {"message":{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"text","text":"q"}]}}""",
                "result", "id");

        assertThat(current.text("CreateTaskPushNotificationConfig", "{\"taskId\":\"%s\",\"url\":\"%s\"}"
                .formatted(task, url), "error", "code")).isEqualTo("-32602");
    }

    @Test
    void configurationsAreBoundedListedAndDeleted() throws Exception {
        String task = legacy.text("message/send", """
                {"message":{"kind":"message","messageId":"m1","role":"user","parts":[{"kind":"text","text":"q"}]}}""",
                "result", "id");
        for (int i = 0; i < PushConfigs.MAX_TARGETS; i++) {
            assertThat(set(task, "c" + i, "id")).isEqualTo("c" + i);
        }
        assertThat(current.text("CreateTaskPushNotificationConfig", config(task, "more"), "error", "code"))
                .isEqualTo("-32602");
        assertThat(current.text("GetTaskPushNotificationConfig", "{\"taskId\":\"%s\",\"id\":\"c3\"}".formatted(task),
                "result", "id")).isEqualTo("c3");
        assertThat(current.text("DeleteTaskPushNotificationConfig", "{\"taskId\":\"%s\",\"id\":\"c0\"}"
                .formatted(task), "result")).isEqualTo("null");
        assertThat(legacy.text("tasks/pushNotificationConfig/list", "{\"id\":\"" + task + "\"}", "result", "8",
                "pushNotificationConfig", "id")).isEqualTo("c9");
    }

    private String set(String task, String id, String field) throws Exception {
        return current.text("CreateTaskPushNotificationConfig", config(task, id), "result", field);
    }

    private String config(String task, String id) {
        return "{\"taskId\":\"%s\",\"id\":\"%s\",\"url\":\"http://%s/hook\"}".formatted(task, id, place());
    }

    private Received next() throws InterruptedException {
        BoundedWait.until(() -> !received.isEmpty());
        Received next = received.poll(1, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no update came");
        }
        return next;
    }

    private static String at(Received update, String... path) {
        return A2aCaller.at(JsonText.read(update.body()), path);
    }
}
