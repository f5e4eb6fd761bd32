package dev.waggle.review.evaluation.council;

import java.util.BitSet;
import java.util.List;

import dev.waggle.review.evaluation.EvaluationSet;
import dev.waggle.review.evaluation.report.AccuracyScore;
import dev.waggle.review.evaluation.report.PairedDifference;

/**
 * Self-consistency (Wang and others 2022): the plurality of several samples of one model, against the council on the
 * same items.
 *
 * @param model the sampled model
 * @param samples answers of it to each item
 * @param items number of items with all samples
 * @param sampled score of the samples; its cost is that of all samples of an item
 * @param council accuracy of the council on these items
 * @param councilCost USD of the council for one of these items
 */
public record SampleScore(String model, int samples, int items, CouncilScore sampled, AccuracyScore council,
        double councilCost) {

    /**
     * Scores samples.
     *
     * @param council answers of the council to the items
     * @param councilCost USD of the council for one item
     * @param sampled answers of the samples, each an agent, to the same items in the same order
     * @param sampledCost USD of all samples for one item
     */
    public static SampleScore of(String model, EvaluationSet council, double councilCost, EvaluationSet sampled,
            double sampledCost) {
        double[] together = all(council);
        double[] alone = all(sampled);
        if (together.length != alone.length) {
            throw new IllegalArgumentException("samples and council must have the same items, got " + alone.length
                    + " and " + together.length);
        }
        int samples = sampled.agents().size();
        PairedDifference difference = PairedDifference.of(together, List.of(alone), CouncilReport.SEED).getFirst();
        return new SampleScore(model, samples, alone.length,
                new CouncilScore(model + " x " + samples, AccuracyScore.of(alone), difference, sampledCost),
                AccuracyScore.of(together), councilCost);
    }

    private static double[] all(EvaluationSet set) {
        BitSet members = new BitSet();
        members.set(0, set.agents().size());
        return CouncilAnswers.of(set).credits(members);
    }
}
