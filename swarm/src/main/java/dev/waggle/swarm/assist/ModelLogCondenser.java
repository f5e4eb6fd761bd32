package dev.waggle.swarm.assist;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.reaction.prompt.PromptFile;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/** Condenser that asks a model. The answer is a JSON object with one text. */
public final class ModelLogCondenser implements LogCondenser {

    /** Tokens of the longest summary, about 3,000 characters; the limit is higher where the model thinks. */
    static final int MAX_OUTPUT_TOKENS = 1_000;

    /** Maximum number of characters of the question. */
    static final int MAX_TASK = 4_000;

    private static final PromptFile FILE = PromptFile.of(ModelLogCondenser.class, "log-condenser");

    private static final JsonValue.Obj SCHEMA = schema();

    private final Harness harness;
    private final JsonReader json;

    /**
     * @param harness the model
     * @throws IllegalStateException when no parser of its answers is installed; {@code waggle-journal} has one
     */
    public ModelLogCondenser(Harness harness) {
        this.harness = harness;
        json = JsonReader.installed();
    }

    /**
     * Asks the model.
     *
     * @throws HarnessException when the call fails, or its answer cannot be read
     */
    @Override
    public Summary condense(FindingBlock block, RunContext context) throws HarnessException, InterruptedException {
        int limit = harness.capabilities().outputTokensFor(MAX_OUTPUT_TOKENS);
        HarnessOutput output = harness.run(new HarnessInput(FILE.section("system"),
                List.of(Message.user(prompt(block))), List.of(), List.of(), null, (double) limit, null),
                context.withReplySchema(SCHEMA));
        try {
            return Summary.of(json.read(object(output.content())));
        } catch (IllegalArgumentException unreadable) {
            throw new HarnessException(HarnessFailure.of(HarnessFailure.Kind.MALFORMED,
                    "the answer of " + harness.model() + " is no summary: " + unreadable.getMessage()), unreadable);
        }
    }

    static String prompt(FindingBlock block) {
        return FILE.section("block",
                Map.of("question", JsonLine.quoted(TextExcerpt.of(block.task().text(), MAX_TASK)),
                        "lines", String.join("\n", block.findings()),
                        "most", String.valueOf(block.maxCharacters())));
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

    private static JsonValue.Obj schema() {
        JsonValue.Obj properties = new JsonObjectBuilder()
                .with("summary", new JsonObjectBuilder().with("type", "string").json()).json();
        return new JsonObjectBuilder().with("type", "object").with("properties", properties)
                .withTexts("required", List.copyOf(properties.fields().keySet()))
                .with("additionalProperties", false).json();
    }
}
