package dev.waggle.math.game;

import java.util.Arrays;
import java.util.stream.IntStream;

import dev.waggle.math.DomainCheck;

/**
 * Tests for symmetric Nash equilibria and evolutionarily stable strategies of a symmetric game. A row earns
 * {@code payoffs[row][column]} against a column.
 *
 * <p>An evolutionarily stable strategy is a Nash equilibrium, and a Nash equilibrium is a rest point of the replicator
 * dynamics. A stable rest point is a Nash equilibrium (folk theorem, Hofbauer and Sigmund 1998, theorem 7.2.1).
 * Payoffs that differ by less than 1e-10 of the range of all payoffs count as equal, shares below 1e-10 as absent.
 */
public final class EvolutionaryStability {

    private EvolutionaryStability() {}

    /** True if all strategies that are present earn the most that any earns against these shares. O(n^2). */
    public static boolean isNash(double[][] payoffs, double[] shares) {
        double[] present = ReplicatorDynamics.checkedShares(payoffs, shares);
        Kind[] kinds = kinds(PayoffMatrix.unit(payoffs), present);
        return Arrays.stream(kinds).noneMatch(kind -> kind == Kind.PLAYED_IN_VAIN);
    }

    /**
     * True if the population x is evolutionarily stable, that is, drives out a few players of anything else (Maynard
     * Smith and Price 1973). Then x is a best answer to itself, and x A y is above y A y for every other best answer
     * y, mixes included.
     *
     * <p>Decided by strict copositivity of the game on the disturbances towards best answers (Haigh 1975; Abakuks
     * 1980), see {@link StrictCopositivity}. Cost O(n^3), and 2^k (k + 1)^3 for k best answers that x does not play,
     * k at most {@value StrictCopositivity#MAX_SIZE}.
     *
     * @param shares x: at least 0, some above 0; scaled to sum to 1
     */
    public static boolean isStable(double[][] payoffs, double[] shares) {
        double[] present = ReplicatorDynamics.checkedShares(payoffs, shares);
        double[][] unit = PayoffMatrix.unit(payoffs);
        Kind[] kinds = kinds(unit, present);
        int[] played = places(kinds, Kind.PLAYED);
        int[] alternatives = places(kinds, Kind.ALTERNATIVE);
        if (places(kinds, Kind.PLAYED_IN_VAIN).length > 0) {
            return false;
        }
        // A disturbance z towards best answers sums to 0; with z of the first strategy played left out, -z A z is:
        int first = played[0];
        int[] free = Arrays.copyOfRange(played, 1, played.length);
        int[] order = new int[free.length + alternatives.length];
        System.arraycopy(free, 0, order, 0, free.length);
        System.arraycopy(alternatives, 0, order, free.length, alternatives.length);
        double[][] loss = new double[order.length][order.length];
        for (int i = 0; i < order.length; i++) {
            for (int j = 0; j < order.length; j++) {
                loss[i][j] = (loss(unit, first, order[i], order[j]) + loss(unit, first, order[j], order[i])) / 2;
            }
        }
        return StrictCopositivity.holds(loss, free.length);
    }

    /**
     * The pure strategies that are evolutionarily stable. Strategy i is when payoffs[i][i] is above every other
     * payoff of its column. It is also when payoffs[i][i] ties with some and i does better against those, and their
     * mixes, than they do.
     */
    public static boolean[] stablePure(double[][] payoffs) {
        DomainCheck.square("payoffs", payoffs);
        boolean[] stable = new boolean[payoffs.length];
        for (int i = 0; i < stable.length; i++) {
            double[] pure = new double[payoffs.length];
            pure[i] = 1;
            stable[i] = isStable(payoffs, pure);
        }
        return stable;
    }

    private enum Kind {
        /** Present, and earning the most that any strategy earns. */
        PLAYED,
        /** Present, and earning less. */
        PLAYED_IN_VAIN,
        /** Absent, and earning as much as any: a best answer. */
        ALTERNATIVE,
        /** Absent, and earning less. */
        INFERIOR
    }

    private static Kind[] kinds(double[][] unit, double[] present) {
        double[] earned = PayoffMatrix.against(unit, present);
        double max = Arrays.stream(earned).max().orElseThrow();
        Kind[] kinds = new Kind[present.length];
        for (int i = 0; i < present.length; i++) {
            boolean best = earned[i] >= max - PayoffMatrix.TOLERANCE;
            kinds[i] = present[i] > PayoffMatrix.TOLERANCE
                    ? best ? Kind.PLAYED : Kind.PLAYED_IN_VAIN
                    : best ? Kind.ALTERNATIVE : Kind.INFERIOR;
        }
        return kinds;
    }

    private static int[] places(Kind[] kinds, Kind kind) {
        return IntStream.range(0, kinds.length).filter(i -> kinds[i] == kind).toArray();
    }

    private static double loss(double[][] unit, int first, int i, int j) {
        return unit[first][j] + unit[i][first] - unit[i][j] - unit[first][first];
    }
}
