package dev.waggle.connect.llm.protocol;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that the output limit cut: a tool must not run with arguments that the model did not finish. */
class CutCallTest {

    private static final String CHAT = """
            {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","type":"function",
             "function":{"name":"delete","arguments":"%s"}}]}}]}""";
    private static final String CHAT_END = """
            {"choices":[{"index":0,"delta":{},"finish_reason":"%s"}]}""";
    private static final String CLAUDE = """
            {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"delete",
             "input":{}}}""";
    private static final String CLAUDE_END = """
            {"type":"message_delta","delta":{"stop_reason":"%s"},"usage":{"output_tokens":9}}""";

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "{\\\"only\\\": \\\"o"})
    void aCallThatWasCutHasNoObjectAsItsInput(String arguments) {
        assertThat(input(ProtocolName.OPENAI_CHAT, CHAT.formatted(arguments), CHAT_END.formatted("length")))
                .isNotInstanceOf(JsonValue.Obj.class);
    }

    @Test
    void aCallThatWasCutBeforeItsArgumentsHasNoObjectAsItsInput() {
        assertThat(input(ProtocolName.ANTHROPIC, CLAUDE, CLAUDE_END.formatted("max_tokens")))
                .isNotInstanceOf(JsonValue.Obj.class);
    }

    @Test
    void aFinishedCallWithoutArgumentsHasAnEmptyObject() {
        assertThat(input(ProtocolName.OPENAI_CHAT, CHAT.formatted(""), CHAT_END.formatted("tool_calls")))
                .isEqualTo(new JsonValue.Obj(Map.of()));
        assertThat(input(ProtocolName.ANTHROPIC, CLAUDE, CLAUDE_END.formatted("tool_use")))
                .isEqualTo(new JsonValue.Obj(Map.of()));
    }

    /** A server may end an answer without the end of its items; a result needs its call before it all the same. */
    @Test
    void aCallThatNeverEndedGoesBackWithTheAnswer() {
        ReplyReader reader = ModelProtocols.of(ProtocolName.OPENAI_RESPONSES).reader(new SilentSink());
        for (String event : List.of("""
                {"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"fc_1",
                 "call_id":"c1","name":"delete","arguments":""}}""", """
                {"type":"response.function_call_arguments.delta","output_index":0,"delta":"{"}""", """
                {"type":"response.incomplete","response":{"status":"incomplete",
                 "incomplete_details":{"reason":"max_output_tokens"}}}""")) {
            reader.read(JsonText.read(event));
        }

        ProviderReply reply = reader.reply(String::valueOf);

        assertThat(reply.calls()).extracting(ToolCall::id).containsExactly("c1");
        assertThat(JsonText.write(reply.wireForm())).contains("function_call", "c1");
    }

    private static JsonValue input(ProtocolName format, String... events) {
        ReplyReader reader = ModelProtocols.of(format).reader(new SilentSink());
        List.of(events).forEach(event -> reader.read(JsonText.read(event)));
        List<ToolCall> calls = reader.reply(String::valueOf).calls();
        assertThat(calls).hasSize(1);
        return Objects.requireNonNull(calls.getFirst().input());
    }
}
