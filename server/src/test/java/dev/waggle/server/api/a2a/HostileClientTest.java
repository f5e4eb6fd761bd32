package dev.waggle.server.api.a2a;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.waggle.journal.JsonText;
import dev.waggle.server.BoundedWait;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Attacks of clients on the tasks of a server. */
@Timeout(60)
class HostileClientTest {

    private static final String[] STATE = {"result", "task", "status", "state"};
    private static final String MESSAGE = "{\"message\":{\"messageId\":\"n\",\"role\":\"ROLE_USER\","
            + "\"parts\":[{\"text\":\"alive?\"}]}}";

    @TempDir
    private Path home;

    private A2aFolder folder;
    private A2aCaller current;
    private A2aCaller legacy;

    @BeforeEach
    void serve() {
        folder = new A2aFolder(home, A2aSettings.of("test").withPushPlaces(List.of("127.0.0.1:1")));
        current = new A2aCaller(folder.port(), "1.0", Map.of());
        legacy = new A2aCaller(folder.port(), "", Map.of());
    }

    @AfterEach
    void close() {
        current.close();
        legacy.close();
        folder.close();
    }

    private void serveAgain() {
        close();
        serve();
    }

    @Test
    void aStoredMessageOrReceiverNeverKeepsTheServerFromStarting() throws Exception {
        String task = legacy.text("message/send", """
                {"message":{"kind":"message","messageId":"\\ud800","role":"user","contextId":"\\u0000\\udfff",\
                "metadata":{"n":1E+99999,"\\u2028":null},"extensions":[""],"referenceTaskIds":[""],\
                "parts":[{"kind":"text","text":"half \\ud83d a pair","metadata":{"a":[[]]}}]}}""", "result", "id");
        for (String scheme : List.of("\"\"", "\" \"", "\"\",\"Bearer\"")) {
            String set = legacy.text("tasks/pushNotificationConfig/set", """
                    {"taskId":"%s","pushNotificationConfig":{"id":"\\ud800","url":"http://127.0.0.1:1/",\
                    "token":"","authentication":{"schemes":[%s],"credentials":"c"}}}""".formatted(task, scheme),
                    "result", "taskId");
            assertThat(set).isEqualTo(task);
        }
        JsonValue before = current.call("GetTask", "{\"id\":\"" + task + "\"}");
        serveAgain();

        assertThat(current.call("GetTask", "{\"id\":\"" + task + "\"}")).isEqualTo(before);
        assertThat(legacy.text("tasks/pushNotificationConfig/list", "{\"id\":\"" + task + "\"}", "result", "0",
                "pushNotificationConfig", "authentication", "schemes", "0")).isEqualTo("Bearer");
    }

    @Test
    void aRefusalIsShortWhateverTheRequestHolds() throws Exception {
        String huge = "x".repeat(200_000);
        String kinds = String.join(",", IntStream.range(0, 5_000)
                .mapToObj(i -> "{\"kind\":\"k" + i + "y".repeat(80) + "\"}").toList());
        List<JsonValue> refusals = new ArrayList<>(List.of(
                legacy.call("message/send", message("{\"kind\":\"data\",\"data\":{\"question\":\"q\",\"" + huge
                        + "\":1}}")),
                legacy.call("message/send", message("{\"kind\":\"" + huge + "\"}")),
                legacy.call("message/send", message(kinds)),
                legacy.call("message/send", message("{\"kind\":\"text\",\"text\":\"q\"}").replace("\"m\"",
                        '"' + huge + '"')),
                legacy.call(huge, "{}"),
                legacy.call("tasks/get", "{\"id\":\"" + huge + "\"}"),
                current.call("ListTasks", "{\"status\":\"" + huge + "\"}"),
                current.call("ListTasks", "{\"pageToken\":\"" + huge + "\"}"),
                current.call("ListTasks", "{\"statusTimestampAfter\":\"" + huge + "\"}")));

        assertThat(refusals).allSatisfy(refusal -> {
            assertThat(A2aCaller.at(refusal, "error", "code")).startsWith("-32");
            assertThat(JsonText.write(refusal)).hasSizeLessThan(3_000);
        });
        assertThat(legacy.text("message/send", message("{\"kind\":\"text\",\"text\":\"refuse " + huge + "\"}"),
                "result", "status", "state")).isEqualTo("rejected");
        assertThat(current.text("SendMessage", MESSAGE, STATE)).isEqualTo("TASK_STATE_COMPLETED");
    }

