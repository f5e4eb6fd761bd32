package dev.waggle.cli.explain;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.cli.terminal.Table;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.review.explain.Explanation;
import dev.waggle.swarm.review.whatif.Change;
import dev.waggle.swarm.review.whatif.Flip;
import dev.waggle.swarm.review.whatif.Missing;
import dev.waggle.swarm.review.whatif.Outcome;
import dev.waggle.swarm.review.whatif.WhatIf;

/** What would have changed the decision, for a person. */
final class FlipView {

    /** Most votes of a set, and most agents, that are named in a sentence. */
    private static final int MAX_NAMED = 8;
    /** Most sets of votes that are named. */
    private static final int MAX_SETS = 5;

    private static final int MIN_WINNER = 16;

    private final Explanation why;
    private final Page page;
    private final Outcome outcome;

    FlipView(Explanation why, Page page) {
        this.why = why;
        this.page = page;
        outcome = why.recount().outcome();
    }

    void write() {
        page.part("What would have changed it");
        flip("votes reversed", why.whatIf().reversed());
        flip("votes absent", why.whatIf().absent());
        agents();
        threshold();
        weights();
        strategies();
        missing();
        page.fact("not known", "what would have been said without the challenges of mathematics or other parts of"
                + " the swarm: no log can tell");
    }

    private void flip(String name, Flip flip) {
        switch (flip) {
            case Flip.Nothing(Change _, int atLeast, boolean proven) -> page.fact(name, proven
                    ? "no set of votes, " + flip.change().word() + " together, would have changed it"
                    : "none found: every set of fewer than " + atLeast + " was tried, and the heaviest votes");
            case Flip.Found found -> {
                page.fact(name, found.size() + (found.isSmallest()
                        ? " would have changed it, and no fewer" + (found.count() > 1
                                ? "; " + found.count() + (found.size() == 1 ? " of them alone" : " such sets")
                                : "")
                        : " would have changed it; perhaps fewer, but at least " + found.atLeast()));
                found.sets().stream().limit(MAX_SETS).forEach(set -> page.fact("",
                        named(set.votes()) + ": " + came(set.outcome())));
                if (found.count() > MAX_SETS) {
                    page.fact("", "and " + (found.count() - MAX_SETS) + " more");
                }
            }
        }
    }

    private static String named(List<VoteRecord> votes) {
        return votes.stream().limit(MAX_NAMED)
                .map(vote -> vote.agentId() + " (" + Ballots.word(vote.vote().stance()) + " "
                        + Page.name(vote.proposalId()) + ")")
                .collect(Collectors.joining(", "))
                + (votes.size() > MAX_NAMED ? " and " + (votes.size() - MAX_NAMED) + " more" : "");
    }

    private static String came(Outcome outcome) {
        return (outcome.winner() == null ? "nothing is decided" : Page.name(outcome.winner()) + " wins") + " ("
                + Page.percent(outcome.confidence()) + ")";
    }

    private void agents() {
        List<String> pivotal = why.whatIf().pivotal(outcome);
        if (pivotal.isEmpty()) {
            page.fact("voters", why.whatIf().withoutAgent().isEmpty()
                    ? "nobody voted"
                    : "without the votes of any one of them it would have been the same");
        }
        for (String agent : pivotal.stream().limit(MAX_NAMED).toList()) {
            Outcome without = why.whatIf().withoutAgent().get(agent);
            if (without != null) {
                page.fact("without " + Table.clip(agent, 9), came(without));
            }
        }
        if (pivotal.size() > MAX_NAMED) {
            page.fact("", "and without each of " + (pivotal.size() - MAX_NAMED) + " others it would have been another");
        }
        if (why.whatIf().votersLeftOut() > 0) {
            page.fact("", Page.plural(why.whatIf().votersLeftOut(), "voter") + " more were not tried one by one");
        }
    }

    private void threshold() {
        double configured = why.rules().consensus().threshold();
        page.fact("threshold", switch (why.whatIf().threshold()) {
            case WhatIf.Boundary.Always() -> "it decides at every threshold; it was " + Page.percent(configured);
            case WhatIf.Boundary.Never() -> "it decides at no threshold; it was " + Page.percent(configured);
            case WhatIf.Boundary.UpTo(double highest) -> "it decides up to " + Page.percent(highest) + "; it was "
                    + Page.percent(configured) + String.format(Locale.ROOT, ", a margin of %+.1f points",
                            100 * (highest - configured));
        });
    }

    private void weights() {
        why.weighings().forEach((name, weighing) -> {
            String words = switch (name) {
                case "withoutAttention" -> "no attention";
                case "withoutAgentWeights" -> "equal agents";
                default -> "as stated";
            };
            boolean both = why.weighings().values().stream().allMatch(Explanation.Weighing::differs);
            if (weighing.differs() && (both || !name.equals("asStated"))) {
                page.fact(words, came(weighing.outcome())
                        + (weighing.outcome().decidesLike(outcome) ? ", the same" : ", another"));
            }
        });
        if (why.weighings().values().stream().noneMatch(Explanation.Weighing::differs)) {
            page.fact("weights", "every vote counted as it was stated: neither agents nor attention weighed");
        }
    }

    private void strategies() {
        page.line("");
        int column = winnerColumn();
        for (Map.Entry<String, ConsensusResult> entry : why.whatIf().strategies().entrySet()) {
            Outcome other = Outcome.of(entry.getValue());
            boolean same = other.decidesLike(outcome);
            String left = "  " + Page.pad(entry.getKey(), 21);
            page.beside(left + page.paint(same ? Ink.GREEN : Ink.YELLOW,
                    Page.pad(Table.clip(winner(other), column - 1), column)), Table.width(left) + column,
                    " " + Page.plain(entry.getValue().reasoning()));
        }
        page.line("");
    }

    /** As wide as the longest winner, as far as the page has room, with a gap behind it. */
    private int winnerColumn() {
        int longest = why.whatIf().strategies().values().stream()
                .mapToInt(result -> Table.width(winner(Outcome.of(result)))).max().orElse(0);
        return Math.clamp(longest + 1L, MIN_WINNER, Math.max(MIN_WINNER, page.width() / 4));
    }

    private static String winner(Outcome outcome) {
        return outcome.winner() == null ? "undecided" : Page.name(outcome.winner());
    }

    private void missing() {
        for (Missing missing : why.whatIf().missing()) {
            page.fact("for " + Table.clip(Page.name(missing.standing().proposal().id()), 13),
                    "missing were " + votes(missing.full(), missing.fullWeight()) + ", or "
                            + votes(missing.usual(), missing.usualWeight()));
        }
    }

    private static String votes(OptionalInt count, double weight) {
        return (count.isEmpty()
                ? "more than " + Missing.MOST + " agreeing votes"
                : Page.plural(count.getAsInt(), "agreeing vote")) + " of weight " + Page.number(weight);
    }
}
