package dev.waggle.swarm.assist;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

/**
 * Judge that asks a model, in one call, which open proposal says the same as a new one. The answer is the number of the
 * proposal in the prompt, or 0, and a reason, as JSON.
 */
public final class ModelProposalJudge implements ProposalJudge {

    /** Tokens of a number and a sentence; the limit is higher where the model thinks. */
    public static final int MAX_OUTPUT_TOKENS = 200;

    /** Maximum number of characters of a proposal in the prompt. */
    static final int MAX_TEXT = 2_000;

    /** Maximum number of characters of the question. */
    static final int MAX_TASK = 4_000;

    /** Maximum number of characters of a reason in the log. */
    static final int MAX_REASON = 300;

    private static final PromptFile FILE = PromptFile.of(ModelProposalJudge.class, "proposal-judge");

    private static final JsonValue.Obj SCHEMA = schema();

    private final JsonModel model;

    /**
     * @param harness the model
     * @throws IllegalStateException when no parser of its answers is installed; {@code waggle-journal} has one
     */
    public ModelProposalJudge(Harness harness) {
        model = new JsonModel(harness);
    }

    /**
     * Asks the model.
     *
     * @throws HarnessException when the call fails, or its answer cannot be read
     */
    @Override
    public Verdict judge(Question question, RunContext context) throws HarnessException, InterruptedException {
        HarnessInput input = new HarnessInput(FILE.section("system"), List.of(Message.user(prompt(question))),
                List.of(),
                List.of(), null, (double) model.outputTokensFor(MAX_OUTPUT_TOKENS), null);
        return model.ask(input, context.withReplySchema(SCHEMA), "verdict", answer -> verdict(question, answer));
    }

    static String prompt(Question question) {
        String lines = IntStream.range(0, question.open().size())
                .mapToObj(i -> JsonLine.of(new JsonObjectBuilder().with("number", i + 1L)
                        .with("proposal", TextExcerpt.of(question.open().get(i).content(), MAX_TEXT)).json()))
                .collect(Collectors.joining("\n"));
        return FILE.section("question",
                Map.of("question", JsonLine.quoted(TextExcerpt.of(question.task().text(), MAX_TASK)),
                        "proposal", JsonLine.quoted(TextExcerpt.of(question.content(), MAX_TEXT)), "lines", lines));
    }

    /** Number 0, or none, for no equal proposal. */
    private static Verdict verdict(Question question, JsonValue answer) {
        if (!(answer instanceof JsonValue.Obj fields)
                || !(fields.fields().get("same") instanceof JsonValue.Num number)) {
            throw new IllegalArgumentException("it has no number \"same\"");
        }
        String reason = fields.fields().get("reason") instanceof JsonValue.Str text
                ? TextExcerpt.of(text.value(), MAX_REASON)
                : "";
        double same = number.value().doubleValue();
        if (!(same >= 0 && same <= question.open().size()) || same != Math.rint(same)) {
            throw new IllegalArgumentException("\"same\" must be 0 to " + question.open().size() + ", got " + same);
        }
        return same == 0
                ? Verdict.none(reason)
                : new Verdict(Optional.of(question.open().get((int) same - 1).id()), reason);
    }

    private static JsonValue.Obj schema() {
        JsonValue number = new JsonObjectBuilder().with("type", "integer").json();
        JsonValue text = new JsonObjectBuilder().with("type", "string").json();
        JsonValue.Obj properties = new JsonObjectBuilder().with("same", number).with("reason", text).json();
        return new JsonObjectBuilder().with("type", "object").with("properties", properties)
                .withTexts("required", List.copyOf(properties.fields().keySet()))
                .with("additionalProperties", false).json();
    }
}
