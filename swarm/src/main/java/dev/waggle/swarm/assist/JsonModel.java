package dev.waggle.swarm.assist;

import java.util.function.Function;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonReader;
import dev.waggle.signal.json.JsonValue;

/** Model that answers one question with a JSON object. */
final class JsonModel {

    private final Harness harness;
    private final JsonReader json;

    /** @throws IllegalStateException when no parser of its answers is installed; {@code waggle-journal} has one */
    JsonModel(Harness harness) {
        this.harness = harness;
        json = JsonReader.installed();
    }

    /** Output limit for an answer of that many tokens; it is higher where the model thinks. */
    int outputTokensFor(int answer) {
        return harness.capabilities().outputTokensFor(answer);
    }

    /**
     * Asks the model.
     *
     * @param kind name of the answer in the message of a failure
     * @param reader reads the object; throws {@link IllegalArgumentException} when it cannot
     * @throws HarnessException when the call fails, or its answer cannot be read
     */
    <T> T ask(HarnessInput input, RunContext context, String kind, Function<JsonValue, T> reader)
            throws HarnessException, InterruptedException {
        HarnessOutput output = harness.run(input, context);
        try {
            return reader.apply(json.read(object(output.content())));
        } catch (IllegalArgumentException unreadable) {
            throw new HarnessException(HarnessFailure.of(HarnessFailure.Kind.MALFORMED,
                    "the answer of " + harness.model() + " is no " + kind + ": " + unreadable.getMessage()),
                    unreadable);
        }
    }

    /** From the first brace behind thoughts to the last. */
    private static String object(String answer) {
        String text = answer.substring(Math.max(0, answer.lastIndexOf("</think>")));
        int open = text.indexOf('{');
        int close = text.lastIndexOf('}');
        if (open < 0 || close < open) {
            throw new IllegalArgumentException("it holds no JSON object");
        }
        return text.substring(open, close + 1);
    }
}
