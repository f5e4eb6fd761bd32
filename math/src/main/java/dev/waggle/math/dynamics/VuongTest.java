package dev.waggle.math.dynamics;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import org.hipparchus.special.Erf;

/**
 * Vuong's test for two fitted models that do not contain one another: finds the model that lies closer to the data.
 *
 * <p>Let d(i) be the log-likelihood of the i-th value under the first model minus that under the second. The ratio is
 * R = sum of d(i), z = R / (sqrt(n) * population standard deviation of d), and p = erfc(abs(z) / sqrt(2)). z = 0 and
 * p = 1 when R is 0. When all d(i) are equal and not 0 the deviation is 0 too, and z is held within {@link #MAX_Z}.
 *
 * <p>Sources: Vuong 1989, Likelihood ratio tests for model selection and non-nested hypotheses; Clauset, Shalizi and
 * Newman 2009, appendix C.
 *
 * @param logLikelihoodRatio R, in nats; above 0 favours the first model
 * @param z R in standard errors
 * @param p the probability of a ratio that far from 0 when both models are equally close, 0..1
 */
public record VuongTest(double logLikelihoodRatio, double z, double p) {

    /** Beyond this p is 0 in double precision. */
    public static final double MAX_Z = 1e6;

    /** At most this p decides between two models (Clauset, Shalizi and Newman 2009, section 5). */
    public static final double SIGNIFICANCE = 0.1;

    /**
     * Compares two models. Costs O(n).
     *
     * @param first log-likelihood of each value under the first model, finite, at least one value
     * @param second log-likelihood of each value under the second
     */
    public static VuongTest of(double[] first, double[] second) {
        DomainCheck.finite("first", first);
        DomainCheck.finite("second", second);
        DomainCheck.sameLength("first", first, "second", second);
        DomainCheck.atLeast("first.length", first.length, 1);
        double[] differences = new double[first.length];
        for (int i = 0; i < differences.length; i++) {
            differences[i] = first[i] - second[i];
        }
        double ratio = CompensatedSum.of(differences);
        double error = Math.sqrt(RunningVariance.of(differences).variance() * differences.length);
        double z = ratio == 0 ? 0 : Math.clamp(ratio / error, -MAX_Z, MAX_Z);
        return new VuongTest(ratio, z, Erf.erfc(Math.abs(z) / Math.sqrt(2)));
    }

    /** True if the first model is significantly closer to the data. */
    public boolean favoursFirst() {
        return z > 0 && p <= SIGNIFICANCE;
    }
}
