package dev.waggle.server.interop;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The clients of {@code @a2a-js/sdk} 1.3.0 and 0.3.14 against our server. */
@Timeout(300)
class JavaScriptClientTest {

    @TempDir
    private Path folder;

    @Test
    void theClientOfVersionOneDoesAllThatItCan() throws Exception {
        try (ServedAgent agent = new ServedAgent(folder);
                NodeScript script = NodeScript.start("client-1.mjs", agent.url(), "", agent.hook())) {
            Map<String, JsonObjectReader> steps = script.steps();

            assertThat(text(steps, "card")).contains("\"version\":\"1.0\"", "\"name\":\"Waggle\"");
            assertThat(text(steps, "send")).contains("\"state\":3", "Shard the table");
            assertThat(text(steps, "stream")).contains("\"$case\":\"task\"", "\"state\":2",
                    "\"$case\":\"artifactUpdate\"", "\"state\":3");
            assertThat(text(steps, "get")).contains("\"state\":3");
            assertThat(text(steps, "list")).contains("\"totalSize\":1");
            assertThat(text(steps, "return-immediately")).containsAnyOf("\"state\":1", "\"state\":2");
            assertThat(text(steps, "cancel")).contains("\"state\":5");
            assertThat(text(steps, "subscribe")).contains("\"$case\":\"task\"", "\"state\":5");
            assertThat(refused(steps, "cancel-again")).contains("TaskNotCancelableError");
            assertThat(refused(steps, "subscribe-ended")).contains("UnsupportedOperationError");
            assertThat(text(steps, "push-create")).contains(agent.hook());
            assertThat(text(steps, "push-get")).contains("\"id\":\"hook\"");
            assertThat(text(steps, "push-list")).contains("\"id\":\"hook\"");
            assertThat(text(steps, "push-cancel")).contains("\"state\":5");
            assertThat(text(steps, "push-delete")).isNotEmpty();
            assertThat(refused(steps, "get-unknown")).contains("TaskNotFoundError");
            assertThat(text(steps, "ask")).contains("\"state\":6");
            assertThat(text(steps, "extended-card")).contains("Waggle");
            assertThat(text(steps, "notes")).contains("\"a2a-version\":\"1.0\"", "SendMessage")
                    .doesNotContain("message/send");
            ServedAgent.Update update = agent.update();
            assertThat(update.token()).isEqualTo("secret-of-the-hook");
            assertThat(update.type()).startsWith("application/a2a+json");
            assertThat(update.body()).contains("TASK_STATE_CANCELED");
        }
    }

    @Test
    void theClientOfVersionZeroThreeDoesAllThatItCan() throws Exception {
        try (ServedAgent agent = new ServedAgent(folder);
                NodeScript script = NodeScript.start("client-0.3.mjs", agent.url(), "", agent.hook())) {
            Map<String, JsonObjectReader> steps = script.steps();

            assertThat(text(steps, "card")).contains("\"protocolVersion\":\"0.3.0\"", "\"name\":\"Waggle\"");
            assertThat(text(steps, "send")).contains("\"state\":\"completed\"", "Shard the table");
            assertThat(text(steps, "stream")).contains("\"kind\":\"task\"", "\"state\":\"working\"",
                    "\"kind\":\"artifact-update\"", "\"state\":\"completed\"", "\"final\":true");
            assertThat(text(steps, "get")).contains("\"state\":\"completed\"");
            assertThat(text(steps, "return-immediately")).containsAnyOf("\"submitted\"", "\"working\"");
            assertThat(text(steps, "cancel")).contains("\"state\":\"canceled\"");
            assertThat(text(steps, "subscribe")).contains("\"kind\":\"task\"", "\"state\":\"canceled\"");
            assertThat(refused(steps, "cancel-again")).contains("TaskNotCancelableError");
            assertThat(text(steps, "push-create")).contains(agent.hook());
            assertThat(text(steps, "push-get")).contains("\"id\":\"hook\"");
            assertThat(text(steps, "push-list")).contains("\"id\":\"hook\"");
            assertThat(text(steps, "push-cancel")).contains("\"state\":\"canceled\"");
            assertThat(text(steps, "push-delete")).isNotEmpty();
            assertThat(refused(steps, "get-unknown")).contains("TaskNotFoundError");
            assertThat(text(steps, "ask")).contains("\"state\":\"input-required\"");
            assertThat(text(steps, "extended-card")).contains("Waggle");
            assertThat(text(steps, "notes")).contains("message/send").doesNotContain("a2a-version");
            ServedAgent.Update update = agent.update();
            assertThat(update.token()).isEqualTo("secret-of-the-hook");
            assertThat(update.body()).contains("\"kind\":\"task\"");
        }
    }

    private static String text(Map<String, JsonObjectReader> steps, String name) {
        JsonObjectReader step = Objects.requireNonNull(steps.get(name), () -> name + " in " + steps.keySet());
        assertThat(step.flag("ok")).as(name + ": " + step.optionalText("message")).isTrue();
        return JsonLine.of(step.value("value"));
    }

    private static String refused(Map<String, JsonObjectReader> steps, String name) {
        JsonObjectReader step = Objects.requireNonNull(steps.get(name), () -> name + " in " + steps.keySet());
        assertThat(step.flag("ok")).as(name + " was not refused").isFalse();
        return step.text("error");
    }
}
