package dev.waggle.cli.decide;

import java.util.List;

/**
 * Policy for the confidences of a file of votes.
 *
 * @param scales the value that stands for certainty, 1 or 100 for example, by column; a single one is for all columns
 * @param isStrict true if a bad confidence ends the run, false if it counts as not stated
 */
public record ConfidencePolicy(List<Double> scales, boolean isStrict) {

    /** Confidences from 0 to 1; a bad one ends the run. */
    public static final ConfidencePolicy STRICT = new ConfidencePolicy(List.of(1.0), true);

    public ConfidencePolicy {
        scales = List.copyOf(scales);
    }

    /** The scale of a column, from 0. */
    double scale(int column) {
        return scales.size() == 1 ? scales.getFirst() : scales.get(column);
    }
}
