package dev.waggle.cli.explain;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.json.StanceJson;
import dev.waggle.review.whatif.DecisionFlip;
import dev.waggle.review.whatif.MissingVotes;
import dev.waggle.review.whatif.VoteChange;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.WhatIfAnalysis;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteRecord;

/** Changes that would have flipped the decision, as text for a person. */
final class FlipView {

    /** Maximum number of votes of a set, and of agents, that are named in a sentence. */
    private static final int MAX_NAMED = 8;
    /** Maximum number of sets of votes that are named. */
    private static final int MAX_SETS = 5;

    private static final int MIN_WINNER = 16;

    private final Explanation explanation;
    private final ReportWriter page;
    private final VoteOutcome outcome;

    FlipView(Explanation explanation, ReportWriter page) {
        this.explanation = explanation;
        this.page = page;
        outcome = explanation.recount().outcome();
    }

    void write() {
        page.part("Sensitivity of the result");
        flip("votes reversed", explanation.whatIf().reversed());
        flip("votes absent", explanation.whatIf().absent());
        agents();
        threshold();
        weights();
        strategies();
        missing();
        page.fact("not known", "the signals of a run without the challenges of mathematics or other parts of"
                + " the swarm: they are in no log");
    }

    private void flip(String name, DecisionFlip flip) {
        switch (flip) {
            case DecisionFlip.NotFound(VoteChange _, int atLeast, boolean proven) -> page.fact(name, proven
                    ? "no set of votes, " + flip.change().wireName() + " together, would have changed it"
                    : "none found: every set of fewer than " + atLeast + " was tried, and the heaviest votes");
            case DecisionFlip.Found found -> {
                page.fact(name, found.size() + (found.isSmallest()
                        ? " would have changed it, and no fewer" + (found.count() > 1
                                ? "; " + found.count() + (found.size() == 1 ? " of them alone" : " such sets")
                                : "")
                        : " would have changed it; perhaps fewer, but at least " + found.atLeast()));
                found.sets().stream().limit(MAX_SETS).forEach(set -> page.fact("",
                        named(set.votes()) + ": " + outcomeText(set.outcome())));
                if (found.count() > MAX_SETS) {
                    page.fact("", "and " + (found.count() - MAX_SETS) + " more");
                }
            }
        }
    }

    private String named(List<VoteRecord> votes) {
        return votes.stream().limit(MAX_NAMED)
                .map(vote -> vote.agentId() + " (" + StanceJson.word(vote.vote().stance()) + " "
                        + page.name(vote.proposalId()) + ")")
                .collect(Collectors.joining(", "))
                + (votes.size() > MAX_NAMED ? " and " + (votes.size() - MAX_NAMED) + " more" : "");
    }

    private String outcomeText(VoteOutcome outcome) {
        return (outcome.winner() == null ? "nothing is decided" : page.name(outcome.winner()) + " wins") + " ("
                + "agreement " + ReportWriter.percent(outcome.agreement()) + ")";
    }

    private void agents() {
        List<String> pivotal = explanation.whatIf().pivotal(outcome);
        if (pivotal.isEmpty()) {
            page.fact("voters", explanation.whatIf().withoutAgent().isEmpty()
                    ? "there are no votes"
                    : "the votes of any one voter can be omitted without a change of the result");
        }
        for (String agent : pivotal.stream().limit(MAX_NAMED).toList()) {
            VoteOutcome without = explanation.whatIf().withoutAgent().get(agent);
            if (without != null) {
                page.fact("without " + TextTable.clip(agent, 9), outcomeText(without));
            }
        }
        if (pivotal.size() > MAX_NAMED) {
            page.fact("", "omitting the votes of any of " + (pivotal.size() - MAX_NAMED) + " others changes the"
                    + " result, too");
        }
        if (explanation.whatIf().skippedVoters() > 0) {
            page.fact("",
                    ReportWriter.plural(explanation.whatIf().skippedVoters(), "voter")
                            + " more were not tried one by one");
        }
    }

    private void threshold() {
        double configured = explanation.rules().consensus().threshold();
        page.fact("threshold", switch (explanation.whatIf().threshold()) {
            case WhatIfAnalysis.Boundary.Always() ->
                "it decides at every threshold; it was " + ReportWriter.percent(configured);
            case WhatIfAnalysis.Boundary.Never() ->
                "it decides at no threshold; it was " + ReportWriter.percent(configured);
            case WhatIfAnalysis.Boundary.UpTo(double highest) ->
                "it decides up to " + ReportWriter.percent(highest) + "; it was "
                        + ReportWriter.percent(configured)
                        + String.format(PlainLocale.NONE, ", a margin of %+.1f points",
                                100 * (highest - configured));
        });
    }

    private void weights() {
        explanation.votes().weighings().forEach((name, weighing) -> {
            String words = switch (name) {
                case "withoutAttention" -> "no attention";
                case "withoutAgentWeights" -> "equal agents";
                default -> "as stated";
            };
            boolean both = explanation.votes().weighings().values().stream().allMatch(Explanation.Weighing::differs);
            if (weighing.differs() && (both || !name.equals("asStated"))) {
                page.fact(words, outcomeText(weighing.outcome())
                        + (weighing.outcome().decidesLike(outcome) ? ", the same" : ", another"));
            }
        });
        if (explanation.votes().weighings().values().stream().noneMatch(Explanation.Weighing::differs)) {
            page.fact("weights", "every vote counted with its stated weight: neither agents nor attention changed it");
        }
    }

    private void strategies() {
        page.line("");
        int column = winnerColumn();
        for (Map.Entry<String, ConsensusResult> entry : explanation.whatIf().strategies().entrySet()) {
            VoteOutcome other = VoteOutcome.of(entry.getValue());
            boolean same = other.decidesLike(outcome);
            String left = "  " + ReportWriter.pad(entry.getKey(), 21);
            page.printColumns(left + page.paint(same ? Ink.GREEN : Ink.YELLOW,
                    ReportWriter.pad(TextTable.clip(winner(other), column - 1), column)),
                    TextTable.width(left) + column,
                    " " + page.plain(entry.getValue().reasoning()));
        }
        page.line("");
    }

    /** As wide as the longest winner, as far as the page has room, with a gap behind it. */
    private int winnerColumn() {
        int longest = explanation.whatIf().strategies().values().stream()
                .mapToInt(result -> TextTable.width(winner(VoteOutcome.of(result)))).max().orElse(0);
        return Math.clamp(longest + 1L, MIN_WINNER, Math.max(MIN_WINNER, page.width() / 4));
    }

    private String winner(VoteOutcome outcome) {
        return outcome.winner() == null ? "undecided" : page.name(outcome.winner());
    }

    private void missing() {
        for (MissingVotes missing : explanation.whatIf().missing()) {
            page.fact("for " + TextTable.clip(page.name(missing.standing().proposal().id()), 13),
                    "missing were " + votes(missing.full(), missing.fullWeight()) + ", or "
                            + votes(missing.usual(), missing.usualWeight())
                            + (missing.approvals().isEmpty()
                                    ? ""
                                    : ", first of " + String.join(", ", missing.approvals())));
        }
    }

    private static String votes(OptionalInt count, double weight) {
        return (count.isEmpty()
                ? "more than " + MissingVotes.MAX_VOTES + " agreeing votes"
                : ReportWriter.plural(count.getAsInt(), "agreeing vote")) + " of weight " + ReportWriter.number(weight);
    }
}
