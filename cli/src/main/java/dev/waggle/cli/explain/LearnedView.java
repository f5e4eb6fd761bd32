package dev.waggle.cli.explain;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.explain.LearnedVotes;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.VoteContributions;

/** Learned weights of the voters, and what they add for the leading proposal. */
final class LearnedView {

    private static final int NAME = 17;

    private LearnedView() {}

    /** Writes the weights of the first voters; nothing without outcomes. */
    static void write(LearnedVotes learned, int maxLines, ReportWriter page) {
        LearnedWeights weights = learned.weights();
        page.part("Learned weights");
        page.fact("from", ReportWriter.plural(weights.outcomes(), "outcome") + ", state " + weights.version()
                + (weights.category().isEmpty() ? "" : ", tasks of the type " + weights.category()));
        if (weights.isEmpty()) {
            page.fact("", "nothing was learned: the votes decide as by confidence-weighted");
            return;
        }
        String of = learned.leader().map(page::name).orElse("");
        page.line(page.paint(Ink.DIM, "  in nats, beside what any vote counts"
                + (of.isEmpty() ? "" : "; then what it adds for " + of)));
        learned.ofVoters().entrySet().stream().limit(maxLines).forEach(voter -> page.fact(
                TextTable.clip(voter.getKey(), NAME),
                nats(voter.getValue()) + learned.contributions()
                        .map(parts -> parts.ofAgents().get(voter.getKey())).map(part -> ", adds " + nats(part))
                        .orElse("") + ", " + ReportWriter.plural(learned.outcomesOf(voter.getKey()), "outcome")));
        int more = learned.ofVoters().size() - maxLines;
        if (more > 0) {
            page.line("  " + page.paint(Ink.DIM, "and " + ReportWriter.plural(more, "voter") + " more"));
        }
        learned.contributions().ifPresent(parts -> page.fact("sum", nats(parts.score()) + " for " + of + ": "
                + nats(parts.withoutHistory()) + " by votes without history, " + nats(ofAgents(parts))
                + " by its voters, " + nats(parts.together()) + " by votes together"));
    }

    private static double ofAgents(VoteContributions parts) {
        return parts.score() - parts.withoutHistory() - parts.together();
    }

    private static String nats(double nats) {
        return String.format(PlainLocale.NONE, "%+.2f", nats + 0.0);
    }
}
