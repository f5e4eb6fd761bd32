package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationRun;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.RuleOutcomes;
import dev.waggle.swarm.consensus.LearnedStrategy;

/**
 * Report on one set.
 *
 * @param name name of the set
 * @param counts sizes of the set
 * @param rules scores of each rule, the baseline first
 * @param effort accuracy of a plurality against calls; empty for a debate
 * @param learnedEffort accuracy of the learned strategy against calls; empty for a debate, or without that rule
 */
public record SetReport(String name, Counts counts, List<RuleScore> rules, Optional<EffortCurve> effort,
        Optional<LearnedEffort> learnedEffort) {

    /** Seed of the bootstrap for runs in the order of the file. */
    static final long BOOTSTRAP_SEED = 1;

    public SetReport {
        rules = List.copyOf(rules);
    }

    /**
     * Sizes of a set.
     *
     * @param items all items
     * @param known items with a known truth
     * @param predicted items that were predicted: the known ones less a training part
     * @param agents agents with a ballot or an abstention
     * @param ballots ballots of all items
     * @param answers number of answers that all items share, 0 if they share none
     */
    public record Counts(int items, int known, int predicted, int agents, int ballots, int answers) {}

    /**
     * Runs the rules on a set and scores them.
     *
     * @param rules makers of rules; the first is the baseline of differences
     * @param progress receives the number of items seen so far, now and then
     */
    public static SetReport of(EvaluationSet set, EvaluationPlan plan, List<Supplier<EvaluationRule>> rules,
            LongConsumer progress) {
        List<RuleOutcomes> outcomes = new EvaluationRun(set, plan).outcomes(rules, progress);
        List<double[]> credits = outcomes.stream().map(RuleOutcomes::itemCredits).toList();
        double[] baseline = credits.isEmpty() ? new double[0] : credits.getFirst();
        List<PairedDifference> differences = PairedDifference.of(baseline, credits,
                plan.seed().orElse(BOOTSTRAP_SEED));
        List<RuleScore> scores = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            RuleOutcomes one = outcomes.get(i);
            scores.add(new RuleScore(one.rule(), AccuracyScore.of(credits.get(i)), differences.get(i),
                    DecisionScore.of(one), one.isForecast() ? Optional.of(ProbabilityReport.of(one)) : Optional.empty(),
                    one.isForecast() ? Optional.of(RiskCoverage.of(one)) : Optional.empty()));
        }
        Counts counts = new Counts(set.size(), set.known().length, baseline.length, set.agents().size(),
                set.ballots(), set.sharedAnswers());
        return new SetReport(set.name(), counts, scores,
                set.isDebate() ? Optional.empty() : Optional.of(EffortCurve.of(set, plan)),
                set.isDebate() ? Optional.empty() : learnedEffort(set, plan, outcomes));
    }

    private static Optional<LearnedEffort> learnedEffort(EvaluationSet set, EvaluationPlan plan,
            List<RuleOutcomes> outcomes) {
        return outcomes.stream().filter(one -> one.rule().equals(LearnedStrategy.ID)).findFirst()
                .map(full -> LearnedEffort.of(set, plan, full));
    }

    /** The scores of the rule of that name. */
    public Optional<RuleScore> rule(String name) {
        return rules.stream().filter(score -> score.rule().equals(name)).findFirst();
    }
}
