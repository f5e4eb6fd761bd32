package dev.waggle.math.dynamics.stability;

import dev.waggle.math.DomainCheck;

/**
 * The ratios of successive intervals between the parameter values at which a family of maps doubles its period,
 * (r_k - r_(k-1)) / (r_(k+1) - r_k). For maps with one quadratic maximum they tend to {@link #DELTA}. They are about
 * parameters: the periods themselves double by definition, and carry no ratio.
 *
 * <p>Source: Feigenbaum 1978, Quantitative Universality for a Class of Nonlinear Transformations.
 */
public final class FeigenbaumConstant {

    /** The limit of the ratios (Briggs 1991). */
    public static final double DELTA = 4.669201609102990;

    private FeigenbaumConstant() {}

    /**
     * The ratios, two fewer than the parameters; none for fewer than three. O(n).
     *
     * @param parameters finite, strictly rising or strictly falling
     */
    public static double[] ratios(double[] parameters) {
        DomainCheck.finite("parameters", parameters);
        for (int k = 1; k < parameters.length; k++) {
            boolean rises = parameters[1] > parameters[0];
            if (rises ? !(parameters[k] > parameters[k - 1]) : !(parameters[k] < parameters[k - 1])) {
                throw new IllegalArgumentException("parameters must rise or fall strictly, got " + parameters[k]
                        + " after " + parameters[k - 1] + " in place " + k);
            }
        }
        double[] ratios = new double[Math.max(0, parameters.length - 2)];
        for (int k = 0; k < ratios.length; k++) {
            double ratio = (parameters[k + 1] - parameters[k]) / (parameters[k + 2] - parameters[k + 1]);
            ratios[k] = DomainCheck.finite("ratio of the intervals after parameters[" + k + "]", ratio);
        }
        return ratios;
    }
}
