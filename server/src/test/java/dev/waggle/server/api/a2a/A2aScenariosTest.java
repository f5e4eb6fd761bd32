package dev.waggle.server.api.a2a;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.journal.JsonText;
import dev.waggle.server.BoundedWait;
import dev.waggle.server.api.a2a.A2aCaller.EventLines;
import dev.waggle.server.api.a2a.A2aCaller.EventLines.Line;
import dev.waggle.signal.Vectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(60)
class A2aScenariosTest extends A2aTestBed {

    @Test
    @DisplayName("L1 the card has name, URL, version, capabilities and skills")
    void l1TheCardHasNameUrlVersionCapabilitiesAndSkills() throws Exception {
        for (A2aCaller caller : List.of(current, legacy)) {
            HttpResponse<String> response = caller.get("/.well-known/agent-card.json");
            A2aAgentCard card = A2aCodec.card(JsonText.read(response.body()));

            assertThat(response.headers().firstValue("Vary")).hasValue("A2A-Version");
            assertThat(card.identity().name()).isEqualTo("Waggle");
            assertThat(card.identity().version()).isEqualTo("test");
            assertThat(card.interfaces()).extracting("url").containsOnly("http://127.0.0.1:" + folder.port() + "/a2a");
            assertThat(card.interfaces()).extracting("protocolVersion").containsExactly("1.0", "0.3.0");
            assertThat(card.capabilities().isStreaming() && card.capabilities().hasPush()).isTrue();
            assertThat(card.skills()).extracting("id").contains("research", "decision", "code-review", "debug");
            assertThat(card.security().schemes()).containsOnlyKeys("bearer");
        }
        assertThat(A2aCaller.at(JsonText.read(legacy.get("/.well-known/agent-card.json").body()), "protocolVersion"))
                .isEqualTo("0.3.0");
        assertThat(current.text("GetExtendedAgentCard", "{}", "result", "skills", "4", "id")).isEqualTo("order");
        assertThat(legacy.text("agent/getAuthenticatedExtendedCard", "null", "result", "url")).endsWith("/a2a");
    }

    @Test
    @DisplayName("L2 a message is answered by a completed task with its artifacts")
    void l2AMessageIsAnsweredByACompletedTaskWithItsArtifacts() throws Exception {
        var old = legacy.call("message/send", old("m1", "Shard or buy time?"));
        var young = current.call("SendMessage", young("m2", "Shard or buy time?"));

        assertThat(A2aCaller.at(old, STATE_03)).isEqualTo("completed");
        assertThat(A2aCaller.at(old, "result", "kind")).isEqualTo("task");
        assertThat(A2aCaller.at(young, STATE_10)).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(A2aCaller.at(young, "result", "task", "artifacts", "0", "parts", "0", "text"))
                .isEqualTo("Shard the table");
        assertThat(A2aCaller.at(young, "result", "task", "artifacts", "1", "parts", "0", "data", "decided"))
                .isEqualTo("true");
        assertThat(A2aCaller.at(young, "result", "task", "artifacts", "1", "parts", "0", "data"))
                .contains("\"confidence\":", "\"confidenceBasis\":", "\"cost\":", "\"timing\":", "\"signalCount\":",
                        "\"debates\":");
        assertThat(A2aCaller.at(young, "result", "task", "artifacts", "2", "parts", "0", "data", "votes"))
                .contains("\"ada\"", "\"bob\"", "\"cyd\"");
        assertThat(A2aCaller.at(young, "result", "task", "artifacts", "3", "parts", "0", "data", "dissent"))
                .contains("cyd");
        assertThat(A2aCaller.at(young, "result", "task", "history", "0", "messageId")).isEqualTo("m2");
    }

    @Test
    @DisplayName("L3 a stream has working, artifacts and one final completed")
    void l3AStreamHasWorkingArtifactsAndOneFinalCompleted() throws Exception {
        try (EventLines stream = legacy.stream("message/stream", old("m1", "Shard or buy time?"))) {
            List<Line> lines = stream.rest();

            assertThat(stream.type()).startsWith("text/event-stream");
            assertThat(lines.getFirst().at("kind")).isEqualTo("task");
            assertThat(lines.get(1).at("status", "state")).isEqualTo("working");
            assertThat(lines.subList(2, 6)).extracting(line -> line.at("artifact", "artifactId"))
                    .containsExactly("answer", "result", "votes", "dissent");
            assertThat(lines.getLast().at("status", "state")).isEqualTo("completed");
            assertThat(lines).filteredOn(line -> line.at("final").equals("true")).hasSize(1);
            assertThat(lines).hasSize(7);
        }
    }

