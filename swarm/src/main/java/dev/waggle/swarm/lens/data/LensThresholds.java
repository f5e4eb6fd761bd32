package dev.waggle.swarm.lens.data;

import dev.waggle.math.inference.VoterModel;

/**
 * Thresholds at which readings become findings: the three parameters of the specification and the dependence of the
 * agents.
 *
 * @param entropy normalised entropy at or below which proposals count as settled, 0..1
 * @param minInformationGain share of the remaining entropy that a round must remove, 0..1
 * @param redundancy likeness of two agents above which they are redundant, 0..1
 * @param dependence mean correlation assumed between the ballots of two agents, 0..1: n agents count as n / (1 + (n -
 *        1) dependence) independent ones (Kish 1965)
 */
public record LensThresholds(double entropy, double minInformationGain, double redundancy, double dependence) {

    public LensThresholds {
        share("entropyThreshold", entropy);
        share("minInformationGain", minInformationGain);
        share("redundancyThreshold", redundancy);
        share("dependence", dependence);
    }

    /** Defaults: 0.3, 0.05 and 0.7 as in the specification, and the dependence of recorded debates (decision 0027). */
    public static LensThresholds defaults() {
        return new LensThresholds(0.3, 0.05, 0.7, VoterModel.READERS.dependence());
    }

    /** Copy with other parameters and the same dependence. */
    public LensThresholds with(double newEntropy, double newMinInformationGain, double newRedundancy) {
        return new LensThresholds(newEntropy, newMinInformationGain, newRedundancy, dependence);
    }

    /** Copy with that dependence. */
    public LensThresholds withDependence(double newDependence) {
        return new LensThresholds(entropy, minInformationGain, redundancy, newDependence);
    }

    private static void share(String name, double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(name + " must be between 0 and 1, got " + value
                    + (value > 1 && value <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
    }
}
