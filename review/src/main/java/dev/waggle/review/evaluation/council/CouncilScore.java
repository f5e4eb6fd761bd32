package dev.waggle.review.evaluation.council;

import dev.waggle.review.evaluation.report.AccuracyScore;
import dev.waggle.review.evaluation.report.PairedDifference;

/**
 * Score of one way to answer.
 *
 * @param name a member, or a rule on the answers of all members
 * @param accuracy accuracy with its interval
 * @param toCouncil its credits less those of the plurality of all members, on the same items
 * @param cost USD for one item, at least 0
 */
public record CouncilScore(String name, AccuracyScore accuracy, PairedDifference toCouncil, double cost) {}
