package dev.waggle.math.information;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Result of a round of measurements, an immutable value. A round with nothing measured has no such value; absence of
 * data is not low surprise.
 *
 * @param mean the mean of all surprises of the round in bits, +Infinity if one is
 * @param mostInformative the source with the highest mean of its own surprises; the one met first of those that tie
 * @param leastInformative the source with the lowest; the one met first of those that tie
 * @param measurements their number, at least 1
 */
public record SurpriseRound(double mean, int mostInformative, int leastInformative, int measurements) {

    public SurpriseRound {
        DomainCheck.between("mean", mean, 0, Double.POSITIVE_INFINITY);
        DomainCheck.atLeast("measurements", measurements, 1);
    }

    /**
     * The round of these measurements. O(measurements + highest source).
     *
     * @param sources the measured sources, as indices below {@link RunningEntropy#MAX_PLACES}; may repeat
     * @param surprises in bits, at least 0 or +Infinity; as many, at least one
     */
    public static SurpriseRound of(int[] sources, double[] surprises) {
        DomainCheck.atLeast("surprises.length", surprises.length, 1);
        if (sources.length != surprises.length) {
            throw new IllegalArgumentException("sources and surprises must have one length, got " + sources.length
                    + " and " + surprises.length);
        }
        double[] means = meanOfEach(sources, surprises);
        CompensatedSum all = new CompensatedSum();
        boolean infinite = false;
        int max = sources[0];
        int min = sources[0];
        for (int i = 0; i < surprises.length; i++) {
            infinite |= Double.isInfinite(surprises[i]);
            all.add(Double.isInfinite(surprises[i]) ? 0 : surprises[i]);
            if (above(means[sources[i]], means[max])) {
                max = sources[i];
            }
            if (above(means[min], means[sources[i]])) {
                min = sources[i];
            }
        }
        double mean = infinite ? Double.POSITIVE_INFINITY : all.get() / surprises.length;
        return new SurpriseRound(mean, max, min, surprises.length);
    }

    /** The mean surprise of each source; 0 for those without a measurement. */
    private static double[] meanOfEach(int[] sources, double[] surprises) {
        int size = 0;
        for (int i = 0; i < sources.length; i++) {
            DomainCheck.index("sources[" + i + "]", sources[i], RunningEntropy.MAX_PLACES);
            DomainCheck.between("surprises[" + i + "]", surprises[i], 0, Double.POSITIVE_INFINITY);
            size = Math.max(size, sources[i] + 1);
        }
        double[] means = new double[size];
        int[] measured = new int[size];
        for (int i = 0; i < sources.length; i++) {
            means[sources[i]] += surprises[i];
            measured[sources[i]]++;
        }
        for (int source = 0; source < size; source++) {
            means[source] /= Math.max(1, measured[source]);
        }
        return means;
    }

    private static boolean above(double left, double right) {
        return Double.isInfinite(left) ? left > right : TieComparison.exceeds(left, right);
    }
}
