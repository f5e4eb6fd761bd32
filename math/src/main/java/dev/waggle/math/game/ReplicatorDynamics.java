package dev.waggle.math.game;

import java.util.Arrays;

import dev.waggle.math.DomainCheck;

/**
 * Discrete replicator dynamics: strategies spread in proportion to their payoff, generation by generation. The rule is
 * x_i' = x_i f_i / phi with phi the mean of f under x (Taylor and Jonker 1978; Hofbauer and Sigmund 1998, chapter 7).
 *
 * <p>There is no lower bound and no mutation, so an extinct strategy stays extinct. {@link EvolutionaryStability}
 * tests its rest points.
 */
public final class ReplicatorDynamics {

    private ReplicatorDynamics() {}

    /**
     * A generation later.
     *
     * @param shares of each strategy in the next generation, sum to 1
     * @param fitness of each strategy in this one
     * @param meanFitness phi, above 0
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    public record Step(double[] shares, double[] fitness, double meanFitness) {}

    /**
     * One generation under this fitness. O(n).
     *
     * @param shares of each strategy: at least 0, some above 0; scaled to sum to 1
     * @param fitness of each strategy: offspring per head, at least 0 for those present, not 0 for all of them
     */
    public static Step step(double[] shares, double[] fitness) {
        DomainCheck.sameLength("shares", shares, "fitness", fitness);
        double[] present = DomainCheck.distribution("shares", shares);
        DomainCheck.finite("fitness", fitness);
        double[] offspring = new double[present.length];
        for (int i = 0; i < present.length; i++) {
            if (present[i] > 0 && fitness[i] < 0) {
                throw new IllegalArgumentException("fitness[" + i + "] must be at least 0 for a strategy that is"
                        + " present, got " + fitness[i]
                        + "\nMaybe the payoffs need a constant added to all, which moves no rest point.");
            }
            offspring[i] = present[i] == 0 ? 0 : present[i] * fitness[i];
        }
        double mean = 0;
        for (double born : offspring) {
            mean += born;
        }
        if (!(mean > 0)) {
            throw new IllegalArgumentException(
                    "fitness must be above 0 for a strategy that is present, got a mean of " + mean);
        }
        return new Step(DomainCheck.distribution("offspring", offspring), fitness.clone(),
                DomainCheck.finite("mean", mean));
    }

    /**
     * One generation of a game in which the fitness of strategy i is its mean payoff against the population. That is
     * f_i = sum over j of payoffs[i][j] x_j. O(n^2).
     *
     * @param payoffs payoff of a row against a column, finite; such that present strategies earn at least 0
     */
    public static Step payoffStep(double[][] payoffs, double[] shares) {
        double[] present = checkedShares(payoffs, shares);
        return step(present, PayoffMatrix.finiteAgainst("payoffs", payoffs, present));
    }

    /**
     * One generation in which being rare pays: f_i = 1 / (n x_i) for the n strategies that are present. Then x_i f_i is
     * the same for all of them, so they are equally frequent after one step and stay so; those extinct stay extinct.
     * O(n).
     *
     * @param shares at least 0, some above 0; scaled to sum to 1
     */
    public static double[] inverseFrequencyStep(double[] shares) {
        double[] next = DomainCheck.distribution("shares", shares);
        Arrays.setAll(next, i -> next[i] > 0 ? 1 : 0);
        return DomainCheck.distribution("next", next);
    }

    /** The shares, scaled to sum to 1, when they fit to a game with as many strategies. */
    static double[] checkedShares(double[][] payoffs, double[] shares) {
        DomainCheck.square("payoffs", payoffs);
        if (shares.length != payoffs.length) {
            throw new IllegalArgumentException("payoffs and shares must have one length, got " + payoffs.length
                    + " and " + shares.length);
        }
        return DomainCheck.distribution("shares", shares);
    }
}