    @Test
    @DisplayName("L4 vectors a2aMapping: each verbosity has its updates")
    void l4A2aMapping() throws Exception {
        for (String verbosity : List.of("minimal", "standard", "verbose")) {
            List<Line> lines;
            try (EventLines stream = legacy.stream("message/stream", """
                    {"message":{"kind":"message","messageId":"%s","role":"user",\
                    "parts":[{"kind":"text","text":"events"}]},"metadata":{"verbosity":"%s"}}"""
                    .formatted(verbosity, verbosity))) {
                lines = stream.rest();
            }
            Set<String> updates = new HashSet<>();
            lines.stream().filter(line -> line.at("status", "message", "parts", "1").contains("data"))
                    .forEach(line -> updates.add(line.at("status", "message", "parts", "0", "text") + ' '
                            + line.at("kind") + ' ' + line.at("status", "state") + ' ' + line.at("final")));
            Set<String> expected = new HashSet<>();
            for (JsonNode row : Vectors.file("a2a.json").get("a2aMapping")) {
                String event = row.get("event").asString();
                for (JsonNode update : row.get(verbosity)) {
                    if (event.equals("solve:complete")) {
                        String kind = update.get(0).asString();
                        assertThat(lines).anyMatch(line -> line.at("kind").equals(kind) && (update.get(1).isNull()
                                || (line.at("status", "state").equals(update.get(1).asString())
                                        && line.at("final").equals(update.get(2).toString()))));
                    } else {
                        expected.add(event + ' ' + update.get(0).asString() + ' ' + update.get(1).asString() + ' '
                                + update.get(2));
                    }
                }
            }
            if (verbosity.equals("verbose")) {
                expected.add("evolution:spawned status-update working false");
                expected.add("evolution:dissolved status-update working false");
            }
            assertThat(updates).as(verbosity).isEqualTo(expected);
        }
    }

    @Test
    @DisplayName("L5 a cancelled task is canceled, and nothing follows")
    void l5ACancelledTaskIsCanceledAndNothingFollows() throws Exception {
        try (EventLines stream = legacy.stream("message/stream", old("m1", "wait for the door"))) {
            String task = Objects.requireNonNull(stream.next()).at("id");
            folder.solves().awaitEntry();

            assertThat(legacy.text("tasks/cancel", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("canceled");
            List<Line> rest = stream.rest();
            assertThat(rest.getLast().at("status", "state")).isEqualTo("canceled");
            assertThat(rest.getLast().at("final")).isEqualTo("true");
            assertThat(rest).extracting(line -> line.at("kind")).doesNotContain("artifact-update");
            BoundedWait.until(() -> folder.solves().open() == 0);
            assertThat(legacy.text("tasks/cancel", "{\"id\":\"" + task + "\"}", "error", "code")).isEqualTo("-32002");
            assertThat(legacy.text("tasks/get", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("canceled");
        }
    }

    @Test
    @DisplayName("L5 the model of a cancelled task is called no more")
    void l5TheModelOfACancelledTaskIsCalledNoMore() throws Exception {
        String task = legacy.text("message/send", """
                {"message":{"kind":"message","messageId":"m1","role":"user",\
                "parts":[{"kind":"text","text":"think about it"}]},"configuration":{"blocking":false}}""",
                "result", "id");
        BoundedWait.until(() -> !folder.solves().model().requests().isEmpty());
        assertThat(legacy.text("tasks/get", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("working");

        assertThat(legacy.text("tasks/cancel", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("canceled");
        BoundedWait.until(() -> folder.solves().open() == 0); // So the call under way has ended, too.
        assertThat(folder.solves().model().requests()).hasSize(1);
        assertThat(legacy.text("tasks/get", "{\"id\":\"" + task + "\"}", STATE_03)).isEqualTo("canceled");
    }

    @Test
    void manyTasksAreCancelledUnderLoad() throws Exception {
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String id = "load" + i;
            calls.add(() -> {
                String task = legacy.text("message/send", """
                        {"message":{"kind":"message","messageId":"%s","role":"user",\
                        "parts":[{"kind":"text","text":"wait %s"}]},"configuration":{"blocking":false}}"""
                        .formatted(id, id), "result", "id");
                String _ = legacy.text("tasks/cancel", "{\"id\":\"" + task + "\"}", STATE_03);
                return legacy.text("tasks/get", "{\"id\":\"" + task + "\"}", STATE_03);
            });
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<String> states = new ArrayList<>();
            for (Future<String> state : threads.invokeAll(calls)) {
                states.add(state.get());
            }
            // One that finds no place is rejected; those with a place are cancelled.
            assertThat(states).contains("canceled").isSubsetOf("canceled", "rejected");
        }
        BoundedWait.until(() -> folder.solves().open() == 0 && folder.server().solves().running() == 0);
    }

    @Test
    @DisplayName("L6 bad bodies have their errors, and the server lives")
    void l6BadBodiesHaveTheirErrorsAndTheServerLives() throws Exception {
        assertThat(error("{\"jsonrpc\":")).isEqualTo("-32700");
        assertThat(error("")).isEqualTo("-32700");
        assertThat(error("[".repeat(100_000))).isEqualTo("-32700");
        assertThat(error("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tasks/get\"}]")).isEqualTo("-32600");
        assertThat(error("{\"jsonrpc\":\"2.0\",\"method\":\"tasks/get\",\"params\":{\"id\":\"x\"}}"))
                .isEqualTo("-32600");
        assertThat(error("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tasks/send\"}")).isEqualTo("-32601");
        assertThat(error("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tasks/get\",\"params\":{}}")).isEqualTo("-32602");
        for (int i = 0; i < 20; i++) {
            assertThat(legacy.raw("x".repeat(1_200_000)).statusCode()).isEqualTo(413);
        }
        assertThat(legacy.text("message/send", old("m1", "alive?"), STATE_03)).isEqualTo("completed");
    }

    private String error(String body) throws Exception {
        HttpResponse<String> response = legacy.raw(body);
        assertThat(response.statusCode()).isEqualTo(200);
        return A2aCaller.at(JsonText.read(response.body()), "error", "code");
    }
}
