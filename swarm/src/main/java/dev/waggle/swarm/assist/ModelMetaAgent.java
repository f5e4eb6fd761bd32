package dev.waggle.swarm.assist;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Meta agent that asks a model, in one call. The prompt holds the question, the last {@value MetaPrompt#MAX_SIGNALS}
 * signals of the round, the leader and the readings of mathematics. The answer is one of four actions as JSON.
 */
public final class ModelMetaAgent implements MetaAgent {

    /** Tokens of a reason and a paragraph to publish; the limit is higher where the model thinks. */
    public static final int MAX_OUTPUT_TOKENS = 600;

    /** Longest answer that is read, in characters: more than the tokens of an answer have. */
    private static final int MAX_LENGTH = 20_000;

    private static final String THOUGHTS_END = "</think>";

    private static final JsonValue.Obj SCHEMA = schema();

    private final Harness harness;
    private final JsonReader json;

    /**
     * @param harness the model
     * @throws IllegalStateException when no parser of its answers is installed; {@code waggle-journal} has one
     */
    public ModelMetaAgent(Harness harness) {
        this.harness = harness;
        json = JsonReader.installed();
    }

    /**
     * Asks the model for the next move.
     *
     * @throws HarnessException when the call fails, or its answer cannot be read
     */
    @Override
    public Move consider(View view, RunContext context) throws HarnessException, InterruptedException {
        int limit = harness.capabilities().outputTokensFor(MAX_OUTPUT_TOKENS);
        HarnessInput input = new HarnessInput(MetaPrompt.system(), List.of(Message.user(MetaPrompt.of(view))),
                List.of(), List.of(), null, (double) limit, null);
        HarnessOutput output = harness.run(input, context.withReplySchema(SCHEMA));
        try {
            return move(json.read(object(output.content())));
        } catch (IllegalArgumentException unreadable) {
            throw new HarnessException(HarnessFailure.of(HarnessFailure.Kind.MALFORMED,
                    "the answer of " + harness.model() + " is no move: " + unreadable.getMessage()
                            + (output.stopReason() == ModelStopReason.MAX_TOKENS
                                    ? "; it broke off after " + limit + " tokens"
                                    : "")),
                    unreadable);
        }
    }

    /** From the first brace to the last, thoughts aside; text around it is no harm. */
    private static String object(String answer) {
        String text = answer.substring(Math.max(0, answer.indexOf(THOUGHTS_END)));
        int open = text.indexOf('{');
        int close = text.lastIndexOf('}');
        if (open < 0 || close < open) {
            throw new IllegalArgumentException("it holds no JSON object");
        }
        if (close - open >= MAX_LENGTH) {
            throw new IllegalArgumentException("it has more than " + MAX_LENGTH + " characters");
        }
        return text.substring(open, close + 1);
    }

    /** Move in the words of a model: the action in any case, a missing text as an empty one, more fields as none. */
    private static Move move(JsonValue answer) {
        if (!(answer instanceof JsonValue.Obj move)) {
            throw new IllegalArgumentException("a move must be a JSON object");
        }
        return new Move(Action.of(text(move, "action")), text(move, "reasoning"), text(move, "intervention"));
    }

    private static String text(JsonValue.Obj object, String field) {
        return object.fields().get(field) instanceof JsonValue.Str text ? text.value() : "";
    }

    private static JsonValue.Obj schema() {
        JsonValue action = new JsonObjectBuilder().with("type", "string")
                .withTexts("enum", Stream.of(Action.values()).map(Action::name).toList()).json();
        JsonValue text = new JsonObjectBuilder().with("type", "string").json();
        JsonValue.Obj properties = new JsonObjectBuilder().with("action", action)
                .with("reasoning", text)
                .with("intervention", text).json();
        return new JsonObjectBuilder().with("type", "object")
                .with("properties", properties)
                .withTexts("required", List.copyOf(properties.fields().keySet()))
                .with("additionalProperties", false).json();
    }
}
