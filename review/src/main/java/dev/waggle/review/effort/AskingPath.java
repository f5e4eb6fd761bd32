package dev.waggle.review.effort;

import java.util.Arrays;
import java.util.List;

import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.LearnedWeights;
import org.jspecify.annotations.Nullable;

/**
 * Answers of an item in the order in which they are asked for, and what is known after each of them. Owned by one thread.
 */
public final class AskingPath {

    /** Probabilities below count as this. */
    private static final double LEAST = 1e-9;

    private final AskableItem item;
    private final List<Integer> order;
    private final int least;
    private final LearnedWeights weights;
    private final @Nullable Step[] steps;

    AskingPath(AskableItem item, List<Integer> order, int least, LearnedWeights weights) {
        this.item = item;
        this.order = List.copyOf(order);
        this.least = least;
        this.weights = weights;
        steps = new Step[order.size() + 1];
    }

    /** Case of some first answers, with its probabilities. */
    private static final class Step {

        private final DecisionCase decision;
        private final double[] probabilities;

        Step(DecisionCase decision, double[] probabilities) {
            this.decision = decision;
            this.probabilities = probabilities;
        }
    }

    /** Number of answers. */
    public int size() {
        return order.size();
    }

    /** Fewest answers that are asked for. */
    int least() {
        return least;
    }

    /** Places of the agents that are asked first. */
    public List<Integer> first(int asked) {
        return order.subList(0, asked);
    }

    /** The weights that decide while not all are asked. */
    public LearnedWeights weights() {
        return weights;
    }

    /** Probability of each option of the first answers, then of all other answers together. */
    public double[] probabilities(int asked) {
        return step(asked).probabilities.clone();
    }

    /**
     * Number of answers until the lead reaches a threshold; all if it never does.
     *
     * @param threshold in nats for each answer that could still come
     */
    public int stop(double threshold) {
        for (int asked = least; asked < order.size() && threshold < Double.POSITIVE_INFINITY; asked++) {
            if (lead(asked) >= threshold) {
                return asked;
            }
        }
        return order.size();
    }

    /**
     * Lead of the most probable answer before the next for each answer that is missing, ln(p1 / p2) / (n - asked). Answers
     * that no agent gave count too.
     */
    double lead(int asked) {
        Step step = step(asked);
        double[] all = step.probabilities.clone();
        all[all.length - 1] /= Math.max(1, step.decision.others());
        Arrays.sort(all);
        double odds = Math.max(LEAST, all[all.length - 1]) / Math.max(LEAST, all[all.length - 2]);
        return StrictMath.log(odds) / (order.size() - asked);
    }

    /** The case of the first answers. */
    DecisionCase decision(int asked) {
        return step(asked).decision;
    }

    AskableItem item() {
        return item;
    }

    private Step step(int asked) {
        Step known = steps[asked];
        if (known == null) {
            DecisionCase decision = item.decision(first(asked));
            known = new Step(decision, weights.probabilities(decision));
            steps[asked] = known;
        }
        return known;
    }
}
