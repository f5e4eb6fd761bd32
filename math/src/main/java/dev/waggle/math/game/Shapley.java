package dev.waggle.math.game;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.function.ToDoubleFunction;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import org.hipparchus.util.CombinatoricsUtils;

/**
 * Exact Shapley value: the mean contribution of each player to the players before it, over all orders (Shapley 1953,
 * A value for n-person games).
 *
 * <p>phi_i = sum over coalitions S without i of |S|! (n - |S| - 1)! / n! (v(S with i) - v(S)), in the unit of the
 * worth v. It is the only division that gives away exactly v(all) - v(empty), treats equal players equally, gives 0
 * to a null player, and is additive over games. The worth of the empty coalition need not be 0.
 *
 * <p>{@link ShapleySampling} estimates the values of games too large for this.
 */
public final class Shapley {

    /** Maximum number of players of an exact value: 2^20 coalitions, 8 MiB, tens of milliseconds. */
    public static final int MAX_PLAYERS = 20;

    /**
     * Maximum number of combinations of counts in a game of types, as many as coalitions of {@value #MAX_PLAYERS}
     * players.
     */
    public static final int MAX_COUNTS = 1 << MAX_PLAYERS;

    /** Up to here a long holds every binomial coefficient. */
    private static final int EXACT_BINOMIALS = 66;

    private Shapley() {}

    /**
     * The value of each player, from the worth of all coalitions. Each coalition is asked for once.
     * Cost: 2^n calls and O(n 2^n).
     *
     * @param players at most {@value #MAX_PLAYERS}; none gives an empty array
     * @param worth of the coalition in which player i is bit i, finite
     */
    public static double[] exact(int players, LongToDoubleFunction worth) {
        DomainCheck.atLeast("players", players, 0);
        if (players > MAX_PLAYERS) {
            throw new IllegalArgumentException("players must be at most " + MAX_PLAYERS + ", got " + players
                    + "\nMaybe many of them are alike (byType), or an estimate will do (ShapleySampling).");
        }
        double[] worths = new double[1 << players];
        for (int coalition = 0; coalition < worths.length; coalition++) {
            worths[coalition] = worth.applyAsDouble(coalition);
            if (!Double.isFinite(worths[coalition])) {
                DomainCheck.finite("worth of coalition 0b" + Integer.toBinaryString(coalition), worths[coalition]);
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
        return DomainCheck.finite("value", values);
    }

    private static double value(int player, double[] worths, double[] weights) {
        CompensatedSum value = new CompensatedSum();
        int joining = 1 << player;
        for (int coalition = 0; coalition < worths.length; coalition++) {
            if ((coalition & joining) == 0) {
                value.add(weights[Integer.bitCount(coalition)] * (worths[coalition | joining] - worths[coalition]));
            }
        }
        return value.get();
    }

    /**
     * The value of a player of each type, when only the number of members of each type matters. Exact for hundreds of
     * players of a few types. Cost: a call for each combination of counts, (n_1 + 1)(n_2 + 1)..., and as many
     * additions for each type.
     *
     * @param sizes number of players of each type, at least 0; at most {@value #MAX_COUNTS} combinations
     * @param worth of a coalition with so many members of each type, finite; must not change or store the array
     * @return the value of one player of that type; 0 for a type without players
     */
    public static double[] byType(int[] sizes, ToDoubleFunction<int[]> worth) {
        int[] steps = new int[sizes.length + 1]; // The place of a combination is the sum of counts[t] steps[t].
        steps[0] = 1;
        long players = 0;
        for (int type = 0; type < sizes.length; type++) {
            DomainCheck.atLeast("sizes[" + type + "]", sizes[type], 0);
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
            worths[place] = worth.applyAsDouble(counts);
            if (!Double.isFinite(worths[place])) {
                DomainCheck.finite("worth of counts " + Arrays.toString(counts), worths[place]);
            }
            next(counts, sizes);
        }
        return valuesOfTypes(sizes, steps, worths, Math.toIntExact(players));
    }

    /**
     * Weight of a count vector as the first k players, followed by a given player of a given type. It is the product
     * of C(n_t, c_t) / C(n, k) times (n_t - c_t) / ((n - k) n_t).
     */
    private static double[] valuesOfTypes(int[] sizes, int[] steps, double[] worths, int players) {
        CompensatedSum[] values = new CompensatedSum[sizes.length];
        CompensatedSum[] chances = new CompensatedSum[sizes.length]; // They sum to 1 for each type, but for rounding.
        double[][] chooses = new double[sizes.length][];
        for (int type = 0; type < sizes.length; type++) {
            values[type] = new CompensatedSum();
            chances[type] = new CompensatedSum();
            chooses[type] = logChooses(sizes[type]);
        }
        double[] chooseAll = logChooses(players);
        int[] counts = new int[sizes.length];
        for (int place = 0; place < worths.length - 1; place++) {
            int before = 0;
            double logarithm = 0;
            for (int type = 0; type < counts.length; type++) {
                before += counts[type];
                logarithm += chooses[type][counts[type]];
            }
            double first = Math.exp(logarithm - chooseAll[before]) / (players - before);
            for (int type = 0; type < counts.length; type++) {
                if (counts[type] < sizes[type]) {
                    double chance = first * (sizes[type] - counts[type]) / sizes[type];
                    chances[type].add(chance);
                    values[type].add(chance * (worths[place + steps[type]] - worths[place]));
                }
            }
            next(counts, sizes);
        }
        double[] shares = new double[sizes.length];
        Arrays.setAll(shares, type -> sizes[type] == 0 ? 0 : values[type].get() / chances[type].get());
        return DomainCheck.finite("value", shares);
    }

    /** The next combination of counts; all 0 after the last. */
    private static void next(int[] counts, int[] sizes) {
        for (int type = 0; type < counts.length; type++) {
            if (counts[type] < sizes[type]) {
                counts[type]++;
                return;
            }
            counts[type] = 0;
        }
    }

    /** The logarithms of of-choose-some for some = 0..of. */
    private static double[] logChooses(int of) {
        double[] logarithms = new double[of + 1];
        for (int some = 0; some <= of; some++) {
            logarithms[some] = of <= EXACT_BINOMIALS
                    ? Math.log((double) CombinatoricsUtils.binomialCoefficient(of, some))
                    : CombinatoricsUtils.binomialCoefficientLog(of, some);
        }
        return logarithms;
    }

    /**
     * The values of an additive game, in which a coalition is worth the sum of its members. They are the members' own
     * worths, for any worth of the empty coalition. A share of messages is such a game. O(n).
     *
     * @param worths finite
     */
    public static double[] additive(double[] worths) {
        return DomainCheck.finite("worths", worths).clone();
    }

    /**
     * The values of an airport game, in which a coalition costs as much as its dearest member, such as a runway for the
     * longest plane. Each step of cost is shared by the players that need it (Littlechild and Owen 1973). O(n log n).
     *
     * @param costs of each player alone, finite, at least 0
     */
    public static double[] airport(double[] costs) {
        DomainCheck.nonNegative("costs", costs);
        Integer[] order = new Integer[costs.length];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (left, right) -> Double.compare(costs[left], costs[right]));
        double[] values = new double[costs.length];
        CompensatedSum share = new CompensatedSum();
        double paid = 0;
        for (int rank = 0; rank < order.length; rank++) {
            share.add((costs[order[rank]] - paid) / (order.length - rank));
            paid = costs[order[rank]];
            values[order[rank]] = share.get();
        }
        return values;
    }
}
