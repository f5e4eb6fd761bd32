package dev.waggle.math.game;

import java.util.Arrays;
import java.util.stream.IntStream;

import dev.waggle.math.DomainCheck;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * Tests for rest points, symmetric Nash equilibria and evolutionarily stable strategies of a symmetric game. A row
 * earns {@code payoffs[row][column]} against a column.
 *
 * <p>Each of these demands more than the one before. An evolutionarily stable strategy is a Nash equilibrium, and a
 * Nash equilibrium is a rest point of the replicator dynamics. A stable rest point is a Nash equilibrium (folk
 * theorem, Hofbauer and Sigmund 1998, theorem 7.2.1). Payoffs that differ by less than 1e-10 of the range of all
 * payoffs count as equal, shares below 1e-10 as absent.
 */
public final class EvolutionaryStability {

    /** Growth below this share of the range of the payoffs is rounding: double eigenvalues lose half of the digits. */
    private static final double NEUTRAL = 1e-7;

    private EvolutionaryStability() {}

    /** Behaviour of the linearised replicator flow close to a rest point. */
    public enum Linearised {
        /** Small disturbances decay. */
        ATTRACTING,
        /** Some disturbance grows. */
        UNSTABLE,
        /** Some disturbances are constant to first order and none grows: the linear part decides nothing. */
        UNDETERMINED
    }

    /**
     * Stability of a rest point.
     *
     * @param kind the behaviour of the flow
     * @param growth the largest real part among the eigenvalues of the flow at that point along the simplex, in units
     *        of payoff; -Infinity when there is but one strategy and nothing can be disturbed
     */
    public record Stability(Linearised kind, double growth) {}

    /** True if all strategies that are present earn the same. O(n^2). */
    public static boolean isRestPoint(double[][] payoffs, double[] shares) {
        double[] present = ReplicatorDynamics.checkedShares(payoffs, shares);
        double[] earned = PayoffMatrix.against(PayoffMatrix.unit(payoffs), present);
        double mean = PayoffMatrix.mean(present, earned);
        for (int i = 0; i < earned.length; i++) {
            if (present[i] > PayoffMatrix.TOLERANCE && Math.abs(earned[i] - mean) > PayoffMatrix.TOLERANCE) {
                return false;
            }
        }
        return true;
    }

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

    /**
     * Behaviour of the replicator flow close to a rest point, by the eigenvalues of its linear part on the simplex.
     * O(n^3).
     *
     * @param shares a rest point: all that are present earn the same
     */
    public static Stability stability(double[][] payoffs, double[] shares) {
        if (!isRestPoint(payoffs, shares)) {
            throw new IllegalArgumentException("shares must be a rest point, got " + Arrays.toString(shares)
                    + "\nMaybe they are rounded: InteriorRestPoint finds the exact ones.");
        }
        double[] present = ReplicatorDynamics.checkedShares(payoffs, shares);
        int size = present.length - 1;
        if (size == 0) {
            return new Stability(Linearised.ATTRACTING, Double.NEGATIVE_INFINITY);
        }
        double[][] unit = PayoffMatrix.unit(payoffs);
        double[] earned = PayoffMatrix.against(unit, present);
        double[] given = PayoffMatrix.against(PayoffMatrix.transposed(unit), present);
        double mean = PayoffMatrix.mean(present, earned);
        DMatrixRMaj linear = new DMatrixRMaj(size, size); // The last share is what the others leave.
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double towards = unit[i][j] - earned[j] - given[j];
                double away = unit[i][size] - earned[size] - given[size];
                linear.set(i, j, present[i] * (towards - away) + (i == j ? earned[i] - mean : 0));
            }
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(size, false);
        if (!eigen.decompose(linear)) {
            throw new IllegalArgumentException("payoffs must let the eigenvalues converge, got "
                    + Arrays.deepToString(payoffs));
        }
        double growth = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < eigen.getNumberOfEigenvalues(); i++) {
            growth = Math.max(growth, eigen.getEigenvalue(i).getReal());
        }
        double range = DomainCheck.finite("range of payoffs", PayoffMatrix.range(payoffs));
        Linearised kind = growth > NEUTRAL ? Linearised.UNSTABLE
                : growth < -NEUTRAL ? Linearised.ATTRACTING : Linearised.UNDETERMINED;
        return new Stability(kind, growth * range);
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
        double most = Arrays.stream(earned).max().orElseThrow();
        Kind[] kinds = new Kind[present.length];
        for (int i = 0; i < present.length; i++) {
            boolean best = earned[i] >= most - PayoffMatrix.TOLERANCE;
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
