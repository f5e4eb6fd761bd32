package dev.waggle.review.evaluation;

import java.util.Arrays;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.DecisionRule;

/**
 * Order and parts of an evaluation.
 *
 * @param decision threshold and voters that a decision needs
 * @param seed seed of the order of items; empty for the order of the file
 * @param trainShare share of the known items that rules learn from before the others are predicted, 0 or more and below
 *        1;
 *        0 for a prequential run, in which rules learn from each item after its prediction
 * @param repeats number of runs with orders of their own, 1..{@value #MAX_REPEATS}; more than 1 needs a seed
 */
public record EvaluationPlan(DecisionRule decision, OptionalLong seed, double trainShare, int repeats) {

    /** Largest number of runs. */
    public static final int MAX_REPEATS = 1_000;

    public EvaluationPlan {
        if (!(trainShare >= 0 && trainShare < 1)) {
            throw new IllegalArgumentException("trainShare must be at least 0 and below 1, got " + trainShare);
        }
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw new IllegalArgumentException("repeats must be between 1 and " + MAX_REPEATS + ", got " + repeats);
        }
        if (repeats > 1 && seed.isEmpty()) {
            throw new IllegalArgumentException("repeats need a seed: in the order of the file all runs are equal");
        }
    }

    /** Prequential run in the order of the file, threshold 0.7, at least two voters. */
    public static EvaluationPlan defaults() {
        return new EvaluationPlan(new DecisionRule(0.7, 2), OptionalLong.empty(), 0, 1);
    }

    /** Copy with items in a random order by that seed. */
    public EvaluationPlan withSeed(long newSeed) {
        return new EvaluationPlan(decision, OptionalLong.of(newSeed), trainShare, repeats);
    }

    /** Copy that trains on that share of the items. */
    public EvaluationPlan withTrainShare(double share) {
        return new EvaluationPlan(decision, seed, share, repeats);
    }

    /** Copy with that number of runs. */
    public EvaluationPlan withRepeats(int newRepeats) {
        return new EvaluationPlan(decision, seed, trainShare, newRepeats);
    }

    /** True if rules learn from each item after its prediction. */
    public boolean isPrequential() {
        return trainShare == 0;
    }

    /** Places of the known items of a set in the order of that run. */
    int[] order(EvaluationSet set, int repeat) {
        int[] order = set.known();
        if (seed.isPresent()) {
            RandomGenerator random = World.system(seed.getAsLong()).random("evaluation order " + repeat);
            for (int i = order.length - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                int swapped = order[i];
                order[i] = order[other];
                order[other] = swapped;
            }
        }
        return order;
    }

    /** Places of the items that rules learn from first. */
    public int[] training(EvaluationSet set, int repeat) {
        int[] order = order(set, repeat);
        return Arrays.copyOf(order, trained(order.length));
    }

    /** Places of the items that are predicted. */
    public int[] testing(EvaluationSet set, int repeat) {
        int[] order = order(set, repeat);
        return Arrays.copyOfRange(order, trained(order.length), order.length);
    }

    private int trained(int known) {
        return (int) Math.floor(trainShare * known);
    }
}
