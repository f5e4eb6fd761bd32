package dev.waggle.connect.llm.protocol;

import java.util.List;

import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.session.CallResult;
import dev.waggle.signal.json.JsonValue;

/** Part of a conversation with a model, in any wire format. */
public sealed interface ConversationItem {

    /** Text in the place of an answer that held nothing. No provider takes an empty turn of a model. */
    String NO_ANSWER = "(no answer)";

    /** The text of an answer, or the stub for one without text and calls. */
    static String textOrStub(String text, List<ToolCall> calls) {
        return text.isBlank() ? (calls.isEmpty() ? NO_ANSWER : "") : text;
    }

    /**
     * Words for the model.
     *
     * @param text the words; never blank
     * @param breakpoints ends of the parts that later requests repeat, rising
     */
    record UserText(String text, List<Integer> breakpoints) implements ConversationItem {

        public UserText {
            breakpoints = List.copyOf(breakpoints);
        }

        /** Words without a repeated part. */
        public UserText(String text) {
            this(text, List.of());
        }
    }

    /** Words that count as the model's, though no model of this conversation said them; never blank. */
    record QuotedAnswer(String text) implements ConversationItem {}

    /**
     * Answer of a model.
     *
     * @param text its text; may be empty
     * @param calls the tools that it calls
     * @param wireForm the answer as its provider wrote it, in the form in which it goes back
     * @param api the wire format of that form; any other format is given text and calls
     */
    record ModelAnswer(String text, List<ToolCall> calls, JsonValue wireForm, ProtocolName api)
            implements
            ConversationItem {

        public ModelAnswer {
            calls = List.copyOf(calls);
        }
    }

    /** Results of all calls of the answer before, in the order of the calls. */
    record ToolResults(List<CallResult> results) implements ConversationItem {

        public ToolResults {
            results = List.copyOf(results);
        }
    }
}
