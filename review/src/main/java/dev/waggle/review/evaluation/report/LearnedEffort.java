package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import dev.waggle.review.effort.AdaptiveEffort;
import dev.waggle.review.effort.AskingPath;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.ItemCase;
import dev.waggle.review.evaluation.ItemCase.AskedItem;
import dev.waggle.review.evaluation.RuleOutcomes;
import dev.waggle.review.evaluation.RulePrediction;

/**
 * Accuracy of the learned strategy against the calls that it costs, where a call is one answer ({@link AdaptiveEffort}).
 * An item whose agents are all asked has the full learned answer.
 *
 * @param calls number of answers of all predicted items
 * @param points one for each budget, ascending; the last asks all
 */
public record LearnedEffort(long calls, List<Point> points) {

    /** Budgets, as shares of all calls. */
    private static final List<Double> BUDGETS = List.of(0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0);

    public LearnedEffort {
        points = List.copyOf(points);
    }

    /**
     * Point of a budget.
     *
     * @param budget share of the calls that may be asked for, above 0 and at most 1
     * @param share calls over all calls, 0..1
     * @param accuracy accuracy with ties sharing credit, 0..1
     * @param difference difference in accuracy to the full learned answer
     * @param calibrationError the expected calibration error, 0..1
     */
    public record Point(double budget, double share, double accuracy, PairedDifference difference,
            double calibrationError) {}

    /** The point of a budget of the ladder. */
    public Point at(double budget) {
        return points.stream().filter(point -> point.budget() == budget).findFirst().orElseThrow(
                () -> new IllegalArgumentException("the budget must be one of " + BUDGETS + ", got " + budget));
    }

    /** Runs all budgets in one pass. */
    static LearnedEffort of(EvaluationSet set, EvaluationPlan plan, RuleOutcomes full) {
        List<Sums> sums = BUDGETS.stream().map(budget -> new Sums(budget, set.size())).toList();
        int at = 0;
        long calls = 0;
        for (int repeat = 0; repeat < plan.repeats(); repeat++) {
            AdaptiveEffort effort = new AdaptiveEffort(plan.decision().minVoters());
            for (int item : plan.training(set, repeat)) {
                Asking asking = new Asking(EvaluationItem.of(set, item), effort);
                asking.learn(effort);
            }
            for (int item : plan.testing(set, repeat)) {
                Asking asking = new Asking(EvaluationItem.of(set, item), effort);
                calls += asking.path.size();
                for (Sums one : sums) {
                    one.add(asking, asking.path.stop(effort.threshold(one.budget)), plan, full, at);
                }
                at++;
                if (plan.isPrequential()) {
                    asking.learn(effort);
                }
            }
        }
        return new LearnedEffort(calls, points(sums, calls, plan, full));
    }

    private static List<Point> points(List<Sums> sums, long calls, EvaluationPlan plan, RuleOutcomes full) {
        List<double[]> credits = sums.stream().map(one -> one.outcomes.itemCredits()).toList();
        List<PairedDifference> differences = PairedDifference.of(full.itemCredits(), credits,
                plan.seed().orElse(SetReport.BOOTSTRAP_SEED));
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < sums.size(); i++) {
            Sums one = sums.get(i);
            points.add(new Point(one.budget, calls == 0 ? 0 : (double) one.asked / calls,
                    AccuracyScore.of(credits.get(i)).accuracy(), differences.get(i),
                    ProbabilityReport.of(one.outcomes).calibrationError()));
        }
        return points;
    }

    /** An item whose agents are asked one after the other. */
    private static final class Asking {

        private final EvaluationItem item;
        private final AskedItem asked;
        private final int truth;
        private final AskingPath path;

        Asking(EvaluationItem item, AdaptiveEffort effort) {
            this.item = item;
            asked = ItemCase.asked(item);
            truth = item.place(item.set().truth(item.index()));
            path = effort.path(asked);
        }

        void learn(AdaptiveEffort effort) {
            effort.learn(path, place -> asked.answer(place) == truth);
        }

        /** Prediction from some first answers; the others together have what is left. */
        RulePrediction prediction(int stop, EvaluationPlan plan) {
            int[] places = asked.answers(path.first(stop));
            double[] shares = path.probabilities(stop);
            double[] probabilities = new double[item.voiced() + 1];
            BitSet leaders = new BitSet();
            double largest = 0;
            for (int option = 0; option < places.length; option++) {
                probabilities[places[option]] = shares[option];
                largest = Math.max(largest, shares[option]);
            }
            for (int option = 0; option < places.length; option++) {
                leaders.set(places[option], shares[option] == largest);
            }
            spread(probabilities, places, shares[places.length]);
            return new RulePrediction(probabilities, leaders,
                    leaders.cardinality() == 1 && plan.decision().isMetBy(largest));
        }

        /** Answers that were not asked for share the rest with those that no agent gave. */
        private void spread(double[] probabilities, int[] places, double rest) {
            BitSet known = new BitSet();
            for (int place : places) {
                known.set(place);
            }
            double each = rest / Math.max(1, item.voiced() - places.length + item.others());
            for (int place = 0; place < item.voiced(); place++) {
                probabilities[place] = known.get(place) ? probabilities[place] : each;
            }
            probabilities[item.voiced()] = Math.max(0, rest - each * (item.voiced() - places.length));
        }
    }

    /** Sums over items of one budget. */
    private static final class Sums {

        private final double budget;
        private final RuleOutcomes outcomes;
        private long asked;

        Sums(double budget, int items) {
            this.budget = budget;
            outcomes = new RuleOutcomes("learned", true, items);
        }

        void add(Asking asking, int stop, EvaluationPlan plan, RuleOutcomes full, int at) {
            asked += stop;
            if (stop == asking.path.size()) {
                outcomes.add(full, at);
            } else {
                outcomes.add(asking.item, asking.truth, asking.prediction(stop, plan));
            }
        }
    }
}
