package dev.waggle.math.game;

/**
 * Interior rest points of the replicator dynamics of a game: x above 0, sum x = 1, and all entries of A x the same
 * (Hofbauer and Sigmund 1998, section 7.2). There is one such point, none, or a flat of them. {@link RestPointSolver}
 * finds it.
 */
public sealed interface RestPoint {

    /**
     * The only one.
     *
     * @param shares of each strategy, above 0, sum to 1
     * @param payoff the common payoff there
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    record Unique(double[] shares, double payoff) implements RestPoint {}

    /**
     * One of infinitely many, the one whose least share is largest.
     *
     * @param shares of each strategy, above 0, sum to 1
     * @param payoff the common payoff there
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    record OneOfMany(double[] shares, double payoff) implements RestPoint {}

    /** There is none: wherever the dynamics rest, some strategy is absent. */
    record None() implements RestPoint {}
}
