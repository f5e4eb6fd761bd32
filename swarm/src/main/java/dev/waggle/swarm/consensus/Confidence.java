package dev.waggle.swarm.consensus;

import java.util.Locale;

/** How confidences meet thresholds and how sentences show them. */
final class Confidence {

    /** Rounding of sums must not keep 0.7 of all weight below a threshold of 0.7. */
    private static final double ROUNDING = 1e-12;

    private Confidence() {}

    static boolean reaches(double confidence, double threshold) {
        return confidence >= threshold - ROUNDING;
    }

    static double clamp(double value) {
        return Math.clamp(value, 0, 1);
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
