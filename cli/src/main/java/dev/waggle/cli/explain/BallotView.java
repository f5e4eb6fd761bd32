package dev.waggle.cli.explain;

import java.util.List;

import dev.waggle.cli.terminal.StrategyFigures;
import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.Explanation.Ballot;
import dev.waggle.review.json.StanceJson;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.identity.UnstatedConfidence;

/** Ballots of a decision: every proposal with its bar, and below it its votes with weight and reason. */
final class BallotView {

    /** Maximum number of proposals shown, and of votes of each. */
    private static final int MAX_PROPOSALS = 8;
    private static final int MAX_VOTES = 30;
    private static final int BAR = 24;
    private static final int WHO = 14;

    private final Explanation explanation;
    private final ReportWriter page;

    BallotView(Explanation explanation, ReportWriter page) {
        this.explanation = explanation;
        this.page = page;
    }

    void write() {
        page.part("Votes");
        List<ProposalStanding> standings = explanation.recount().result().standings();
        if (standings.isEmpty()) {
            page.line("  no proposal was made");
            return;
        }
        boolean weighed = explanation.votes().weighings().values().stream().anyMatch(Explanation.Weighing::differs);
        page.note(weighed
                ? "weights: stated x agent x attention = counted; factors of 1 are omitted"
                : "every vote counts with its stated weight");
        page.note(StrategyFigures.caption(explanation.recount().result(), threshold(), page.mark()));
        for (ProposalStanding standing : standings.stream().limit(MAX_PROPOSALS).toList()) {
            proposal(standing);
        }
        if (standings.size() > MAX_PROPOSALS) {
            page.line("  and " + ReportWriter.plural(standings.size() - MAX_PROPOSALS, "proposal") + " more");
        }
        int rejected = explanation.recount().result().rejectedVotes();
        if (rejected > 0) {
            page.line("  not counted: " + ReportWriter.plural(rejected, "vote") + " for proposals that were"
                    + " never made");
        }
    }

    private void proposal(ProposalStanding standing) {
        String id = standing.proposal().id();
        boolean leads = id.equals(explanation.recount().outcome().leader());
        page.line("");
        page.line("  " + page.paint(Ink.BOLD, page.name(id)) + "  "
                + bar(standing.figure(), leads ? Ink.GREEN : Ink.BLUE) + " "
                + ReportWriter.percent(standing.figure())
                + page.paint(Ink.DIM, "  " + standing.agreeVoters() + " of " + standing.allVoters()
                        + " agree, weight " + ReportWriter.percent(standing.weightRatio())));
        page.printColumns("    ", 4, standing.proposal().sourceAgentId() + ": " + standing.proposal().content());
        List<Ballot> cast = explanation.votes().ballots().stream()
                .filter(ballot -> ballot.vote().proposalId().equals(id))
                .toList();
        cast.stream().limit(MAX_VOTES).forEach(this::vote);
        if (cast.size() > MAX_VOTES) {
            page.line("    and " + ReportWriter.plural(cast.size() - MAX_VOTES, "vote") + " more");
        }
        int implied = standing.allVoters() - cast.size();
        if (implied > 0 && explanation.rules().consensus().ballots() == BallotRule.EXCLUSIVE) {
            page.line("    " + page.paint(Ink.DIM, ReportWriter.plural(implied, "voter")
                    + " of other proposals count against it"));
        }
    }

    private String bar(double figure, Ink ink) {
        ConsensusResult result = explanation.recount().result();
        return StrategyFigures.isMarked(result.strategy(), result.decided(), result.confidence(), threshold())
                ? page.bar(figure, threshold(), BAR, ink)
                : page.bar(figure, BAR, ink);
    }

    private double threshold() {
        return explanation.rules().consensus().threshold();
    }

    private void vote(Ballot ballot) {
        Stance stance = ballot.vote().vote().stance();
        String agent = ReportWriter.pad(TextTable.clip(ballot.vote().agentId(), WHO), WHO);
        String weight = (UnstatedConfidence.isMarked(ballot.entry().signal())
                ? "not stated"
                : ReportWriter.number(ballot.stated())) + factor(ballot.ofAgent()) + factor(ballot.attention());
        boolean plain = ballot.ofAgent() == 1 && ballot.attention() == 1;
        String counted = ReportWriter
                .pad(plain ? weight : weight + " = " + ReportWriter.number(ballot.vote().vote().weight()), 4);
        String figures = String.format(PlainLocale.NONE, "%-9s r%-3d ", StanceJson.word(stance),
                RunLog.round(ballot.entry().signal())) + counted;
        String reason = ballot.vote().vote().reasoning();
        page.printColumns("    " + agent + " " + page.paint(ink(stance), figures) + "  ",
                4 + WHO + 1 + TextTable.width(figures) + 2, reason == null ? "" : reason);
    }

    /** A factor of 1 changes nothing and is not shown. */
    private static String factor(double factor) {
        return factor == 1 ? "" : " x " + ReportWriter.number(factor);
    }

    static Ink ink(Stance stance) {
        return switch (stance) {
            case AGREE -> Ink.GREEN;
            case DISAGREE -> Ink.RED;
            case ABSTAIN -> Ink.DIM;
        };
    }
}
