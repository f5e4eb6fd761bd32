package dev.waggle.cli.ask;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.waggle.cli.evaluation.EvaluationTable;
import dev.waggle.review.evaluation.council.CouncilMember;
import dev.waggle.review.evaluation.council.CouncilReport;
import dev.waggle.review.evaluation.council.CouncilSubset;
import dev.waggle.review.evaluation.council.SampleScore;
import dev.waggle.review.evaluation.report.PairedDifference;
import dev.waggle.signal.text.PlainLocale;

/** Advice in words with its basis: whether a council pays, and which members to drop. */
final class CouncilAdvice {

    /** Correlation of being right from which two models are named as redundant: half of the variance is common. */
    private static final double REDUNDANT = 0.7;

    private CouncilAdvice() {}

    /** The sentences, each a line. */
    static List<String> lines(CouncilReport report, Optional<SampleScore> sampled) {
        List<String> lines = new ArrayList<>();
        String best = report.best().name() + ", the best single model";
        lines.add(verdict("The council by plurality", best, report.toBest(), report.items()));
        lines.add(verdict("The council by learned weights", best, report.learnedToBest(), report.items()));
        lines.add("The best single model was found on these questions, which favours it a little.");
        sampled.ifPresent(score -> lines.add(verdict("The council by plurality",
                score.model() + " asked " + score.samples() + " times a question",
                negated(score.sampled().toCouncil()), score.items())
                + String.format(PlainLocale.NONE, " Spend for a question: $%.6f and $%.6f.", score.councilCost(),
                        score.sampled().cost())));
        members(report, lines);
        subset(report, lines);
        return lines;
    }

    private static String verdict(String one, String other, PairedDifference difference, int items) {
        String basis = EvaluationTable.points(difference) + " points on " + items + " questions";
        if (difference.low() > 0) {
            return one + " is better than " + other + ": " + basis + ".";
        }
        return difference.high() < 0
                ? one + " is worse than " + other + ": " + basis + "."
                : "Not shown that " + one.substring(0, 1).toLowerCase(Locale.ROOT) + one.substring(1)
                        + " differs from " + other + ": " + basis + ".";
    }

    private static PairedDifference negated(PairedDifference difference) {
        var moreOften = difference.worse();
        var lessOften = difference.better();
        return new PairedDifference(-difference.difference(), -difference.high(), -difference.low(), moreOften,
                lessOften);
    }

    private static void members(CouncilReport report, List<String> lines) {
        for (CouncilMember member : report.members()) {
            if (member.without().low() > 0) {
                lines.add("Drop " + member.name() + ": without it the council gains "
                        + EvaluationTable.points(member.without()) + " points.");
            }
        }
        Optional<CouncilMember> alike = report.members().stream()
                .filter(member -> member.correlation() >= REDUNDANT && !(member.without().high() < 0))
                .reduce((one, other) -> other.correlation() > one.correlation()
                        || (other.correlation() == one.correlation()
                                && other.without().difference() > one.without().difference()) ? other : one);
        alike.ifPresent(member -> lines.add(member.name() + " is redundant: it is right where " + member.nearest()
                + " is (correlation " + EvaluationTable.decimal(member.correlation()) + "), and without it the council"
                + " changes by " + EvaluationTable.points(member.without()) + " points."));
    }

    private static void subset(CouncilReport report, List<String> lines) {
        CouncilSubset cheapest = report.cheapest();
        if (cheapest.members().size() < report.singles().size()) {
            lines.add("Cheapest within noise of the council: " + String.join(" + ", cheapest.members())
                    + String.format(PlainLocale.NONE, ", %s at $%.6f a question in place of $%.6f, ",
                            EvaluationTable.percent(cheapest.accuracy().accuracy()), cheapest.cost(),
                            report.council().cost())
                    + EvaluationTable.points(cheapest.toCouncil()) + " points. It was chosen among all subsets on these"
                    + " questions, so check it on others.");
        } else {
            lines.add("No part of the council is within noise of it (one standard error).");
        }
    }
}
