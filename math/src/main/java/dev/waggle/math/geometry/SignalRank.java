package dev.waggle.math.geometry;

import dev.waggle.math.Domain;

/**
 * How many singular values of an n x p matrix are signal, when the rest is noise with one variance in every entry,
 * independent of the signal. With beta = min(n, p) / max(n, p):
 * <ul>
 * <li>Edge of the noise of standard deviation s: s (sqrt n + sqrt p), above which pure noise leaves nothing as the
 * matrix grows (Marchenko & Pastur 1967).
 * <li>Best threshold in mean square error: lambda(beta) s sqrt(max(n, p)), lambda = sqrt(2 (beta + 1) + 8 beta / ((beta
 * + 1) + sqrt(beta² + 14 beta + 1))), which is 4 / sqrt 3 for a square matrix; with unknown noise omega(beta) times the
 * median singular value (Gavish & Donoho 2014, The Optimal Hard Threshold for Singular Values is 4/sqrt(3)).
 * </ul>
 * The laws are those of large matrices; with fewer than ten agents or options they are a guide.
 */
public final class SignalRank {

    private SignalRank() {}

    /**
     * The edge of the noise, s (sqrt n + sqrt p). O(1).
     *
     * @param rows n, at least 1
     * @param columns p, at least 1
     * @param noise standard deviation of the noise of an entry, at least 0
     */
    public static double noiseEdge(int rows, int columns, double noise) {
        sides(rows, columns);
        Domain.nonNegative("noise", noise);
        return Domain.finite("edge of this noise", noise * (Math.sqrt(rows) + Math.sqrt(columns)));
    }

    /** The best threshold for a known noise. O(1). */
    public static double threshold(int rows, int columns, double noise) {
        double beta = sides(rows, columns);
        Domain.nonNegative("noise", noise);
        double lambda = Math.sqrt(
                2 * (beta + 1) + 8 * beta / (beta + 1 + Math.sqrt(beta * beta + 14 * beta + 1)));
        return Domain.finite("threshold of this noise", lambda * noise * Math.sqrt(Math.max(rows, columns)));
    }

    /**
     * The best threshold for a noise that is not known: omega(beta) times the median, with omega = 0.56 beta³ - 0.95
     * beta² + 1.82 beta + 1.43, within 0.02 of the exact factor. 0 when half of the values are 0, which are then
     * without noise; 0 for no values. O(min(n, p)).
     */
    public static double threshold(StanceSpectrum spectrum) {
        double[] values = spectrum.singularValues();
        if (values.length == 0) {
            return 0;
        }
        double beta = sides(spectrum.agents(), spectrum.options());
        double omega = ((0.56 * beta - 0.95) * beta + 1.82) * beta + 1.43;
        int middle = values.length / 2;
        double median = values.length % 2 == 1 ? values[middle] : values[middle - 1] / 2 + values[middle] / 2;
        return Domain.finite("threshold of these singular values", omega * median);
    }

    /** How many values exceed the best threshold for a noise that is not known; at most the numerical rank. */
    public static int of(StanceSpectrum spectrum) {
        return Math.min(above(spectrum, threshold(spectrum)), spectrum.numericalRank());
    }

    /** How many values exceed the best threshold for a known noise; at most the numerical rank. */
    public static int of(StanceSpectrum spectrum, double noise) {
        if (spectrum.singularValues().length == 0) {
            Domain.nonNegative("noise", noise);
            return 0;
        }
        double threshold = threshold(spectrum.agents(), spectrum.options(), noise);
        return Math.min(above(spectrum, threshold), spectrum.numericalRank());
    }

    private static int above(StanceSpectrum spectrum, double threshold) {
        int above = 0;
        for (double value : spectrum.singularValues()) {
            above += value > threshold ? 1 : 0;
        }
        return above;
    }

    private static double sides(int rows, int columns) {
        Domain.atLeast("rows", rows, 1);
        Domain.atLeast("columns", columns, 1);
        return Math.min(rows, columns) / (double) Math.max(rows, columns);
    }
}
