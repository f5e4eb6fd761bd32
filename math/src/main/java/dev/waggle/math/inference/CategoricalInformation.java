package dev.waggle.math.inference;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Fisher information of n independent observations on the K - 1 free probabilities of a categorical distribution over
 * K outcomes. The last probability follows from the others (Fisher 1925; Rao 1945; Cramér 1946). All in closed form.
 *
 * <p>Each method takes the probabilities p of at least two outcomes, all above 0, that sum to 1 but for rounding. The
 * number of observations n is above 0 and need not be whole.
 */
public final class CategoricalInformation {

    /** Maximum number of outcomes: a matrix of 32 MB. */
    public static final int MAX_OUTCOMES = 2048;

    private CategoricalInformation() {}

    /** The information matrix n (diag(1/p) + 1/p_K): K-1 rows of K-1, symmetric, positive definite. O(K^2). */
    public static double[][] matrix(double[] p, double observations) {
        double[] shares = checked(p, observations);
        int free = shares.length - 1;
        double[][] information = new double[free][free];
        for (int i = 0; i < free; i++) {
            for (int j = 0; j < free; j++) {
                information[i][j] = observations / shares[free];
            }
            information[i][i] += observations / shares[i];
        }
        return information;
    }

    /**
     * The least covariance of unbiased estimators, (diag(p) - p p') / n: the inverse of the information matrix. O(K^2).
     */
    public static double[][] cramerRaoCovariance(double[] p, double observations) {
        double[] shares = checked(p, observations);
        int free = shares.length - 1;
        double[][] covariance = new double[free][free];
        for (int i = 0; i < free; i++) {
            double others = shares[free]; // 1 - p_i without its cancellation
            for (int j = 0; j < free; j++) {
                covariance[i][j] = -shares[i] * shares[j] / observations;
                others += i == j ? 0 : shares[j];
            }
            covariance[i][i] = shares[i] * others / observations;
        }
        return covariance;
    }

    /**
     * The natural logarithm of the determinant of the information matrix: (K-1) ln n - sum of ln p. The determinant
     * itself is soon beyond the range of a double. O(K).
     */
    public static double logDeterminant(double[] p, double observations) {
        double[] shares = checked(p, observations);
        CompensatedSum sum = new CompensatedSum();
        sum.add((shares.length - 1) * Math.log(observations));
        for (double share : shares) {
            sum.add(-Math.log(share));
        }
        return sum.get();
    }

    private static double[] checked(double[] p, double observations) {
        DomainCheck.atLeast("number of outcomes", p.length, 2);
        if (p.length > MAX_OUTCOMES) {
            throw new IllegalArgumentException("p must have at most " + MAX_OUTCOMES + " outcomes, got " + p.length);
        }
        DomainCheck.positive("observations", observations);
        double[] shares = ProbabilityCheck.of("p", p);
        for (int i = 0; i < shares.length; i++) {
            if (!(shares[i] > 0 && observations / shares[i] <= Double.MAX_VALUE / 2)) {
                throw new IllegalArgumentException("p[" + i + "] must be above 0 and not vanish, got " + p[i]
                        + "\nMaybe leave out outcomes that cannot happen.");
            }
        }
        return shares;
    }
}
