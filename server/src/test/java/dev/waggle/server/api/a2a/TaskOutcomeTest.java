package dev.waggle.server.api.a2a;

import java.util.List;

import dev.waggle.server.api.a2a.A2aCaller.EventLines;
import dev.waggle.server.api.a2a.A2aCaller.EventLines.Line;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Tasks whose results cannot be read from the log. */
@Timeout(60)
class TaskOutcomeTest extends A2aTestBed {

    private static final String UNREADABLE = "cannot be read from the log any more";

    @Test
    void aTaskEndsWithTheResultOfItsSolveAndLosesOnlyItsArtifacts() throws Exception {
        JsonValue live = send("m1", "lost");
        String lost = A2aCaller.at(live, "result", "task", "id");
        assertThat(A2aCaller.at(live, "result", "task", "artifacts", "0", "parts", "0", "text"))
                .isEqualTo("Shard the table");
        JsonValue _ = send("m2", "another question");
        close();
        serve();

        JsonValue task = current.call("GetTask", "{\"id\":\"" + lost + "\"}");
        assertThat(A2aCaller.at(task, "result", "status", "state")).isEqualTo("TASK_STATE_COMPLETED");
        assertThat(A2aCaller.at(task, "result", "status", "message", "parts", "1", "text")).contains(UNREADABLE);
        assertThat(A2aCaller.at(task, "result", "artifacts", "0")).isEqualTo("null");
        assertThat(current.text("ListTasks", "{\"includeArtifacts\":true}", "result", "totalSize")).isEqualTo("2");
        try (EventLines stream = legacy.stream("tasks/resubscribe", "{\"id\":\"" + lost + "\"}")) {
            List<Line> lines = stream.rest();
            assertThat(lines.getLast().at("status", "state")).isEqualTo("completed");
            assertThat(lines.getLast().at("status", "message", "parts", "1", "text")).contains(UNREADABLE);
        }
    }

    @Test
    void anEscalationWhoseQuestionIsLostStillWaits() throws Exception {
        String task = A2aCaller.at(send("m1", "escalate what is lost"), "result", "task", "id");
        close();
        serve();

        JsonValue read = current.call("GetTask", "{\"id\":\"" + task + "\"}");
        assertThat(A2aCaller.at(read, "result", "status", "state")).isEqualTo("TASK_STATE_INPUT_REQUIRED");
        assertThat(A2aCaller.at(read, "result", "status", "message", "parts")).contains("asks for a decision",
                UNREADABLE);
    }

    private JsonValue send(String id, String text) throws Exception {
        return current.call("SendMessage", "{\"message\":{\"messageId\":\"" + id
                + "\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"" + text + "\"}]}}");
    }
}
