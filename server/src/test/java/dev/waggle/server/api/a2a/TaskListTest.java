package dev.waggle.server.api.a2a;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.server.BoundedWait;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Order of lists of tasks, and the times of their states. */
@Timeout(60)
class TaskListTest {

    @TempDir
    private Path home;

    private final ManualWorld world = new ManualWorld(Instant.now().plus(Duration.ofDays(1))
            .truncatedTo(ChronoUnit.MILLIS), 1);
    private A2aFolder folder;
    private A2aCaller current;

    @BeforeEach
    void serve() {
        folder = new A2aFolder(home, A2aSettings.of("test"), world, 8);
        current = new A2aCaller(folder.port(), "1.0", Map.of());
    }

    @AfterEach
    void close() {
        current.close();
        folder.close();
    }

    @Test
    void theTaskWhoseStateChangedLastComesFirst() throws Exception {
        String first = id(send("m1", "wait for the door"));
        folder.solves().awaitEntry();
        List<String> others = new ArrayList<>();
        for (int i = 2; i < 5; i++) {
            int ended = i - 1;
            world.advance(Duration.ofSeconds(1));
            others.addFirst(id(send("m" + i, "q")));
            BoundedWait.until(() -> states("{\"status\":\"TASK_STATE_COMPLETED\"}").size() == ended);
        }
        world.advance(Duration.ofSeconds(1));
        try (A2aCaller ben = new A2aCaller(folder.port(), "1.0", Map.of("X-Caller", "ben"))) {
            String _ = id(send(ben, "m5", "q")); // Its charge moves the time of the log.
        }
        folder.solves().openDoor();
        BoundedWait.until(() -> states("{\"status\":\"TASK_STATE_COMPLETED\"}").size() == 4);

        List<String> paged = new ArrayList<>();
        String token = "";
        do {
            JsonValue page = current.call("ListTasks", token.isEmpty() ? "{\"pageSize\":1}"
                    : "{\"pageSize\":1,\"pageToken\":\"" + token + "\"}");
            paged.add(A2aCaller.at(page, "result", "tasks", "0", "id"));
            token = A2aCaller.at(page, "result", "nextPageToken");
        } while (!token.isEmpty());
        assertThat(paged.getFirst()).isEqualTo(first);
        assertThat(paged.subList(1, 4)).isEqualTo(others);
    }

    @Test
    void aTaskThatBeganToWaitHasChangedThen() throws Exception {
        String begun = world.now().toString();
        String _ = id(send("m1", "wait, then ask eva"));
        folder.solves().awaitEntry();
        assertThat(timestamp()).isEqualTo(begun);

        world.advance(Duration.ofHours(1)); // Which may end the connection, because its next request is late.
        current.close();
        current = new A2aCaller(folder.port(), "1.0", Map.of());
        String waiting = world.now().toString();
        folder.solves().openDoor();

        String since = "{\"statusTimestampAfter\":\"" + waiting + "\"}";
        BoundedWait.until(() -> states(since).equals(List.of("TASK_STATE_INPUT_REQUIRED")));
        close();
        serve();
        assertThat(states(since)).containsExactly("TASK_STATE_INPUT_REQUIRED");
        assertThat(timestamp()).isEqualTo(waiting);
    }

    private String timestamp() throws Exception {
        return current.text("ListTasks", "{}", "result", "tasks", "0", "status", "timestamp");
    }

    private List<String> states(String filter) {
        try {
            JsonValue page = current.call("ListTasks", filter);
            List<String> states = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(A2aCaller.at(page, "result", "totalSize")); i++) {
                states.add(A2aCaller.at(page, "result", "tasks", String.valueOf(i), "status", "state"));
            }
            return states;
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    private JsonValue send(String id, String text) throws Exception {
        return send(current, id, text);
    }

    private static JsonValue send(A2aCaller caller, String id, String text) throws Exception {
        return caller.call("SendMessage", "{\"message\":{\"messageId\":\"" + id
                + "\",\"role\":\"ROLE_USER\",\"parts\":[{\"text\":\"" + text
                + "\"}]},\"configuration\":{\"returnImmediately\":true}}");
    }

    private static String id(JsonValue answer) {
        return A2aCaller.at(answer, "result", "task", "id");
    }
}
