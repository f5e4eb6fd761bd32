package dev.waggle.math.game;

import java.util.Arrays;
import java.util.random.RandomGenerator;

import dev.waggle.math.DomainCheck;

/**
 * Estimates of the Shapley value for games of any size, with their error (Castro, Gomez and Tejada 2009).
 *
 * <p>One block of samples takes a random order of the players and walks it cyclically from several evenly spaced
 * places, forwards and backwards. So each player comes once in each stratum of positions (stratified), and also after
 * the players that it came before (antithetic; Mitchell, Cooper, Frank and Holmes 2022). Every walk by itself is in
 * uniformly random order, so the estimate has no bias. Every walk, and so the estimate, gives away exactly v(all) -
 * v(empty). The errors are computed from the blocks, which are independent.
 *
 * <p>This class is the running estimate and belongs to the thread that made it. {@link #estimate} computes a whole
 * one at once.
 */
public final class ShapleySampling {

    /** Number of strata of positions in a block when there are enough players. */
    public static final int STRATA = 8;

    /** Largest number of players; a walk of more takes longer than milliseconds. */
    public static final int MAX_PLAYERS = 100_000;

    private final CoalitionGame game;
    private final RandomGenerator random;
    private final int strata;
    private final int[] order;
    private final double emptyWorth;
    private final double[] block;
    private final double[] means;
    private final double[] squares;
    private int blocks;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    /**
     * An estimate without samples.
     *
     * @param game at most {@value #MAX_PLAYERS} players
     * @param random random source of the orders; same state, same estimate
     */
    public ShapleySampling(CoalitionGame game, RandomGenerator random) {
        this.game = game;
        this.random = random;
        int players = DomainCheck.atLeast("players", game.players(), 0);
        DomainCheck.between("players", players, 0, MAX_PLAYERS);
        strata = Math.min(players, STRATA);
        order = new int[players];
        Arrays.setAll(order, i -> i);
        emptyWorth = DomainCheck.finite("worth of the empty coalition", game.emptyWorth());
        block = new double[players];
        means = new double[players];
        squares = new double[players];
    }

    /**
     * Estimated values and their errors.
     *
     * @param values of each player, in the unit of the worth; they sum to v(all) - v(empty)
     * @param standardErrors of each value, at least 0
     * @param blocks number of independent blocks of walks
     * @param walks number of orders in all
     * @param observedRange the largest minus the smallest contribution that any player made in any walk
     */
    @SuppressWarnings("ArrayRecordComponent") // Made for the caller, never compared.
    public record Estimate(double[] values, double[] standardErrors, int blocks, int walks, double observedRange) {}

    /**
     * Samples that many blocks. Cost: blocks times 2 min(n, {@value #STRATA}) walks of n steps.
     *
     * @param blocks at least 2, so that there is an error
     */
    public static Estimate estimate(CoalitionGame game, int blocks, RandomGenerator random) {
        ShapleySampling sampling = new ShapleySampling(game, random);
        sampling.sample(DomainCheck.atLeast("blocks", blocks, 2));
        return sampling.estimate();
    }

    /**
     * Adds that many blocks to those already sampled.
     *
     * @param more at least 0; together few enough for an int to count the walks
     */
    public void sample(int more) {
        DomainCheck.atLeast("more", more, 0);
        if ((blocks + (long) more) * 2 * Math.max(1, strata) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("more must keep the walks countable, got " + more + " blocks after "
                    + blocks);
        }
        for (int i = 0; i < more && order.length > 0; i++) {
            shuffle();
            Arrays.fill(block, 0);
            for (int stratum = 0; stratum < strata; stratum++) {
                int start = (int) ((long) stratum * order.length / strata);
                walk(start, 1);
                walk(start + order.length - 1, order.length - 1);
            }
            close(++blocks);
        }
        blocks = order.length == 0 ? blocks + more : blocks;
    }

    /** The values so far; at least two blocks must have been sampled. O(n). */
    public Estimate estimate() {
        if (blocks < 2) {
            throw new IllegalStateException("An estimate needs 2 blocks for its error, got " + blocks);
        }
        double[] errors = new double[means.length];
        for (int player = 0; player < errors.length; player++) {
            errors[player] = Math.sqrt(squares[player] / ((double) blocks * (blocks - 1)));
        }
        return new Estimate(means.clone(), errors, blocks, blocks * 2 * strata, Math.max(0, max - min));
    }

    private void shuffle() {
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int player = order[i];
            order[i] = order[other];
            order[other] = player;
        }
    }

    /** Lets all players join, starting at a place of the circle, forwards (1) or backwards (n - 1). */
    private void walk(int start, int step) {
        CoalitionGame.Walk walk = game.walk();
        double worth = emptyWorth;
        int place = start % order.length;
        for (int i = 0; i < order.length; i++) {
            int player = order[place];
            double with = walk.add(player);
            double added = with - worth;
            if (!Double.isFinite(added)) {
                throw new IllegalArgumentException("worth after player " + player + " must be finite and not "
                        + "overflow what it adds, got " + with + " after " + worth);
            }
            block[player] += added;
            min = Math.min(min, added);
            max = Math.max(max, added);
            worth = with;
            place += step;
            place -= place >= order.length ? order.length : 0;
        }
    }

    /** Running mean and sum of squared deviations of the blocks (Welford 1962). */
    private void close(int count) {
        for (int player = 0; player < block.length; player++) {
            double sample = block[player] / (2 * strata);
            double off = sample - means[player];
            means[player] += off / count;
            squares[player] += off * (sample - means[player]);
        }
    }
}
