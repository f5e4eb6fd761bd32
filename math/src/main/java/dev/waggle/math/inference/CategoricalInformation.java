package dev.waggle.math.inference;

import dev.waggle.math.Domain;
import dev.waggle.math.Sums;

/**
 * Fisher information on the K - 1 free probabilities of a categorical distribution over K outcomes; the last follows
 * from the others. Closed forms: information n (diag(1/p) + 1/p_K), its inverse (diag(p) - p p') / n, determinant
 * n^(K-1) / product of all p. The record owns its matrices; do not change them.
 *
 * @param information         K-1 rows of K-1, symmetric, positive definite
 * @param cramerRaoCovariance its inverse: the least covariance of unbiased estimators
 * @param logDeterminant      natural logarithm of the determinant of the information
 */
public record CategoricalInformation(double[][] information, double[][] cramerRaoCovariance, double logDeterminant) {

    /** Two matrices of it take 64 MB. */
    public static final int MOST_OUTCOMES = 2048;

    /**
     * The information of n observations. O(K^2).
     *
     * @param p            probabilities of at least two outcomes, all above 0; they sum to 1 but for rounding
     * @param observations n, above 0
     */
    public static CategoricalInformation of(double[] p, double observations) {
        int free = Domain.atLeast("number of outcomes", p.length, 2) - 1;
        if (p.length > MOST_OUTCOMES) {
            throw new IllegalArgumentException("p must have at most " + MOST_OUTCOMES + " outcomes, got " + p.length);
        }
        Domain.positive("observations", observations);
        double[] shares = Probabilities.of("p", p);
        Sums logarithm = new Sums();
        logarithm.add(free * Math.log(observations));
        for (int i = 0; i < shares.length; i++) {
            if (!(shares[i] > 0 && observations / shares[i] <= Double.MAX_VALUE / 2)) {
                throw new IllegalArgumentException("p[" + i + "] must be above 0 and not vanish, got " + p[i]
                        + "\nMaybe leave out outcomes that cannot happen.");
            }
            logarithm.add(-Math.log(shares[i]));
        }
        double[][] information = new double[free][free];
        double[][] covariance = new double[free][free];
        for (int i = 0; i < free; i++) {
            double others = shares[free]; // 1 - p_i without its cancellation
            for (int j = 0; j < free; j++) {
                information[i][j] = observations / shares[free];
                covariance[i][j] = -shares[i] * shares[j] / observations;
                others += i == j ? 0 : shares[j];
            }
            information[i][i] += observations / shares[i];
            covariance[i][i] = shares[i] * others / observations;
        }
        return new CategoricalInformation(information, covariance, logarithm.get());
    }

    /** The determinant of the information; +Infinity beyond the range of a double, as with hundreds of outcomes. */
    public double determinant() {
        return Math.exp(logDeterminant);
    }
}
