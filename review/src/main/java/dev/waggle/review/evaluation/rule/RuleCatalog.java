package dev.waggle.review.evaluation.rule;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;

/** The rules and baselines of an evaluation, by name, in the order of reports. */
public final class RuleCatalog {

    private RuleCatalog() {}

    private static Map<String, Supplier<EvaluationRule>> makers() {
        ItemTally tallies = new ItemTally();
        Map<String, Supplier<EvaluationRule>> makers = new LinkedHashMap<>();
        makers.put(PluralityRule.NAME, PluralityRule::new);
        for (ConsensusStrategy strategy : StrategyCatalog.builtIn()) {
            if (strategy.id().equals(LearnedStrategy.ID)) {
                makers.put(LearnedStrategy.ID, LearnedRule::new);
            } else {
                makers.put(strategy.id(), () -> new StrategyRule(strategy, tallies));
            }
        }
        makers.put("posterior", () -> PosteriorRule.assumed(tallies));
        makers.put("posterior-calibrated", () -> PosteriorRule.calibrated(tallies));
        makers.put("dawid-skene", DawidSkeneRule::new);
        makers.put("batch-unsupervised", CrowdRule::new);
        makers.put("best-single", BestAgentRule::soFar);
        makers.put("best-single-hindsight", BestAgentRule::withHindsight);
        makers.put("oracle", OracleRule::new);
        return makers;
    }

    /** Names of all rules. */
    public static List<String> names() {
        return List.copyOf(makers().keySet());
    }

    /**
     * Makers of the rules of these names, plurality first, because it is the baseline. The rules of a list share the
     * tally of an item, so one thread owns them all.
     *
     * @throws IllegalArgumentException when a name is unknown
     */
    public static List<Supplier<EvaluationRule>> makers(List<String> names) {
        Map<String, Supplier<EvaluationRule>> makers = makers();
        for (String name : names) {
            if (!makers.containsKey(name)) {
                throw new IllegalArgumentException("unknown rule \"" + name + "\"\nMaybe one of: "
                        + String.join(", ", makers.keySet()) + ".");
            }
        }
        List<Supplier<EvaluationRule>> chosen = new ArrayList<>();
        makers.forEach((name, maker) -> {
            if (name.equals(PluralityRule.NAME) || names.contains(name)) {
                chosen.add(maker);
            }
        });
        return List.copyOf(chosen);
    }
}
