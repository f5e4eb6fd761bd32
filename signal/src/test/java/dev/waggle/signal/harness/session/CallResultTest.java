package dev.waggle.signal.harness.session;

import java.util.List;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Results paired with calls, and the messages of an input as a provider takes them. */
class CallResultTest {

    private static final ToolCall LOOK = call("c1", "look");
    private static final ToolCall HEAR = call("c2", "hear");

    @Test
    void everyKindOfResultIsATextThatIsNotBlank() throws HarnessException {
        assertThat(text(new ToolResult("look", JsonValue.of("a bee"), null))).isEqualTo("a bee");
        assertThat(text(new ToolResult("look", JsonValue.of(List.of(JsonValue.of(2))), null))).isEqualTo("[2]");
        assertThat(text(new ToolResult("look", JsonValue.ofNull(), null))).isEqualTo("null");
        assertThat(text(new ToolResult("look", null, "fog"))).isEqualTo("error: fog");
        assertThat(text(new ToolResult("look", JsonValue.of("grey"), "fog"))).isEqualTo("error: fog\ngrey");
        assertThat(text(new ToolResult("look", null, null))).isEqualTo("(no result)");
        assertThat(text(new ToolResult("look", JsonValue.of(" "), null))).isEqualTo("(no result)");
    }

    @Test
    void resultsGoWithTheIdsOfTheirCalls() throws HarnessException {
        List<CallResult> paired = CallResult.paired(List.of(LOOK, HEAR),
                List.of(new ToolResult("look", JsonValue.of("a bee"), null), new ToolResult("hear", null, "deaf")),
                JsonLine::of);

        assertThat(paired).containsExactly(new CallResult("c1", "look", "a bee", false),
                new CallResult("c2", "hear", "error: deaf", true));
    }

    @Test
    void resultsThatDoNotFitTheCallsAreRefused() {
        ToolResult heard = new ToolResult("hear", null, null);

        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> CallResult.paired(List.of(LOOK, HEAR), List.of(heard), JsonLine::of))
                .satisfies(refused -> assertThat(refused.failure().kind()).isEqualTo(HarnessFailure.Kind.BAD_REQUEST))
                .withMessageContaining("the session waits for the results of 2 calls, got 1\nMaybe ");
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> CallResult.paired(List.of(LOOK), List.of(heard), JsonLine::of))
                .withMessageContaining("result 1 is of the tool hear, but that call was to look\nMaybe ");
    }

    @Test
    void messagesLoseBlankOnesAndTheSystemPromptStandsAlone() {
        List<Message> messages = List.of(system("be brief"), Message.user(" "), Message.user("how?"),
                system("be kind"));

        assertThat(InputMessages.of(HarnessInput.of(messages)))
                .isEqualTo(new InputMessages("be brief\n\nbe kind", List.of(Message.user("how?"))));
        assertThat(InputMessages.of(new HarnessInput("only this", messages, List.of(), List.of(), null, null, null))
                .system()).isEqualTo("only this");
        assertThat(InputMessages.of(HarnessInput.of(List.of())).system()).isNull();
    }

    private static Message system(String words) {
        return new Message(Message.Role.SYSTEM, words);
    }

    private static String text(ToolResult result) throws HarnessException {
        return CallResult.paired(List.of(LOOK), List.of(result), JsonLine::of).getFirst().text();
    }

    private static ToolCall call(String id, String tool) {
        return new ToolCall(id, tool, JsonValue.ofNull());
    }
}
