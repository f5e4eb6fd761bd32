package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.reaction.prompt.PromptFile;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import dev.waggle.swarm.reaction.reply.text.CandidateFinder;
import dev.waggle.swarm.reaction.reply.text.FoundText;
import dev.waggle.swarm.reaction.reply.text.MendedValue;
import dev.waggle.swarm.reaction.reply.text.TextCandidate;
import dev.waggle.swarm.reaction.reply.text.WorkCounter;
import dev.waggle.swarm.reaction.reply.word.UnitNumber;
import org.jspecify.annotations.Nullable;

/**
 * Evaluator that asks a model, in one call, for a verdict, its reasons and a confidence, as JSON. The prompt quotes
 * each text as one line of JSON, so that no text can close its block. Any other answer, refusal, failure or timeout is
 * a partial verdict with the confidence {@value OutcomeEvaluator#UNSURE}, and the details state the cause. Two
 * different verdicts in one answer are none.
 */
public final class ModelOutcomeEvaluator implements OutcomeEvaluator {

    /** Tokens of a verdict with a paragraph; the limit is higher where the model thinks. */
    public static final int MAX_OUTPUT_TOKENS = 500;

    /** Maximum number of characters of the question, its background and the answer, each. */
    static final int MAX_TEXT = 20_000;

    /** Maximum number of characters of a reason. */
    static final int MAX_REASON = 2_000;

    /** Maximum number of reasons for the answer, and of those against it: the newest. */
    static final int MAX_REASONS = 20;

    /** Maximum number of characters of details. */
    static final int MAX_DETAILS = 2_000;

    private static final PromptFile FILE = PromptFile.of(ModelOutcomeEvaluator.class, "outcome-evaluator");

    private static final JsonValue.Obj SCHEMA = schema();

    private final Harness harness;

    /** @param harness the model, which the source of the verdict names */
    public ModelOutcomeEvaluator(Harness harness) {
        this.harness = harness;
    }

    @Override
    public Judgement evaluate(EvaluationMaterial material, RunContext context) throws InterruptedException {
        return switch (ask(material, context)) {
            case EvaluatorAnswer.Judged(Judgement judgement) -> judgement;
            case EvaluatorAnswer.Unjudged(String reason) ->
                new Judgement(OutcomeVerdict.PARTIAL, null, reason, UNSURE, source());
        };
    }

    /**
     * Asks the model for its judgement.
     *
     * @throws InterruptedException when the caller is interrupted
     */
    public EvaluatorAnswer ask(EvaluationMaterial material, RunContext context) throws InterruptedException {
        HarnessInput input = new HarnessInput(FILE.section("system"), List.of(Message.user(prompt(material))),
                List.of(), List.of(), null,
                (double) harness.capabilities().outputTokensFor(MAX_OUTPUT_TOKENS), null);
        try {
            String answer = harness.run(input, context.withReplySchema(SCHEMA)).content();
            return read(answer).<EvaluatorAnswer>map(EvaluatorAnswer.Judged::new)
                    .orElseGet(() -> new EvaluatorAnswer.Unjudged(
                            "the answer of the model holds no verdict: " + TextExcerpt.of(answer, MAX_REASON)));
        } catch (HarnessException failed) {
            return new EvaluatorAnswer.Unjudged("the model gave no answer: "
                    + TextExcerpt.of(String.valueOf(failed.getMessage()), MAX_REASON));
        }
    }

    static String prompt(EvaluationMaterial material) {
        List<String> parts = new ArrayList<>();
        parts.add(FILE.section("question", Map.of("question", quoted(material.task().text()))));
        String background = material.task().context();
        if (background != null && !background.isBlank()) {
            parts.add(FILE.section("background", Map.of("background", quoted(background))));
        }
        parts.add(FILE.section("answer", Map.of("answer", quoted(material.answer()))));
        addReasons("support", material.support(), parts);
        addReasons("dissent", material.dissent(), parts);
        parts.add(FILE.section("instruction"));
        return String.join("\n\n", parts);
    }

