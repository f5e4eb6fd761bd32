package dev.waggle.review.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Run of rules over the known items of a set: all rules see an item before the next one. */
public final class EvaluationRun {

    /** Number of items between two reports of progress. */
    private static final int PROGRESS = 256;

    private final EvaluationSet set;
    private final EvaluationPlan plan;

    public EvaluationRun(EvaluationSet set, EvaluationPlan plan) {
        this.set = set;
        this.plan = plan;
    }

    /** Number of items that rules see over all runs, for progress. */
    public long steps() {
        return (long) set.known().length * plan.repeats();
    }

    /**
     * Runs new rules for each repeat.
     *
     * @param rules makers of rules without any experience
     * @param progress receives the number of items seen so far, now and then
     * @return the outcomes of each rule, in the order of the makers
     */
    public List<RuleOutcomes> outcomes(List<Supplier<EvaluationRule>> rules, LongConsumer progress) {
        List<RuleOutcomes> outcomes = new ArrayList<>();
        long seen = 0;
        for (int repeat = 0; repeat < plan.repeats(); repeat++) {
            List<EvaluationRule> fresh = rules.stream().map(Supplier::get).toList();
            for (EvaluationRule rule : fresh) {
                if (outcomes.size() < fresh.size()) {
                    outcomes.add(new RuleOutcomes(rule.name(), rule.isForecast(), set.size()));
                }
                rule.prepare(set);
            }
            for (int item : plan.training(set, repeat)) {
                EvaluationItem view = EvaluationItem.of(set, item);
                int truth = view.place(set.truth(item));
                fresh.forEach(rule -> rule.learn(view, truth));
                seen++;
            }
            for (int item : plan.testing(set, repeat)) {
                step(EvaluationItem.of(set, item), fresh, outcomes);
                if (++seen % PROGRESS == 0) {
                    progress.accept(seen);
                }
            }
        }
        return outcomes;
    }

    private void step(EvaluationItem item, List<EvaluationRule> rules, List<RuleOutcomes> outcomes) {
        int truth = item.place(set.truth(item.index()));
        for (int i = 0; i < rules.size(); i++) {
            outcomes.get(i).add(item, truth, rules.get(i).predict(item, plan.decision()));
        }
        if (plan.isPrequential()) {
            rules.forEach(rule -> rule.learn(item, truth));
        }
    }
}
