package dev.waggle.cli.ask;

import java.util.Map;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;

/**
 * Judgement of a run by a model, and its cost.
 *
 * @param judgement the judgement
 * @param inputTokens tokens of the request, 0 or more
 * @param outputTokens tokens of the answer, 0 or more
 * @param usd cost by the price list, 0 for a model without a price; a replayed call has the cost of the recorded one
 */
public record EvaluatedRun(Judgement judgement, double inputTokens, double outputTokens, double usd) {

    /** Writes verdict, reasons and cost for people. */
    public void write(TerminalScreen screen) {
        screen.out().println(String.format(PlainLocale.NONE, "%s: %s, confidence %.2f",
                TextStyle.printable(judgement.source().inWords()), judgement.verdict().wireName(),
                judgement.certainty()));
        if (!judgement.details().isBlank()) {
            screen.out().println("reasons: " + TextStyle.printable(judgement.details()));
        }
        screen.out().println(String.format(PlainLocale.NONE, "cost: %,.0f tokens in, %,.0f out, $%.4f", inputTokens,
                outputTokens, usd));
    }

    /** The field {@code evaluator} of a JSON object. */
    public Map<String, JsonValue> json() {
        return Map.of("evaluator", new JsonObjectBuilder().with("model", judgement.source().name())
                .with("confidence", judgement.certainty()).with("details", judgement.details())
                .with("inputTokens", inputTokens).with("outputTokens", outputTokens).with("usd", usd).json());
    }
}
