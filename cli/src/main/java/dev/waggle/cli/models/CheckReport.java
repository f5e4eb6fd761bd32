package dev.waggle.cli.models;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Report of the check of a model, which can be shown to others.
 *
 * @param model {@code provider:model}
 * @param provider the name of its format, for example {@code OpenAI}
 * @param findings what was found, by capability
 * @param figures the numbers in it
 * @param learned what refusals have taught, one line each
 */
public record CheckReport(String model, String provider, List<CheckFinding> findings, CheckFigures figures,
        List<String> learned) {

    /** Name of the first capability that a solve needs. */
    static final String ANSWERS = "answers";

    /** Name of the second one. */
    static final String SCHEMA = "schema";

    public CheckReport {
        findings = List.copyOf(findings);
        learned = List.copyOf(learned);
    }

    /**
     * Figures of a check.
     *
     * @param calls the calls, failed ones too
     * @param usage their tokens, as reported or estimated
     * @param usd their price by the list; {@code null} if no row knows the model
     * @param firstContentMs time until the first content of the first answer; {@code null} without one
     * @param answerMs time until its end; {@code null} without an answer
     * @param usualOutputTokens the output limit of a call
     * @param maxOutputTokens the most tokens of an answer; {@code null} if no source says so
     * @param contextTokens the context window; {@code null} if no source says so
     */
    public record CheckFigures(int calls, TokenUsage usage, @Nullable Double usd, @Nullable Long firstContentMs,
            @Nullable Long answerMs, int usualOutputTokens, @Nullable Integer maxOutputTokens,
            @Nullable Integer contextTokens) {}

    /** True if the model answers, and its reply was read: what a solve needs. */
    public boolean passes() {
        return findings.stream()
                .filter(finding -> finding.capability().equals(ANSWERS) || finding.capability().equals(SCHEMA))
                .allMatch(finding -> finding.outcome() == CheckOutcome.YES);
    }

    /** For programs. */
    public JsonValue toJson() {
        List<JsonValue> rows = new ArrayList<>();
        for (CheckFinding finding : findings) {
            rows.add(new JsonObjectBuilder().with("capability", finding.capability())
                    .with("outcome", finding.outcome().wireName())
                    .with("fact", finding.fact()).json());
        }
        CheckFinding answers = findings.getFirst();
        return new JsonObjectBuilder().with("model", model)
                .with("provider", provider)
                .with("answers", answers.outcome() == CheckOutcome.YES)
                .with("passes", passes())
                .with("detail", answers.fact())
                .with("capabilities", rows)
                .with("figures", figuresJson())
                .withTexts("learned", learned).json();
    }

    private JsonValue.Obj figuresJson() {
        TokenUsage usage = figures.usage();
        return new JsonObjectBuilder().with("calls", figures.calls())
                .with("inputTokens", (long) usage.inputTokens())
                .with("outputTokens", (long) usage.outputTokens())
                .with("cachedInputTokens", (long) usage.cachedInputTokens())
                .with("cacheWriteTokens", (long) usage.cacheWriteTokens())
                .with("reasoningTokens", (long) usage.reasoningTokens())
                .with("usualOutputTokens", figures.usualOutputTokens())
                .withPresent("maxOutputTokens", json(figures.maxOutputTokens()))
                .withPresent("contextTokens", json(figures.contextTokens()))
                .withPresent("usd", figures.usd())
                .withPresent("firstContentMs", json(figures.firstContentMs()))
                .withPresent("answerMs", json(figures.answerMs())).json();
    }

    private static @Nullable JsonValue json(@Nullable Number number) {
        return number == null ? null : JsonValue.of(number.longValue());
    }

    /** As a table of Markdown, for an issue. */
    public List<String> markdown() {
        List<String> lines = new ArrayList<>(List.of("### `" + model + "` (" + provider + ")", "",
                "| capability | outcome | fact |", "|---|---|---|"));
        findings.forEach(finding -> lines.add("| " + finding.capability() + " | " + finding.outcome().title() + " | "
                + finding.fact().replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;") + " |"));
        lines.add("");
        return lines;
    }
}