    private static void addReasons(String section, List<String> reasons, List<String> parts) {
        if (!reasons.isEmpty()) {
            String lines = reasons.subList(Math.max(0, reasons.size() - MAX_REASONS), reasons.size()).stream()
                    .map(reason -> JsonLine.quoted(TextExcerpt.of(reason, MAX_REASON)))
                    .collect(Collectors.joining("\n"));
            parts.add(FILE.section(section, Map.of("lines", lines)));
        }
    }

    private static String quoted(String text) {
        return JsonLine.quoted(TextExcerpt.of(text, MAX_TEXT));
    }

    /** The judgement in an answer; empty if it holds none, or several verdicts. */
    private Optional<Judgement> read(String answer) {
        FoundText found = CandidateFinder.find(answer, new WorkCounter(answer.length()));
        List<Judgement> judgements = found.candidates().stream().map(TextCandidate::value).flatMap(this::objects)
                .flatMap(object -> judgement(object).stream()).toList();
        boolean isClear = judgements.stream().map(Judgement::verdict).distinct().count() == 1;
        return isClear ? Optional.of(judgements.getLast()) : Optional.empty();
    }

    private Stream<MendedValue.ObjectValue> objects(MendedValue value) {
        return switch (value) {
            case MendedValue.ObjectValue object -> Stream.of(object);
            case MendedValue.ListValue list -> list.items().stream().filter(MendedValue.ObjectValue.class::isInstance)
                    .map(MendedValue.ObjectValue.class::cast);
            case MendedValue.TextValue _, MendedValue.WordValue _ -> Stream.of();
        };
    }

    private Optional<Judgement> judgement(MendedValue.ObjectValue object) {
        OutcomeVerdict verdict = verdict(text(object, "verdict"));
        if (verdict == null) {
            return Optional.empty();
        }
        String stated = text(object, "confidence");
        Double confidence = stated == null ? null : UnitNumber.of(stated);
        String details = text(object, "details");
        return Optional.of(new Judgement(verdict, null, details == null ? "" : TextExcerpt.of(details, MAX_DETAILS),
                confidence == null ? UNSURE : confidence, source()));
    }

    private static @Nullable OutcomeVerdict verdict(@Nullable String word) {
        return switch (word == null ? "" : word.strip().toLowerCase(Locale.ROOT)) {
            case "correct" -> OutcomeVerdict.CORRECT;
            case "partial", "partially correct", "partly correct" -> OutcomeVerdict.PARTIAL;
            case "incorrect", "wrong" -> OutcomeVerdict.INCORRECT;
            default -> null;
        };
    }

    /** The only text or word under that name; {@code null} without one. */
    private static @Nullable String text(MendedValue.ObjectValue object, String key) {
        List<String> texts = object.fields().stream().filter(field -> field.key().equals(key))
                .flatMap(field -> switch (field.value()) {
                    case MendedValue.TextValue(String text, _) -> Stream.of(text);
                    case MendedValue.WordValue(String text, _) -> Stream.of(text);
                    case MendedValue.ObjectValue _, MendedValue.ListValue _ -> Stream.<String>of();
                }).distinct().toList();
        return texts.size() == 1 ? texts.getFirst() : null;
    }

    private OutcomeSource source() {
        return OutcomeSource.evaluator(TextExcerpt.of(harness.model(), OutcomeSource.MAX_NAME - 10));
    }

    private static JsonValue.Obj schema() {
        JsonValue verdict = new JsonObjectBuilder().with("type", "string")
                .withTexts("enum", List.of("correct", "partial", "incorrect")).json();
        JsonValue text = new JsonObjectBuilder().with("type", "string").json();
        JsonValue number = new JsonObjectBuilder().with("type", "number").json();
        JsonValue.Obj properties = new JsonObjectBuilder().with("details", text).with("verdict", verdict)
                .with("confidence", number).json();
        return new JsonObjectBuilder().with("type", "object").with("properties", properties)
                .withTexts("required", List.copyOf(properties.fields().keySet()))
                .with("additionalProperties", false).json();
    }

    /** Answer of a model that was asked for a judgement. */
    public sealed interface EvaluatorAnswer {

        /** A judgement. */
        record Judged(Judgement judgement) implements EvaluatorAnswer {}

        /**
         * No judgement.
         *
         * @param reason the failure of the call, or the answer without a verdict
         */
        record Unjudged(String reason) implements EvaluatorAnswer {}
    }
}
