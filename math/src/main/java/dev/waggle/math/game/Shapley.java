package dev.waggle.math.game;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToDoubleFunction;

import dev.waggle.math.Domain;
import dev.waggle.math.Sums;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * The Shapley value: what each player adds to those who came before, on average over all orders of coming (Shapley 1953,
 * A value for n-person games).
 *
 * <p>phi_i = sum over coalitions S without i of |S|! (n - |S| - 1)! / n! (v(S with i) - v(S)), in the unit of the worth v.
 * It is the only division that gives away exactly v(all) - v(nobody), treats equal players equally, gives nothing to who
 * adds nothing, and adds up over games. The worth of nobody need not be 0.
 *
 * <p>Here are the exact values; {@link ShapleySampling} estimates them for games too large for that.
 */
public final class Shapley {

    /** The most players of an exact value: 2^20 coalitions, 8 MiB, tens of milliseconds. */
    public static final int MAX_PLAYERS = 20;

    /** The most combinations of counts in a game of types, as many as coalitions of {@value #MAX_PLAYERS} players. */
    public static final int MAX_COUNTS = 1 << MAX_PLAYERS;

    private Shapley() {}

    /**
     * The value of each player, from the worth of all coalitions. Each coalition is asked for once.
     * Cost: 2^n calls and O(n 2^n).
     *
     * @param players at most {@value #MAX_PLAYERS}; none gives an empty array
     * @param worth of the coalition in which player i is bit i, finite
     */
    public static double[] exact(int players, LongToDoubleFunction worth) {
        Domain.atLeast("players", players, 0);
        if (players > MAX_PLAYERS) {
            throw new IllegalArgumentException("players must be at most " + MAX_PLAYERS + ", got " + players
                    + "\nMaybe many of them are alike (byType), or an estimate will do (ShapleySampling).");
        }
        double[] worths = new double[1 << players];
        for (int coalition = 0; coalition < worths.length; coalition++) {
            worths[coalition] = worth.applyAsDouble(coalition);
            if (!Double.isFinite(worths[coalition])) {
                Domain.finite("worth of coalition 0b" + Integer.toBinaryString(coalition), worths[coalition]);
            }
        }
        double[] weights = new double[players]; // |S|! (n - |S| - 1)! / n!
        for (int size = 0; size < players; size++) {
            weights[size] = 1 / (players * CombinatoricsUtils.binomialCoefficientDouble(players - 1, size));
        }
        double[] values = new double[players];
        for (int player = 0; player < players; player++) {
            values[player] = value(player, worths, weights);
        }
        return Domain.finite("value", values);
    }

    private static double value(int player, double[] worths, double[] weights) {
        Sums value = new Sums();
        int joining = 1 << player;
        for (int coalition = 0; coalition < worths.length; coalition++) {
            if ((coalition & joining) == 0) {
                value.add(weights[Integer.bitCount(coalition)] * (worths[coalition | joining] - worths[coalition]));
            }
        }
        return value.get();
    }

    /**
     * The value of a player of each type, when only the number of members of each type matters: exact for hundreds of
     * players of a few types. Cost: a call for each combination of counts, (n_1 + 1)(n_2 + 1)..., and as many additions
     * for each type.
     *
     * @param sizes how many players there are of each type, at least 0; at most {@value #MAX_COUNTS} combinations
     * @param worth of a coalition with so many members of each type, finite; must not change or keep the array
     * @return the value of one player of that type; 0 for a type that nobody has
     */
    public static double[] byType(int[] sizes, ToDoubleFunction<int[]> worth) {
        int[] steps = new int[sizes.length + 1]; // The place of a combination is the sum of counts[t] steps[t].
        steps[0] = 1;
        long players = 0;
        for (int type = 0; type < sizes.length; type++) {
            Domain.atLeast("sizes[" + type + "]", sizes[type], 0);
            players += sizes[type];
            if ((long) steps[type] * (sizes[type] + 1L) > MAX_COUNTS) {
                throw new IllegalArgumentException("sizes must have at most " + MAX_COUNTS + " combinations, got "
                        + Arrays.toString(sizes) + "\nMaybe an estimate will do (ShapleySampling).");
            }
            steps[type + 1] = steps[type] * (sizes[type] + 1);
        }
        double[] worths = new double[steps[sizes.length]];
        int[] counts = new int[sizes.length];
        for (int place = 0; place < worths.length; place++) {
            for (int type = 0; type < sizes.length; type++) {
                counts[type] = place / steps[type] % (sizes[type] + 1);
            }
            worths[place] = worth.applyAsDouble(counts);
            if (!Double.isFinite(worths[place])) {
                Domain.finite("worth of counts " + Arrays.toString(counts), worths[place]);
            }
        }
        double[] values = new double[sizes.length];
        for (int type = 0; type < sizes.length; type++) {
            if (sizes[type] > 0) {
                values[type] = valueOfType(type, sizes, steps, worths, Math.toIntExact(players));
            }
        }
        return Domain.finite("value", values);
    }

    /** The mean of what one of this type adds; the chance of each combination before it is 1/n times hypergeometric. */
    private static double valueOfType(int joining, int[] sizes, int[] steps, double[] worths, int players) {
        Sums value = new Sums();
        Sums chances = new Sums();
        double[][] chooses = new double[sizes.length][];
        for (int type = 0; type < sizes.length; type++) {
            int others = sizes[type] - (type == joining ? 1 : 0);
            chooses[type] = logChooses(others);
        }
        double[] chooseAll = logChooses(players - 1);
        for (int place = 0; place < worths.length; place++) {
            int before = 0;
            double logarithm = 0;
            boolean possible = true;
            for (int type = 0; type < sizes.length && possible; type++) {
                int count = place / steps[type] % (sizes[type] + 1);
                possible = count < chooses[type].length;
                logarithm += possible ? chooses[type][count] : 0;
                before += count;
            }
            if (possible) {
                double chance = Math.exp(logarithm - chooseAll[before]);
                chances.add(chance);
                value.add(chance * (worths[place + steps[joining]] - worths[place]));
            }
        }
        return value.get() / chances.get(); // The chances sum to the number of positions, but for rounding.
    }

    private static double[] logChooses(int of) {
        double[] logarithms = new double[of + 1];
        for (int some = 0; some <= of; some++) {
            logarithms[some] = of <= 66 // So far a long holds them exactly.
                    ? Math.log(CombinatoricsUtils.binomialCoefficient(of, some))
                    : CombinatoricsUtils.binomialCoefficientLog(of, some);
        }
        return logarithms;
    }

    /**
     * The values of a game in which a coalition is worth the sum of its members: their own worths, whatever nobody is
     * worth. A share of messages is such a game. O(n).
     *
     * @param worths finite
     */
    public static double[] additive(double[] worths) {
        return Domain.finite("worths", worths).clone();
    }

    /**
     * The values of a game in which a coalition costs as much as its dearest member, such as a runway for the longest
     * plane: each step of cost is shared by those who need it (Littlechild and Owen 1973). O(n log n).
     *
     * @param costs of each player alone, finite, at least 0
     */
    public static double[] airport(double[] costs) {
        Domain.nonNegative("costs", costs);
        Integer[] order = new Integer[costs.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (left, right) -> Double.compare(costs[left], costs[right]));
        double[] values = new double[costs.length];
        Sums share = new Sums();
        double paid = 0;
        for (int rank = 0; rank < order.length; rank++) {
            share.add((costs[order[rank]] - paid) / (order.length - rank));
            paid = costs[order[rank]];
            values[order[rank]] = share.get();
        }
        return values;
    }
}
