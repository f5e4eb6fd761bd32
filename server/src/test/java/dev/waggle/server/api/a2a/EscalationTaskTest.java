package dev.waggle.server.api.a2a;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.journal.JsonText;
import dev.waggle.server.api.a2a.A2aCaller.EventLines;
import dev.waggle.server.api.a2a.A2aCaller.EventLines.Line;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A run that ends in an escalation asks the client of its task. */
@Timeout(60)
class EscalationTaskTest extends A2aTestBed {

    private static final String ASKED = "TASK_STATE_INPUT_REQUIRED";

    private int messages;

    @Test
    void theQuestionHasItsReasonTheOpenProposalsAndTheFormsOfAnAnswer() throws Exception {
        JsonValue asked = current.call("SendMessage", question("escalate this"));
        String[] parts = {"result", "task", "status", "message", "parts"};

        assertThat(A2aCaller.at(asked, STATE_10)).isEqualTo(ASKED);
        assertThat(A2aCaller.at(asked, with(parts, "0", "text")))
                .contains("the swarm does not decide between", "\nP2: Shard the table\nP3: Wait a year\n", "taskId",
                        "decide NAME REASON", "decide: ANSWER", "pass");
        String[] escalation = with(parts, "1", "data", "escalation");
        assertThat(A2aCaller.at(asked, with(escalation, "reason"))).contains("P2", "P3");
        assertThat(A2aCaller.at(asked, with(escalation, "proposals", "1", "proposalId"))).isEqualTo("wait");
        assertThat(A2aCaller.at(asked, with(escalation, "forms", "0"))).isEqualTo("decide NAME REASON");
        assertThat(artifacts(asked)).containsExactly("result", "votes", "dissent");
        assertThat(A2aCaller.at(asked, "result", "task", "artifacts", "0", "parts", "0", "data", "ending"))
                .isEqualTo("escalated");
        assertThat(current.text("ListTasks", "{\"status\":\"" + ASKED + "\"}", "result", "totalSize")).isEqualTo("1");
        assertThat(current.text("ListTasks", "{\"status\":\"TASK_STATE_COMPLETED\"}", "result", "totalSize"))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "decide P3 too early\\nfor me | proposal | Wait a year   | too early\\nfor me",
        "Decide #2                    | proposal | Shard the table |",
        "decide WAIT                  | proposal | Wait a year   |",
        "decide: Buy a larger disk\\nand look again | answer | Buy a larger disk\\nand look again |"})
    void anAnswerDecidesTheTaskAndNotTheSwarm(String words, String choice, String answer, String comment)
            throws Exception {
        String task = asked();

        JsonValue done = current.call("SendMessage", reply(task, words));

        assertThat(A2aCaller.at(done, STATE_10)).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(A2aCaller.at(done, "result", "task", "status", "message", "parts", "0", "text"))
                .isEqualTo("Decided by owner, not by the votes of the swarm.");
        assertThat(artifacts(done)).containsExactly("answer", "result", "votes", "dissent");
        assertThat(A2aCaller.at(done, "result", "task", "artifacts", "0", "parts", "0", "text"))
                .isEqualTo(lines(answer));
        String[] result = {"result", "task", "artifacts", "1", "parts", "0", "data"};
        assertThat(A2aCaller.at(done, with(result, "decided"))).isEqualTo("false");
        assertThat(A2aCaller.at(done, with(result, "consensus", "decided"))).isEqualTo("false");
        assertThat(A2aCaller.at(done, with(result, "decidedBy"))).isEqualTo("owner");
        assertThat(A2aCaller.at(done, with(result, "escalation", "choice"))).isEqualTo(choice);
        assertThat(A2aCaller.at(done, with(result, "escalation", "comment")))
                .isEqualTo(comment == null ? "null" : lines(comment));
        JsonValue run = run(task);
        assertThat(A2aCaller.at(run, "escalation", "answeredBy")).isEqualTo("owner");
        assertThat(A2aCaller.at(run, "escalation", "answer")).isEqualTo(lines(answer));
        assertThat(A2aCaller.at(run, "decided")).isEqualTo("false");
    }

    @Test
    void aPassLeavesTheTaskUndecided() throws Exception {
        String task = asked();

        JsonValue done = legacy.call("message/send", oldReply(task, "pass it is not ours"));

        assertThat(A2aCaller.at(done, STATE_03)).isEqualTo("completed");
        assertThat(A2aCaller.at(done, "result", "status", "message", "parts", "0", "text"))
                .isEqualTo("Left undecided by owner.");
        assertThat(A2aCaller.at(done, "result", "artifacts", "0", "parts", "0", "text")).startsWith("Not decided:");
        assertThat(A2aCaller.at(done, "result", "artifacts", "1", "parts", "0", "data", "decidedBy"))
                .isEqualTo("null");
        assertThat(A2aCaller.at(done, "result", "artifacts", "1", "parts", "0", "data", "escalation"))
                .contains("\"choice\":\"pass\"", "\"answeredBy\":\"owner\"", "\"comment\":\"it is not ours\"");
    }

    @Test
    void linesOfADataPartAnswerToo() throws Exception {
        String task = asked();

        String answer = current.text("SendMessage", """
                {"message":{"messageId":"d","role":"ROLE_USER","taskId":"%s",\
                "parts":[{"data":{"lines":["decide P2","it is large"]}}]}}""".formatted(task), "result", "task",
                "artifacts", "1", "parts", "0", "data", "escalation", "comment");

        assertThat(answer).isEqualTo("it is large");
    }

    @Test
    void aHostileAnswerChangesNothing() throws Exception {
        String task = asked();

        for (String words : List.of("decide P9", "decide", "decide:", "decide:   ", "shard it", "", "PASSPORT",
                "decide: " + "x".repeat(EscalationReply.MAX_TEXT), "vote P2 agree 0.9")) {
            JsonValue refused = current.call("SendMessage", reply(task, words));
            assertThat(A2aCaller.at(refused, "error", "code")).as(words).isEqualTo("-32602");
            assertThat(A2aCaller.at(refused, "error", "message")).hasSizeLessThan(1_000);
        }
        assertThat(current.text("SendMessage", reply(task, "decide P9"), "error", "message")).contains("P2, P3");
        for (String part : List.of("{\"url\":\"https://x/y\"}", "{\"hologram\":1}")) {
            assertThat(current.text("SendMessage", reply(task, "decide P2").replace("\"parts\":[",
                    "\"parts\":[" + part + ","), "error", "code")).isEqualTo("-32005");
        }
        assertThat(current.text("SendMessage", reply(task, "decide P2").replace("\"parts\":[",
                "\"parts\":[{\"data\":{\"lines\":[\"pass\"],\"seat\":\"eva\"}},"), "error", "code"))
                .isEqualTo("-32602");
        assertThat(current.text("SendMessage", reply(task, "decide P2").replace("\"taskId\"",
                "\"contextId\":\"other\",\"taskId\""), "error", "code")).isEqualTo("-32602");
        assertThat(state(task)).isEqualTo(ASKED);
        assertThat(current.text("GetTask", "{\"id\":\"" + task + "\"}", "result", "history", "1")).isEqualTo("null");
    }

    @Test
    void anAnswerNeedsTheRightOfAPersonAndTheTaskIsUnknownToOthers() throws Exception {
        try (A2aCaller ann = caller("ann", "READ,SOLVE"); A2aCaller allowed = caller("ann", "READ,SOLVE,SEAT");
                A2aCaller bea = caller("bea", "READ,SOLVE,SEAT")) {
            String task = ann.text("SendMessage", question("escalate this"), "result", "task", "id");

            assertThat(ann.text("SendMessage", reply(task, "decide P2"), "error", "message")).contains("right seat");
            JsonValue foreign = bea.call("SendMessage", reply(task, "decide P2"));
            assertThat(A2aCaller.at(foreign, "error", "code")).isEqualTo("-32001");
            assertThat(foreign).isEqualTo(bea.call("SendMessage", reply("solve_none", "decide P2")));
            assertThat(allowed.text("SendMessage", reply(task, "decide P2"), STATE_10))
                    .isEqualTo("TASK_STATE_COMPLETED");
            assertThat(A2aCaller.at(run(task), "escalation", "answeredBy")).isEqualTo("ann");
        }
    }

    @Test
    void oneOfManyAnswersCountsAndTheSameMessageAgainIsTheSameTask() throws Exception {
        String task = asked();
        List<Callable<JsonValue>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String params = reply(task, "decide: answer " + i);
            calls.add(() -> current.call("SendMessage", params));
        }
        List<JsonValue> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<JsonValue> call : threads.invokeAll(calls)) {
                answers.add(call.get());
            }
        }
        List<JsonValue> refused = answers.stream().filter(it -> A2aCaller.at(it, "error", "code").equals("-32004"))
                .toList();

        assertThat(refused).hasSize(7).allSatisfy(it -> assertThat(A2aCaller.at(it, "error", "message"))
                .contains("has its answer already, from owner"));
        assertThat(A2aCaller.at(current.call("GetTask", "{\"id\":\"" + task + "\"}"), "result", "history", "2"))
                .isEqualTo("null");
        assertThat(current.text("CancelTask", "{\"id\":\"" + task + "\"}", "error", "code")).isEqualTo("-32002");

        String other = asked();
        String params = reply(other, "decide P2");
        JsonValue first = current.call("SendMessage", params);
        assertThat(current.call("SendMessage", params)).isEqualTo(first);
        assertThat(current.text("SendMessage", params.replace("P2", "P3"), "error", "code")).isEqualTo("-32602");
    }

    @Test
    void aWaitingEscalationIsCancelledForGood() throws Exception {
        String task = asked();

        assertThat(legacy.text("tasks/cancel", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("canceled");
        assertThat(current.text("SendMessage", reply(task, "decide P2"), "error", "code")).isEqualTo("-32004");
        assertThat(current.text("CancelTask", "{\"id\":\"" + task + "\"}", "error", "code")).isEqualTo("-32002");
        serveAgain();
        assertThat(state(task)).isEqualTo("TASK_STATE_CANCELED");
    }

    @Test
    void theQuestionAndItsAnswerSurviveRestarts() throws Exception {
        String task = asked();
        serveAgain();
        assertThat(state(task)).isEqualTo(ASKED);
        assertThat(current.text("SendMessage", reply(task, "decide P3"), STATE_10)).isEqualTo("TASK_STATE_COMPLETED");
        JsonValue done = current.call("GetTask", "{\"id\":\"" + task + "\"}");
        serveAgain();

        assertThat(current.call("GetTask", "{\"id\":\"" + task + "\"}")).isEqualTo(done);
        assertThat(A2aCaller.at(done, "result", "artifacts", "0", "parts", "0", "text")).isEqualTo("Wait a year");
        assertThat(current.text("SendMessage", reply(task, "decide P2"), "error", "code")).isEqualTo("-32004");
        assertThat(A2aCaller.at(run(task), "escalation", "proposalId")).isEqualTo("wait");
    }

    @Test
    void aListGoesOnAfterATaskThatWasAnsweredMeanwhile() throws Exception {
        String older = asked();
        String newer = asked();
        String page = "{\"status\":\"" + ASKED + "\",\"pageSize\":1,\"pageToken\":\"";
        String token = current.text("ListTasks", page + "\"}", "result", "nextPageToken");
        var _ = current.call("SendMessage", reply(newer, "pass"));

        assertThat(token).endsWith(newer);
        assertThat(current.text("ListTasks", page + token + "\"}", "result", "tasks", "0", "id")).isEqualTo(older);
    }

    @Test
    void aStreamEndsWithTheQuestionAndThatOfTheAnswerWithTheDecision() throws Exception {
        List<Line> first;
        try (EventLines stream = current.stream("SendStreamingMessage", question("escalate this"))) {
            first = stream.rest();
        }
        String task = first.getFirst().at("task", "id");
        Line question = first.getLast();
        assertThat(question.at("statusUpdate", "status", "state")).isEqualTo(ASKED);
        assertThat(ids(first)).containsExactly("result", "votes", "dissent");
        try (EventLines again = legacy.stream("tasks/resubscribe", "{\"id\":\"" + task + "\"}")) {
            assertThat(again.rest().getLast().at("status", "state")).isEqualTo("input-required");
        }

        try (EventLines answer = current.stream("SendStreamingMessage", reply(task, "decide P2"))) {
            List<Line> rest = answer.rest();
            assertThat(ids(rest)).containsExactly("answer", "result", "votes", "dissent");
            assertThat(rest.getLast().at("statusUpdate", "status", "state")).isEqualTo("TASK_STATE_COMPLETED");
        }
        try (EventLines broken = current.stream("SubscribeToTask", "{\"id\":\"" + task + "\"}", "Last-Event-ID",
                String.valueOf(question.number()))) {
            List<Line> rest = broken.rest();
            assertThat(ids(rest)).containsExactly("answer", "result", "votes", "dissent");
            assertThat(rest.getLast().at("statusUpdate", "status", "state")).isEqualTo("TASK_STATE_COMPLETED");
        }
    }

    private static List<String> ids(List<Line> lines) {
        return lines.stream().map(line -> line.at("artifactUpdate", "artifact", "artifactId"))
                .filter(id -> !id.equals("null")).toList();
    }

    private static List<String> artifacts(JsonValue answer) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(A2aCaller.at(answer, "result", "task", "artifacts", String.valueOf(i), "artifactId"));
        }
        return ids.stream().filter(id -> !id.equals("null")).toList();
    }

    private String asked() throws Exception {
        JsonValue asked = current.call("SendMessage", question("escalate " + ++messages));
        assertThat(A2aCaller.at(asked, STATE_10)).isEqualTo(ASKED);
        return A2aCaller.at(asked, "result", "task", "id");
    }

    private String state(String task) throws Exception {
        return current.text("GetTask", "{\"id\":\"" + task + "\"}", "result", "status", "state");
    }

    private JsonValue run(String task) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return JsonText.read(client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + folder.port()
                    + "/v1/solves/" + task)).build(), BodyHandlers.ofString()).body());
        }
    }

    private A2aCaller caller(String name, String scopes) {
        return new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", name, "X-Scopes", scopes));
    }

    private static String lines(String words) {
        return words.replace("\\n", "\n");
    }

    private static String[] with(String[] path, String... more) {
        List<String> all = new ArrayList<>(List.of(path));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private String question(String text) {
        return "{\"message\":{\"messageId\":\"q" + ++messages + "\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\""
                + text + "\"}]}}";
    }

    private String reply(String task, String words) {
        return "{\"message\":{\"messageId\":\"r" + ++messages + "\",\"role\":\"ROLE_USER\",\"taskId\":\"" + task
                + "\",\"parts\":[{\"text\":\"" + words + "\"}]}}";
    }

    private String oldReply(String task, String words) {
        return "{\"message\":{\"kind\":\"message\",\"messageId\":\"r" + ++messages + "\",\"role\":\"user\","
                + "\"taskId\":\"" + task + "\",\"parts\":[{\"kind\":\"text\",\"text\":\"" + words + "\"}]}}";
    }
}
