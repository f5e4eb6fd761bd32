package dev.waggle.swarm.assist;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
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

    private final JsonModel model;

    /**
     * @param harness the model
     * @throws IllegalStateException when no parser of its answers is installed; {@code waggle-journal} has one
     */
    public ModelLogCondenser(Harness harness) {
        model = new JsonModel(harness);
    }

    /**
     * Asks the model.
     *
     * @throws HarnessException when the call fails, or its answer cannot be read
     */
    @Override
    public Summary condense(FindingBlock block, RunContext context) throws HarnessException, InterruptedException {
        HarnessInput input = new HarnessInput(FILE.section("system"), List.of(Message.user(prompt(block))), List.of(),
                List.of(), null, (double) model.outputTokensFor(MAX_OUTPUT_TOKENS), null);
        return model.ask(input, context.withReplySchema(SCHEMA), "summary", answer -> Summary.of(answer));
    }

    static String prompt(FindingBlock block) {
        return FILE.section("block",
                Map.of("question", JsonLine.quoted(TextExcerpt.of(block.task().text(), MAX_TASK)),
                        "lines", String.join("\n", block.findings()),
                        "most", String.valueOf(block.maxCharacters())));
    }

    private static JsonValue.Obj schema() {
        JsonValue.Obj properties = new JsonObjectBuilder()
                .with("summary", new JsonObjectBuilder().with("type", "string").json()).json();
        return new JsonObjectBuilder().with("type", "object").with("properties", properties)
                .withTexts("required", List.copyOf(properties.fields().keySet()))
                .with("additionalProperties", false).json();
    }
}