    @Test
    void aMessageWhoseValuesFillTheMemoryIsRefused() throws Exception {
        String texts = "\"\",".repeat(1_000) + "\"\"";
        for (String message : List.of(
                message("{\"kind\":\"text\",\"text\":\"q\"},".repeat(1_000) + "{\"kind\":\"text\",\"text\":\"q\"}"),
                message("{\"kind\":\"text\",\"text\":\"q\"}").replace("\"role\"", "\"extensions\":[" + texts
                        + "],\"role\""),
                message("{\"kind\":\"text\",\"text\":\"q\"}").replace("\"role\"", "\"referenceTaskIds\":[" + texts
                        + "],\"role\""),
                message("{\"kind\":\"text\",\"text\":\"q\",\"metadata\":{\"a\":[" + "[],".repeat(30_000) + "[]]}}"))) {
            assertThat(legacy.text("message/send", message, "error", "code")).isEqualTo("-32602");
        }
    }

    @Test
    void aPageOfHugeTasksEndsEarlyAndHasAllWithTheNextOnes() throws Exception {
        String huge = "x".repeat(900_000);
        for (int i = 0; i < 8; i++) {
            assertThat(legacy.text("message/send", message("{\"kind\":\"text\",\"text\":\"Shard? " + huge + "\"}")
                    .replace("\"m\"", "\"m" + i + "\""), "result", "status", "state")).isEqualTo("completed");
        }
        List<String> ids = new ArrayList<>();
        String token = "";
        int pages = 0;
        do {
            JsonValue page = current.call("ListTasks", "{\"historyLength\":1,\"status\":\"TASK_STATE_COMPLETED\","
                    + "\"pageToken\":\"" + token + "\"}");
            assertThat(JsonText.write(page)).hasSizeLessThan(6_000_000);
            for (int i = 0; i < 8; i++) {
                String id = A2aCaller.at(page, "result", "tasks", String.valueOf(i), "id");
                if (!id.equals("null")) {
                    ids.add(id);
                }
            }
            token = A2aCaller.at(page, "result", "nextPageToken");
            pages++;
        } while (!token.isEmpty());

        assertThat(pages).isEqualTo(2);
        assertThat(ids).hasSize(8).doesNotHaveDuplicates();
    }

