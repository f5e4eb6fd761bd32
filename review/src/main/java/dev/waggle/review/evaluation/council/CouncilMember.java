package dev.waggle.review.evaluation.council;

import dev.waggle.review.evaluation.report.PairedDifference;

/**
 * Worth of a member for the council.
 *
 * @param name the member
 * @param without credits of the council without it less those of the whole council; above 0 it does harm
 * @param nearest the other member whose right answers are most like its own
 * @param correlation correlation of both being right, -1..1 (phi)
 */
public record CouncilMember(String name, PairedDifference without, String nearest, double correlation) {}
