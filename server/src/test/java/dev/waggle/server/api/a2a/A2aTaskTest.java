package dev.waggle.server.api.a2a;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.server.CodedSolves;
import dev.waggle.server.api.a2a.A2aCaller.EventLines;
import dev.waggle.server.api.a2a.A2aCaller.EventLines.Line;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class A2aTaskTest extends A2aTestBed {

    @ParameterizedTest
    @ValueSource(strings = {"1.0", ""})
    void aMessageJoinsTheTraceOfItsHeader(String version) throws Exception {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (A2aCaller traced = new A2aCaller(folder.port(), version, Map.of("traceparent", parent))) {
            var _ = version.isEmpty()
                    ? traced.call("message/send", old("m1", "Shard or buy time?"))
                    : traced.call("SendMessage", young("m1", "Shard or buy time?"));
        }
        var _ = legacy.call("message/send", old("m2", "Without a trace?"));

        assertThat(folder.solves().callers()).containsExactly(Map.of("traceparent", parent));
        assertThat(folder.solves().traced()).containsExactly(parent, "");
    }

    @Test
    void theTraceOfATokenThatMayNotAdministerIsNotJoined() throws Exception {
        String parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        try (A2aCaller partner = new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", "partner", "traceparent",
                parent));
                A2aCaller operator = new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", "ops", "X-Scopes",
                        "ADMIN", "traceparent", parent, "tracestate", "a=1,b=2"))) {
            var _ = partner.call("SendMessage", young("m1", "Shard or buy time?"));
            assertThat(folder.solves().callers()).isEmpty();
            assertThat(folder.solves().traced()).containsExactly("");
            var _ = operator.call("SendMessage", young("m2", "Shard or buy time?"));
        }

        assertThat(folder.solves().callers()).containsExactly(Map.of("traceparent", parent, "tracestate", "a=1,b=2"));
        assertThat(folder.solves().traced()).containsExactly("", parent);
    }

    @Test
    void anUnknownVersionIsRefusedInTheFormOfTheLatest() throws Exception {
        try (A2aCaller future = new A2aCaller(folder.port(), "2.0", Map.of())) {
            var answer = future.call("SendMessage", young("m", "x"));

            assertThat(A2aCaller.at(answer, "error", "code")).isEqualTo("-32009");
            assertThat(A2aCaller.at(answer, "error", "data", "0", "reason")).isEqualTo("VERSION_NOT_SUPPORTED");
            assertThat(A2aCaller.at(answer, "id")).isEqualTo("7");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "{\"kind\":\"file\",\"file\":{\"uri\":\"https://x/y\"}} | -32005 | \"file\"",
        "{\"kind\":\"hologram\",\"cube\":1} | -32005 | \"hologram\"",
        "{\"kind\":\"data\",\"data\":{\"template\":\"decision\"}} | -32602 | question",
        "{\"kind\":\"data\",\"data\":{\"question\":\"x\",\"temlate\":\"decision\"}} | -32602 | template",
        "{\"kind\":\"text\",\"text\":\"  \"} | -32602 | question"})
    void partsThatAreNoOrderAreRefusedByName(String part, String code, String named) throws Exception {
        var answer = legacy.call("message/send", "{\"message\":{\"kind\":\"message\",\"messageId\":\"m\","
                + "\"role\":\"user\",\"parts\":[" + part + "]}}");

        assertThat(A2aCaller.at(answer, "error", "code")).isEqualTo(code);
        assertThat(A2aCaller.at(answer, "error", "message")).contains(named);
        assertThat(legacy.text("tasks/get", "{\"id\":\"m\"}", "error", "code")).isEqualTo("-32001");
    }

    @Test
    void anOrderThatIsRefusedAfterAcceptanceIsARejectedTask() throws Exception {
        var answer = current.call("SendMessage", young("m1", "refuse this"));

        assertThat(A2aCaller.at(answer, STATE_10)).isEqualTo("TASK_STATE_REJECTED");
        assertThat(A2aCaller.at(answer, "result", "task", "status", "message", "parts", "0", "text"))
                .contains("this question is refused").contains("Maybe ask another.");
        assertThat(current.text("SendMessage", young("m2", "fail now"), STATE_10)).isEqualTo("TASK_STATE_FAILED");
    }

    @Test
    void theSameMessageIsTheSameTask() throws Exception {
        String first = legacy.text("message/send", old("m1", "once"), "result", "id");

        assertThat(legacy.text("message/send", old("m1", "once"), "result", "id")).isEqualTo(first);
        assertThat(legacy.text("message/send", old("m1", "twice"), "error", "code")).isEqualTo("-32602");
        assertThat(legacy.text("message/send", old("m2", "once"), "result", "id")).isNotEqualTo(first);
        assertThat(current.text("ListTasks", "{}", "result", "totalSize")).isEqualTo("2");
        assertThat(legacy.text("message/send", """
                {"message":{"kind":"message","messageId":"m3","role":"user","taskId":"%s",\
                "parts":[{"kind":"text","text":"more"}]}}""".formatted(first), "error", "code")).isEqualTo("-32004");
    }

    @Test
    void tasksOfOthersAreAsUnknownOnes() throws Exception {
        try (A2aCaller ann = new A2aCaller(folder.port(), "", Map.of("X-Caller", "ann"));
                A2aCaller bea = new A2aCaller(folder.port(), "", Map.of("X-Caller", "bea"));
                A2aCaller tenant = new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", "ann", "X-Tenant", "t"))) {
            String task = ann.text("message/send", old("m1", "mine"), "result", "id");
            for (String method : List.of("tasks/get", "tasks/cancel", "tasks/resubscribe",
                    "tasks/pushNotificationConfig/list")) {
                String params = "{\"id\":\"%s\"}";
                var foreign = bea.call(method, params.formatted(task));

                assertThat(A2aCaller.at(foreign, "error", "code")).isEqualTo("-32001");
                assertThat(foreign).isEqualTo(bea.call(method, params.formatted("solve_none")));
            }
            assertThat(tenant.text("GetTask", "{\"id\":\"" + task + "\"}", "error", "code")).isEqualTo("-32001");
            assertThat(tenant.text("ListTasks", "{}", "result", "totalSize")).isEqualTo("0");
            assertThat(bea.text("message/send", old("m1", "other"), "result", "id")).isNotEqualTo(task);
            assertThat(ann.text("tasks/get", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("completed");
        }
        try (A2aCaller reader = new A2aCaller(folder.port(), "", Map.of("X-Caller", "rob", "X-Scopes", "SOLVE"))) {
            assertThat(reader.raw("{}").statusCode()).isEqualTo(403);
        }
    }

    @Test
    void aPersonIsAskedAndAnsweredByAFurtherMessage() throws Exception {
        var asked = current.call("SendMessage", young("m1", "ask eva"));
        String task = A2aCaller.at(asked, "result", "task", "id");

        assertThat(A2aCaller.at(asked, STATE_10)).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(A2aCaller.at(asked, "result", "task", "status", "message", "parts", "0", "text"))
                .contains(CodedSolves.PERSON, "taskId");
        assertThat(A2aCaller.at(asked, "result", "task", "status", "message", "parts", "1", "data", "seats", "0"))
                .contains("\"seat\":\"eva\"", "\"forms\":", "\"deadline\":");
        assertThat(current.text("SendMessage", answer(task, "a1", "dance"), "error", "code")).isEqualTo("-32602");
        try (A2aCaller ann = new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", "owner"))) {
            assertThat(ann.text("SendMessage", answer(task, "a2", "pass"), "error", "message")).contains("right seat");
        }

        String state = "TASK_STATE_INPUT_REQUIRED";
        for (int i = 0; state.equals("TASK_STATE_INPUT_REQUIRED") && i < 20; i++) {
            state = current.text("SendMessage", answer(task, "b" + i, "pass"), STATE_10);
        }
        assertThat(state).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(current.text("GetTask", "{\"id\":\"" + task + "\",\"historyLength\":1}", "result", "history", "0",
                "messageId")).startsWith("b");
        assertThat(current.text("GetTask", "{\"id\":\"" + task + "\",\"historyLength\":0}", "result", "history"))
                .isEqualTo("null");
    }

    @Test
    void aTaskThatWaitsForAPersonCanBeCancelledForGood() throws Exception {
        String task = current.text("SendMessage", young("m1", "ask eva"), "result", "task", "id");

        assertThat(current.text("CancelTask", "{\"id\":\"" + task + "\"}", "result", "status", "state"))
                .isEqualTo("TASK_STATE_CANCELED");
        assertThat(current.text("SendMessage", answer(task, "a1", "pass"), "error", "code")).isEqualTo("-32004");
        assertThat(current.text("GetTask", "{\"id\":\"" + task + "\"}", "result", "status", "state"))
                .isEqualTo("TASK_STATE_CANCELED");
    }

    @Test
    void aBrokenStreamGoesOnWithoutGapAndWithoutRepetition() throws Exception {
        List<Long> seen = new ArrayList<>();
        String task;
        try (EventLines first = current.stream("SendStreamingMessage", """
                {"message":{"messageId":"m1","role":"ROLE_USER","parts":[{"text":"wait for the door"}]},\
                "metadata":{"verbosity":"verbose"}}""")) {
            task = Objects.requireNonNull(first.next()).at("task", "id");
            for (int i = 0; i < 2; i++) {
                seen.add(Objects.requireNonNull(first.next()).number());
            }
        }
        folder.solves().awaitEntry();
        try (EventLines second = current.stream("SubscribeToTask", "{\"id\":\"" + task + "\"}", "Last-Event-ID",
                String.valueOf(seen.getLast()))) {
            folder.solves().openDoor();
            List<Line> rest = second.rest();
            rest.stream().map(Line::number).filter(number -> number > 0).forEach(seen::add);
            assertThat(rest.getLast().at("statusUpdate", "status", "state")).isEqualTo("TASK_STATE_COMPLETED");
        }
        List<Long> fresh;
        try (EventLines whole = current.stream("SubscribeToTask", "{\"id\":\"" + task + "\"}", "Last-Event-ID", "0")) {
            fresh = whole.rest().stream().map(Line::number).filter(number -> number > 0).toList();
        }
        assertThat(seen).isEqualTo(fresh);
        assertThat(seen.subList(0, seen.size() - 5)).doesNotHaveDuplicates().isSorted();
        assertThat(current.text("SubscribeToTask", "{\"id\":\"" + task + "\"}", "error", "code")).isEqualTo("-32004");
        try (EventLines ended = legacy.stream("tasks/resubscribe", "{\"id\":\"" + task + "\"}")) {
            assertThat(ended.rest()).hasSize(6);
        }
    }

    @Test
    void tasksSurviveARestartAndGoOn() throws Exception {
        String done = current.text("SendMessage", young("m1", "before"), "result", "task", "id");
        String waits = current.text("SendMessage", """
                {"message":{"messageId":"m2","role":"ROLE_USER","contextId":"ctx","parts":[{"text":"wait for it"}]},\
                "configuration":{"returnImmediately":true}}""", "result", "task", "id");
        String asks = current.text("SendMessage", young("m3", "ask eva"), "result", "task", "id");
        folder.solves().awaitEntry();
        serveAgain();

        assertThat(current.text("GetTask", "{\"id\":\"" + done + "\"}", "result", "artifacts", "0", "parts", "0",
                "text")).isEqualTo("Shard the table");
        assertThat(current.text("GetTask", "{\"id\":\"" + asks + "\"}", "result", "status", "state"))
                .isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(current.text("ListTasks", "{\"contextId\":\"ctx\"}", "result", "tasks", "0", "id"))
                .isEqualTo(waits);
        try (EventLines stream = current.stream("SubscribeToTask", "{\"id\":\"" + waits + "\"}")) {
            folder.solves().openDoor();
            List<Line> rest = stream.rest();
            assertThat(rest.getFirst().at("task", "status", "state")).isEqualTo("TASK_STATE_WORKING");
            assertThat(rest.getFirst().at("task", "contextId")).isEqualTo("ctx");
            assertThat(rest.getLast().at("statusUpdate", "status", "state")).isEqualTo("TASK_STATE_COMPLETED");
        }
        assertThat(current.text("SendMessage", young("m1", "before"), "result", "task", "id")).isEqualTo(done);
    }

    @Test
    void tasksAreListedInPages() throws Exception {
        for (int i = 0; i < 5; i++) {
            var _ = current.call("SendMessage", """
                    {"message":{"messageId":"m%d","role":"ROLE_USER","contextId":"c%d","parts":[{"text":"q"}]}}"""
                    .formatted(i, i % 2));
        }
        var first = current.call("ListTasks", "{\"pageSize\":2}");
        String token = A2aCaller.at(first, "result", "nextPageToken");
        var second = current.call("ListTasks", "{\"pageSize\":3,\"pageToken\":\"" + token + "\"}");

        assertThat(A2aCaller.at(first, "result", "totalSize")).isEqualTo("5");
        assertThat(A2aCaller.at(first, "result", "tasks", "0", "artifacts")).isEqualTo("null");
        assertThat(A2aCaller.at(second, "result", "nextPageToken")).isEmpty();
        assertThat(A2aCaller.at(second, "result", "pageSize")).isEqualTo("3");
        assertThat(current.text("ListTasks", "{\"contextId\":\"c1\",\"includeArtifacts\":true}", "result", "tasks",
                "1", "artifacts", "0", "artifactId")).isEqualTo("answer");
        assertThat(current.text("ListTasks", "{\"status\":\"TASK_STATE_WORKING\"}", "result", "totalSize"))
                .isEqualTo("0");
        assertThat(current.text("ListTasks", "{\"statusTimestampAfter\":\"2999-01-01T00:00:00Z\"}", "result",
                "totalSize")).isEqualTo("0");
        assertThat(legacy.text("tasks/list", "{}", "error", "code")).isEqualTo("-32601");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"pageSize\":0.5}", "{\"pageSize\":101}", "{\"pageSize\":-1}", "{\"pageToken\":\"x\"}",
        "{\"status\":\"done\"}", "{\"statusTimestampAfter\":\"yesterday\"}", "{\"historyLength\":-1}"})
    void badListsAreRefused(String params) throws Exception {
        assertThat(current.text("ListTasks", params, "error", "code")).isEqualTo("-32602");
    }

    private static String answer(String task, String id, String line) {
        return "{\"message\":{\"messageId\":\"" + id + "\",\"role\":\"ROLE_USER\",\"taskId\":\"" + task
                + "\",\"parts\":[{\"text\":\"" + line + "\"}]}}";
    }
}
