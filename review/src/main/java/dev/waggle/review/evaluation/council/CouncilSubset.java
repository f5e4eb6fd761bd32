package dev.waggle.review.evaluation.council;

import java.util.List;

import dev.waggle.review.evaluation.report.AccuracyScore;
import dev.waggle.review.evaluation.report.PairedDifference;

/**
 * Cheapest members whose plurality is within noise of the whole council: its accuracy is at most one standard error of
 * the paired difference lower (rule of one standard error, Breiman and others 1984).
 *
 * @param members their names, in the order of the council
 * @param accuracy accuracy of their plurality; it was chosen among many, so it is a little too good
 * @param toCouncil their credits less those of the whole council
 * @param cost USD for one item
 */
public record CouncilSubset(List<String> members, AccuracyScore accuracy, PairedDifference toCouncil, double cost) {

    public CouncilSubset {
        members = List.copyOf(members);
    }
}
