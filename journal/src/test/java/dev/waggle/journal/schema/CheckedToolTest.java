package dev.waggle.journal.schema;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class CheckedToolTest {

    private static final ToolCaller ADA = new ToolCaller("ada", 1);

    private final List<JsonValue> received = new ArrayList<>();

    @Test
    void onlyWhatTheSchemaAcceptsReachesTheTool() throws InterruptedException {
        CheckedTool tool = CheckedTool.of(tool("{\"type\": \"object\", \"required\": [\"a\"]}"));
        JsonValue good = JsonText.read("{\"a\": 1}");

        assertThat(tool.call(ADA, JsonText.read("{}")))
                .isEqualTo(new ToolOutcome.Failed("the arguments of add are refused: a is missing"));
        assertThat(tool.call(ADA, good)).isInstanceOf(ToolOutcome.Done.class);
        assertThat(received).containsExactly(good);
    }

    @Test
    void ofManyViolationsAFewAreNamed() throws InterruptedException {
        CheckedTool tool = CheckedTool.of(tool("{\"items\": {\"type\": \"string\"}}"));

        assertThat(tool.call(ADA, JsonText.read("[" + "1,".repeat(99) + "1]"))).isInstanceOfSatisfying(
                ToolOutcome.Failed.class, failed -> assertThat(failed.reason()).endsWith("; and 90 more"));
    }

    @Test
    void aSchemaThatIsNoneIsRefusedAtOnce() {
        assertThatThrownBy(() -> CheckedTool.of(tool("{\"pattern\": \"(\"}")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Tool tool(String schema) {
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return new ToolDefinition("add", "Adds.", (JsonValue.Obj) JsonText.read(schema));
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input) {
                received.add(input);
                return new ToolOutcome.Done("done", JsonValue.ofNull());
            }
        };
    }
}
