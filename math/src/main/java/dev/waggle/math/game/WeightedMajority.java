package dev.waggle.math.game;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import dev.waggle.math.DomainCheck;

/**
 * Shapley-Shubik index of a weighted vote: the Shapley value of the game that a coalition wins when its weights reach
 * the quota (Shapley and Shubik 1954).
 *
 * <p>A player's value is the chance that it turns a losing coalition into a winning one when all come in random
 * order. The chance that s of the others weigh w together follows from a generating function, the product of (1 + x
 * y^weight) (Cantor, in Mann and Shapley 1962). Each coefficient is stored as a share of all coalitions of its size,
 * so nothing overflows and no digits cancel.
 */
public final class WeightedMajority {

    /** Maximum number of steps of the recursion: about a second. */
    public static final int MAX_STEPS = 1_000_000_000;

    /** Largest number of coefficients in memory: 128 MiB. */
    private static final int MAX_COEFFICIENTS = 1 << 24;

    private WeightedMajority() {}

    /**
     * The share of power of each player. They sum to 1, or are all 0 when no coalition wins or the empty one already
     * does. Cost O(n^2 q) for each distinct weight, where q is the smaller of quota and total - quota + 1. If that is
     * too much and there are few players, all coalitions are tried.
     *
     * @param quota weight that a coalition needs to win
     * @param weights at least 0
     */
    public static double[] shapleyShubik(int quota, int[] weights) {
        long total = 0;
        for (int i = 0; i < weights.length; i++) {
            total += DomainCheck.atLeast("weights[" + i + "]", weights[i], 0);
        }
        double[] power = new double[weights.length];
        if (quota <= 0 || quota > total) {
            return power;
        }
        // Blocking needs total - quota + 1, and the power to block is the power to win.
        int needed = (int) Math.min(quota, total - quota + 1);
        long distinct = Arrays.stream(weights).distinct().count();
        double steps = (double) distinct * weights.length * weights.length * needed / 2;
        if (steps > MAX_STEPS || (double) weights.length * needed > MAX_COEFFICIENTS) {
            if (weights.length <= Shapley.MAX_PLAYERS) {
                return Shapley.exact(weights.length, coalition -> weight(coalition, weights) >= quota ? 1 : 0);
            }
            throw new IllegalArgumentException("quota and weights must need at most " + MAX_STEPS + " steps and "
                    + MAX_COEFFICIENTS + " coefficients, got about " + steps + " and "
                    + (double) weights.length * needed
                    + "\nMaybe the weights have a common divisor, or an estimate will do"
                    + " (ShapleySampling).");
        }
        Map<Integer, Double> known = new HashMap<>();
        for (int i = 0; i < weights.length; i++) {
            int player = i;
            power[i] = known.computeIfAbsent(weights[i], weight -> power(player, needed, weights));
        }
        return power;
    }

    private static long weight(long coalition, int[] weights) {
        long weight = 0;
        for (long left = coalition; left != 0; left &= left - 1) {
            weight += weights[Long.numberOfTrailingZeros(left)];
        }
        return weight;
    }

    private static double power(int player, int quota, int[] weights) {
        int decisiveFrom = Math.max(0, quota - weights[player]);
        double pivotal = 0;
        for (double[] ofSize : shares(player, quota, weights)) {
            for (int weight = decisiveFrom; weight < quota; weight++) {
                pivotal += ofSize[weight];
            }
        }
        return pivotal / weights.length;
    }

    /** By size and weight below the quota: the share of the coalitions of the others of that size with that weight. */
    private static double[][] shares(int player, int quota, int[] weights) {
        double[][] shares = new double[weights.length][quota];
        shares[0][0] = 1;
        int others = 0;
        for (int other = 0; other < weights.length; other++) {
            if (other == player) {
                continue;
            }
            others++;
            int weight = weights[other];
            for (int size = others; size > 0; size--) { // Size 0 is unchanged: the empty coalition weighs 0.
                double with = (double) size / others;
                double without = (double) (others - size) / others;
                double[] ofSize = shares[size];
                double[] smaller = shares[size - 1];
                for (int w = 0; w < quota; w++) {
                    ofSize[w] *= without;
                }
                for (int w = weight; w < quota; w++) {
                    ofSize[w] += with * smaller[w - weight];
                }
            }
        }
        return shares;
    }
}
