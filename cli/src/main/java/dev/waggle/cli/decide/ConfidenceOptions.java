package dev.waggle.cli.decide;

import java.util.List;

import dev.waggle.cli.terminal.UserException;
import picocli.CommandLine.Option;

/** Options of the confidences in a file of votes. */
public final class ConfidenceOptions {

    private static final double MAX_SCALE = 1e6;

    @Option(names = "--confidence-scale", paramLabel = "X", split = ",", description = "The value that stands for"
            + " certainty, by which confidences are divided (default: 1); 100 for per cent. Several, with commas"
            + " between, are for the columns of --confidence.")
    private List<Double> scales = List.of();

    @Option(names = "--strict", description = "End the run at the first bad confidence. Without it, bad ones are"
            + " counted and reported, and their votes have none.")
    private boolean strict;

    /** True if a scale is named. */
    public boolean isScaled() {
        return !scales.isEmpty();
    }

    /**
     * The policy for so many columns.
     *
     * @throws UserException when a scale is bad, or the number of scales does not fit
     */
    public ConfidencePolicy policy(int columns) {
        for (Double scale : scales) {
            if (scale == null || !(scale > 0 && scale <= MAX_SCALE)) {
                throw new UserException("--confidence-scale must be above 0 and at most 1000000, got " + scale,
                        "Use 100 for per cent.");
            }
        }
        if (scales.size() > 1 && scales.size() != columns) {
            throw new UserException("--confidence-scale names " + scales.size() + " scales for "
                    + MessageText.count(columns, "column") + " of confidences", "Name one for all, or one for each.");
        }
        return new ConfidencePolicy(scales.isEmpty() ? List.of(1.0) : scales, strict);
    }
}
