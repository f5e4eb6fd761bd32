package dev.waggle.journal;

import java.util.List;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HarnessTextTest {

    private static final HarnessInput INPUT = new HarnessInput("be brief", List.of(Message.user("hi")),
            List.of(new ToolOffer("t", "", new JsonValue.Obj(java.util.Map.of()))),
            List.of(new ToolResult("t", JsonValue.ofNull(), null), new ToolResult("t", null, "")), "s", 0.5, 1.0);

    private static final HarnessOutput OUTPUT = new HarnessOutput("", List.of(new ToolCall("1", "t", null)), "s",
            new TokenUsage(1, 2.5, 99), ModelStopReason.MAX_TOKENS);

    @Test
    void everyPayloadComesBackAsItWas() {
        for (HarnessPayload payload : List.of(new HarnessPayload.Start(INPUT), new HarnessPayload.End(OUTPUT, 1.5),
                new HarnessPayload.Start(HarnessInput.of(List.of())), new HarnessPayload.End(HarnessOutput.of(""), 0),
                new HarnessPayload.Error("", "m", true), new HarnessPayload.Text("\ud800"),
                new HarnessPayload.Thinking(""), new HarnessPayload.Call("1", "t", JsonValue.ofNull()),
                new HarnessPayload.Result("1", "t", null, null), new HarnessPayload.Result("1", "t", null, ""))) {
            JsonValue value = JsonText.read(JsonText.write(HarnessCodec.encode(payload)));

            assertThat(HarnessCodec.payload(type(payload), value)).isEqualTo(payload);
        }
        HarnessCapabilities all = new HarnessCapabilities(true, false, true, false);
        assertThat(HarnessCodec.capabilities(HarnessCodec.encode(all))).isEqualTo(all);
    }

    @Test
    void whatIsAbsentHasNoFieldAndNullIsAValue() {
        assertThat(JsonText.write(HarnessCodec.encode(HarnessInput.of(List.of(Message.user("hi"))))))
                .isEqualTo("{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}");
        assertThat(JsonText.write(HarnessCodec.encode(new ToolResult("t", null, null))))
                .isEqualTo("{\"toolName\":\"t\"}");
        assertThat(JsonText.write(HarnessCodec.encode(new ToolResult("t", JsonValue.ofNull(), null))))
                .isEqualTo("{\"toolName\":\"t\",\"result\":null}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarnessCodec.toolResult(JsonText.read("{\"toolName\":\"t\",\"error\":null}")))
                .withMessageStartingWith("error must be a text, got null");
    }

    @Test
    void aRefusalNamesPathAndValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarnessCodec.input(
                        JsonText.read("{\"messages\":[{\"role\":\"tool\",\"content\":\"x\"}]}")))
                .withMessage("messages[0].role must be one of user, assistant, system, got \"tool\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarnessCodec.output(JsonText.read(
                        "{\"content\":\"\",\"usage\":{\"inputTokens\":-1,\"outputTokens\":0,\"totalTokens\":0}}")))
                .withMessage("usage.inputTokens must be a finite number of at least 0, got -1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> HarnessCodec.payload(SignalType.TOOL_RESULT, JsonText.read("{}")))
                .withMessageStartingWith("no payload is known for the type tool:result\nMaybe one of");
    }

    private static SignalType type(HarnessPayload payload) {
        return switch (payload) {
            case HarnessPayload.Start _ -> HarnessSignals.START;
            case HarnessPayload.End _ -> HarnessSignals.END;
            case HarnessPayload.Error _ -> HarnessSignals.ERROR;
            case HarnessPayload.Text _ -> HarnessSignals.TEXT_DELTA;
            case HarnessPayload.Thinking _ -> HarnessSignals.THINKING_COMPLETE;
            case HarnessPayload.Call _ -> HarnessSignals.TOOL_CALL;
            case HarnessPayload.Result _ -> HarnessSignals.TOOL_RESULT;
        };
    }
}
