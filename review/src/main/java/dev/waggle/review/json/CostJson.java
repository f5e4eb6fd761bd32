package dev.waggle.review.json;

import java.util.Optional;

import dev.waggle.review.CallUsage;
import dev.waggle.review.RunLog;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.SolveCost;
import org.jspecify.annotations.Nullable;

/** Calls of a run, their tokens and their money as JSON: all together, by agent and by model. */
final class CostJson {

    /** Digits of money that are written, as in the result of a solve. */
    private static final double NANO = 1e9;

    private CostJson() {}

    /**
     * The cost of a run.
     *
     * @param money its money, where the prices are known
     */
    static JsonValue.Obj of(RunLog log, Optional<CallUsage.MoneySpent> money) {
        JsonObjectBuilder payers = new JsonObjectBuilder();
        log.spendings().byAgent().forEach((agent, spent) -> payers.with(agent,
                money.map(it -> it.byAgent().get(agent)).map(paid -> paid(spent(spent), paid)).orElse(spent(spent))));
        JsonValue.Obj total = spent(log.spendings().total());
        return new JsonObjectBuilder().withAll(money.map(it -> paid(total, it.total())).orElse(total))
                .with("entries", log.entries())
                .with("failedTurns", log.failures())
                .with("byAgent", payers.json())
                .withPresent("byModel", money.map(CostJson::byModel).orElse(null)).json();
    }

    private static JsonValue byModel(CallUsage.MoneySpent money) {
        JsonObjectBuilder models = new JsonObjectBuilder();
        money.byModel().forEach((model, paid) -> models.with(model,
                paid(new JsonObjectBuilder().with("calls", paid.calls()).withAll(tokens(paid.usage())).json(), paid)));
        return models.json();
    }

    /** The same with the money, rounded as in the result of a solve. */
    private static JsonValue.Obj paid(JsonValue.Obj spent, SolveCost.UsageTotals paid) {
        return new JsonObjectBuilder().withAll(spent).with("estimatedUsd", usd(paid.usd()))
                .withPresent("savedUsd", usd(paid.savedUsd()) == 0 ? null : usd(paid.savedUsd()))
                .withPresent("unpricedCalls", paid.unpricedCalls() == 0 ? null : JsonValue.of(paid.unpricedCalls()))
                .json();
    }

    private static double usd(double amount) {
        return Math.round(amount * NANO) / NANO;
    }

    private static JsonValue.Obj spent(CallUsage.TokenCount spent) {
        return new JsonObjectBuilder().with("calls", spent.calls())
                .with("failedCalls", spent.failed())
                .withAll(tokens(spent.usage())).json();
    }

    private static JsonValue.Obj tokens(TokenUsage usage) {
        return new JsonObjectBuilder().with("inputTokens", usage.inputTokens())
                .with("outputTokens", usage.outputTokens())
                .withPresent("cachedInputTokens", positive(usage.cachedInputTokens()))
                .withPresent("cacheWriteTokens", positive(usage.cacheWriteTokens()))
                .withPresent("reasoningTokens", positive(usage.reasoningTokens())).json();
    }

    private static @Nullable Double positive(double tokens) {
        return tokens > 0 ? tokens : null;
    }
}