    @Test
    void aMessageThatNoAnswerCanHoldIsRefused() throws Exception {
        String deep = "[".repeat(480) + "]".repeat(480);
        String text = "{\"kind\":\"text\",\"text\":\"q\"}";
        for (String message : List.of(message(text).replace("\"role\"", "\"metadata\":{\"a\":" + deep + "},\"role\""),
                message("{\"kind\":\"text\",\"text\":\"q\",\"metadata\":{\"a\":" + deep + "}}"),
                message(text + ",{\"kind\":\"data\",\"data\":{\"config\":{\"a\":" + deep + "}}}"))) {
            assertThat(legacy.text("message/send", message, "error", "message")).contains("levels deep");
        }
        String shallow = "[".repeat(90) + "]".repeat(90);
        String task = legacy.text("message/send", message(text).replace("\"role\"", "\"metadata\":{\"a\":" + shallow
                + "},\"role\""), "result", "id");
        assertThat(legacy.text("tasks/get", "{\"id\":\"" + task + "\"}", "result", "history", "0", "metadata", "a"))
                .isEqualTo(shallow);
        assertThat(current.text("ListTasks", "{\"historyLength\":1}", "result", "totalSize")).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"maxRounds\":1E+99999}", "{\"maxRounds\":-1}", "{\"budgetUsd\":1E+400}",
        "{\"threshold\":\"NaN\"}", "{\"agents\":2147483648}", "{\"question\":{}}", "[]", "\"text\""})
    void numbersAndFormsThatNoOrderHasAreRefused(String data) throws Exception {
        assertThat(current.text("SendMessage", "{\"message\":{\"messageId\":\"m\",\"role\":\"ROLE_USER\",\"parts\":["
                + "{\"text\":\"q\"},{\"data\":" + data + "}]}}", "error", "code")).isEqualTo("-32602");
    }

    @Test
    void aTokenCannotHoldMoreBlockingMessagesThanItsStreams() throws Exception {
        TokenFile.of(home.resolve("tokens.jsonl"), World.system()).create(TokenGrant.of("ann", AccessScope.READ,
                AccessScope.SOLVE).withLimits(CallerLimits.defaults().withConcurrency(8, 2)));
        serveAgain();
        String params = message("{\"kind\":\"text\",\"text\":\"wait for the door\"}");
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                A2aCaller ann = new A2aCaller(folder.port(), "", Map.of("X-Caller", "ann"))) {
            List<CompletableFuture<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                calls.add(CompletableFuture.supplyAsync(() -> status(ann, params), threads));
            }
            BoundedWait.until(() -> calls.stream().filter(CompletableFuture::isDone).count() == 3);
            assertThat(calls.stream().filter(CompletableFuture::isDone).map(CompletableFuture::join))
                    .containsOnly(429);
            folder.solves().openDoor();
            for (CompletableFuture<Integer> call : calls) {
                Integer _ = call.get(20, TimeUnit.SECONDS);
            }
            assertThat(calls.stream().map(CompletableFuture::join)).filteredOn(status -> status == 200).hasSize(2);
            assertThat(status(ann, params)).isEqualTo(200); // The places are free again.
        }
    }

    @Test
    void aFailureOfTheServerIsAnErrorWithTheIdOfTheRequest() throws Exception {
        Path inTheWay = Files.createFile(home.resolve("a2a"));
        JsonValue failed = current.call("SendMessage", MESSAGE);
        assertThat(A2aCaller.at(failed, "error", "code")).isEqualTo("-32603");
        assertThat(A2aCaller.at(failed, "error", "message")).contains("Maybe").doesNotContain(home.toString());
        assertThat(A2aCaller.at(failed, "id")).isEqualTo("7");

        Files.delete(inTheWay);
        assertThat(current.text("SendMessage", MESSAGE, STATE)).isEqualTo("TASK_STATE_COMPLETED");
    }

    @Test
    void aLimitOfATokenIsAnErrorWithTheIdOfTheRequestAndTheStatusOfTheLimit() throws Exception {
        var _ = TokenFile.of(home.resolve("tokens.jsonl"), World.system()).create(TokenGrant.of("ann",
                AccessScope.READ, AccessScope.SOLVE).withLimits(CallerLimits.defaults().withConcurrency(8, 1)));
        serveAgain();
        String wait = MESSAGE.replace("alive?", "wait for the door");
        try (A2aCaller ann = new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", "ann"));
                A2aCaller.EventLines stream = ann.stream("SendStreamingMessage", wait)) {
            assertThat(stream.next()).isNotNull();
            HttpResponse<String> full = ann.raw("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":"
                    + "\"SendStreamingMessage\",\"params\":" + wait + '}');

            assertThat(full.statusCode()).isEqualTo(429);
            assertThat(full.headers().firstValue("Retry-After")).isPresent();
            assertThat(A2aCaller.at(JsonText.read(full.body()), "id")).isEqualTo("x");
            assertThat(A2aCaller.at(JsonText.read(full.body()), "error", "code")).isEqualTo("-32603");
            assertThat(A2aCaller.at(JsonText.read(full.body()), "error", "message")).contains("open streams");
            folder.solves().openDoor();
        }
    }

    @Test
    void aMessageThatBlocksEndsWithTheRightOfItsToken() throws Exception {
        ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 1);
        TokenFile tokens = TokenFile.of(home.resolve("tokens.jsonl"), world);
        var _ = tokens.create(TokenGrant.of("ann", AccessScope.READ, AccessScope.SOLVE));
        folder.close();
        folder = new A2aFolder(home, A2aSettings.of("test"), world, 8);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                A2aCaller ann = new A2aCaller(folder.port(), "", Map.of("X-Caller", "ann"))) {
            Future<String> call = threads.submit(() -> ann.raw("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":"
                    + "\"message/send\",\"params\":" + message("{\"kind\":\"text\",\"text\":\"wait for the door\"}")
                    + '}').body());
            folder.solves().awaitEntry();
            var _ = tokens.revoke("ann");
            BoundedWait.until(() -> {
                world.advance(Duration.ofSeconds(10));
                return call.isDone();
            });
            assertThat(call.get()).startsWith("{").contains("\"working\"");
        }
    }

    @Test
    void manyReceiversAtOnceAreNoMoreThanATaskMayHave() throws Exception {
        String task = current.text("SendMessage", "{\"message\":{\"messageId\":\"n\",\"role\":\"ROLE_USER\","
                + "\"parts\":[{\"text\":\"q\"}]}}", "result", "task", "id");
        List<Callable<String>> calls = Collections.nCopies(40, () -> current.text("CreateTaskPushNotificationConfig",
                "{\"taskId\":\"" + task + "\",\"url\":\"http://127.0.0.1:1/\"}", "error", "code"));
        List<String> codes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<String> code : threads.invokeAll(calls)) {
                codes.add(code.get());
            }
        }

        assertThat(codes).filteredOn("null"::equals).hasSize(PushConfigs.MAX_TARGETS);
        assertThat(codes).filteredOn("-32602"::equals).hasSize(40 - PushConfigs.MAX_TARGETS);
    }

    private static int status(A2aCaller caller, String params) {
        try {
            return caller.raw("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"message/send\",\"params\":" + params + '}')
                    .statusCode();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static String message(String parts) {
        return "{\"message\":{\"kind\":\"message\",\"messageId\":\"m\",\"role\":\"user\",\"parts\":[" + parts + "]}}";
    }
}
