package dev.waggle.review.evaluation.council;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationRun;
import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.RuleOutcomes;
import dev.waggle.review.evaluation.report.AccuracyScore;
import dev.waggle.review.evaluation.report.PairedDifference;
import dev.waggle.review.evaluation.rule.RuleCatalog;

/**
 * Report on a council and its members, all on the same items. A member alone is compared with the plurality of all.
 *
 * @param items number of items
 * @param singles scores of the members, in the order of the council
 * @param best the member with the highest accuracy, the cheapest of equals; chosen on these items, so it is a little too
 *        good
 * @param council the plurality of all members
 * @param learned the learned strategy on the answers of all, prequential
 * @param oracle right where any member is right
 * @param toBest credits of the council less those of the best member
 * @param learnedToBest credits of the learned strategy less those of the best member
 * @param members worth of each member; empty for fewer than three
 * @param cheapest the cheapest subset within noise
 */
public record CouncilReport(int items, List<CouncilScore> singles, CouncilScore best, CouncilScore council,
        CouncilScore learned, CouncilScore oracle, PairedDifference toBest, PairedDifference learnedToBest,
        List<CouncilMember> members, CouncilSubset cheapest) {

    /** Largest council whose subsets are all tried; of a larger one members are dropped one after the other. */
    public static final int MAX_SEARCHED = 12;

    /** Seed of the bootstrap. */
    static final long SEED = 1;

    public CouncilReport {
        singles = List.copyOf(singles);
        members = List.copyOf(members);
    }

    /**
     * Scores a council.
     *
     * @param set the answers of the members, at least two of them, to items with truths
     * @param costs USD for one item of each agent of the set, in the order of its agents
     */
    public static CouncilReport of(EvaluationSet set, List<Double> costs) {
        if (set.agents().size() < 2 || costs.size() != set.agents().size()) {
            throw new IllegalArgumentException("a council needs at least two members with a cost each, got "
                    + set.agents() + " and " + costs);
        }
        return new Builder(set, costs).report();
    }

    /** Parts of a report in the order of their making. */
    private static final class Builder {

        private final EvaluationSet set;
        private final List<Double> costs;
        private final CouncilAnswers answers;
        private final BitSet all;
        private final double[] council;

        Builder(EvaluationSet set, List<Double> costs) {
            this.set = set;
            this.costs = costs;
            answers = CouncilAnswers.of(set);
            all = new BitSet();
            all.set(0, costs.size());
            council = answers.credits(all);
        }

        CouncilReport report() {
            List<CouncilScore> singles = new ArrayList<>();
            for (int member = 0; member < costs.size(); member++) {
                singles.add(score(set.agents().get(member), answers.credits(member), costs.get(member)));
            }
            int best = best(singles);
            double total = cost(all);
            List<Supplier<EvaluationRule>> rules = RuleCatalog.makers(List.of("learned", "oracle"));
            List<RuleOutcomes> outcomes = new EvaluationRun(set, EvaluationPlan.defaults()).outcomes(rules, _ -> {
            });
            double[] learned = outcomes.get(1).itemCredits();
            double[] baseline = answers.credits(best);
            List<PairedDifference> toBest = PairedDifference.of(baseline, List.of(council, learned), SEED);
            return new CouncilReport(answers.items(), singles, singles.get(best), score("plurality", council, total),
                    score("learned", learned, total), score("oracle", outcomes.get(2).itemCredits(), total),
                    toBest.getFirst(), toBest.getLast(), members(), cheapest());
        }

        private static int best(List<CouncilScore> singles) {
            int best = 0;
            for (int i = 1; i < singles.size(); i++) {
                int order = Double.compare(singles.get(i).accuracy().accuracy(),
                        singles.get(best).accuracy().accuracy());
                boolean isCheaper = singles.get(i).cost() < singles.get(best).cost();
                best = order > 0 || (order == 0 && isCheaper) ? i : best;
            }
            return best;
        }

        private CouncilScore score(String name, double[] credits, double cost) {
            return new CouncilScore(name, AccuracyScore.of(credits), difference(credits), cost);
        }

        private PairedDifference difference(double[] credits) {
            return PairedDifference.of(council, List.of(credits), SEED).getFirst();
        }

        private double cost(BitSet members) {
            return members.stream().mapToDouble(costs::get).sum();
        }

        private List<CouncilMember> members() {
            List<CouncilMember> members = new ArrayList<>();
            for (int member = 0; member < costs.size() && costs.size() > 2; member++) {
                int nearest = nearest(member);
                members.add(
                        new CouncilMember(set.agents().get(member), difference(answers.credits(without(all, member))),
                                set.agents().get(nearest), answers.correlation(member, nearest)));
            }
            return members;
        }

        private int nearest(int member) {
            int nearest = member == 0 ? 1 : 0;
            for (int other = 0; other < costs.size(); other++) {
                boolean isNearer = other != member
                        && answers.correlation(member, other) > answers.correlation(member, nearest);
                nearest = isNearer ? other : nearest;
            }
            return nearest;
        }

        private static BitSet without(BitSet members, int member) {
            BitSet rest = (BitSet) members.clone();
            rest.clear(member);
            return rest;
        }

        private CouncilSubset cheapest() {
            BitSet cheapest = costs.size() <= MAX_SEARCHED ? cheapestOfAll() : cheapestByDropping();
            double[] credits = answers.credits(cheapest);
            return new CouncilSubset(cheapest.stream().mapToObj(set.agents()::get).toList(), AccuracyScore.of(credits),
                    difference(credits), cost(cheapest));
        }

        private BitSet cheapestOfAll() {
            BitSet cheapest = all;
            for (long bits = 1; bits < 1L << costs.size(); bits++) {
                BitSet members = BitSet.valueOf(new long[] {bits});
                cheapest = isPreferred(members, cheapest) && isWithinNoise(members) ? members : cheapest;
            }
            return cheapest;
        }

        private BitSet cheapestByDropping() {
            BitSet cheapest = all;
            Optional<BitSet> next = Optional.of(all);
            while (next.isPresent()) {
                cheapest = next.get();
                BitSet from = cheapest;
                next = from.stream().boxed().map(member -> without(from, member))
                        .filter(rest -> !rest.isEmpty() && isWithinNoise(rest))
                        .reduce((one, other) -> isPreferred(other, one) ? other : one);
            }
            return cheapest;
        }

        /** True if it is cheaper, or of equal cost with fewer members, or of equal size and more accurate. */
        private boolean isPreferred(BitSet members, BitSet other) {
            int order = Double.compare(cost(members), cost(other));
            if (order == 0) {
                order = Integer.compare(members.cardinality(), other.cardinality());
            }
            return order < 0
                    || (order == 0 && AccuracyScore.of(answers.credits(members)).accuracy() > AccuracyScore
                            .of(answers.credits(other)).accuracy());
        }

        private boolean isWithinNoise(BitSet members) {
            double[] credits = answers.credits(members);
            int n = credits.length;
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < n; i++) {
                double difference = credits[i] - council[i];
                sum += difference;
                squares += difference * difference;
            }
            double mean = n == 0 ? 0 : sum / n;
            double variance = n < 2 ? 0 : Math.max(0, (squares - n * mean * mean) / (n - 1));
            return mean + Math.sqrt(variance / Math.max(1, n)) >= 0;
        }
    }
}
