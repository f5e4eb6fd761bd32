package dev.waggle.cli.explain;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.RunLog;
import dev.waggle.review.explain.CauseTree.Node;
import dev.waggle.review.explain.CauseTree.Role;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.json.StanceJson;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.identity.UnstatedConfidence;

/** The tree of causes, a line for each signal. */
final class CauseTreeView {

    private static final int MIN_TEXT = 16;

    private final ReportWriter page;
    private final Map<String, ProposalStanding> standings = new HashMap<>();

    CauseTreeView(Explanation explanation, ReportWriter page) {
        this.page = page;
        explanation.recount().result().standings()
                .forEach(standing -> standings.put(standing.proposal().id(), standing));
    }

    void draw(Node tree) {
        page.part("Causes");
        node(tree, "  ", "  ");
    }

    private void node(Node node, String first, String rest) {
        Signal signal = node.entry().signal();
        String word = word(node);
        String speaker = node.role() == Role.TASK ? "" : " " + TextTable.clip(signal.source().label(), 16);
        String round = node.role() == Role.TASK ? "" : " r" + RunLog.round(signal);
        int used = TextTable.width(first) + TextTable.width(word + speaker + round) + 2;
        page.line(page.paint(Ink.DIM, first) + page.paint(ink(node), word) + page.paint(Ink.BOLD, speaker)
                + page.paint(Ink.DIM, round) + "  "
                + TextTable.clip(text(signal), Math.max(MIN_TEXT, page.width() - used)));
        List<Node> branches = node.branches();
        for (int i = 0; i < branches.size(); i++) {
            boolean last = i == branches.size() - 1 && node.more() == 0;
            node(branches.get(i), rest + (last ? "└─ " : "├─ "), rest + (last ? "   " : "│  "));
        }
        if (node.more() > 0) {
            page.line(page.paint(Ink.DIM, rest + "└─ and " + node.more() + " more"));
        }
    }

    private static String word(Node node) {
        if (node.entry().signal().payload() instanceof Payload.Vote vote) {
            return StanceJson.word(vote.stance());
        }
        return node.role().wireName();
    }

    private static Ink ink(Node node) {
        return switch (node.role()) {
            case TASK -> Ink.BOLD;
            case FINDING, ANSWER -> Ink.CYAN;
            case PROPOSAL -> Ink.GREEN;
            case RIVAL -> Ink.BLUE;
            case CHALLENGE -> Ink.MAGENTA;
            case DOUBT -> Ink.YELLOW;
            case OTHER -> Ink.DIM;
            case VOTE -> node.entry().signal().payload() instanceof Payload.Vote vote
                    ? BallotView.ink(vote.stance())
                    : BallotView.ink(Stance.ABSTAIN);
        };
    }

    private String text(Signal signal) {
        return switch (signal.payload()) {
            case Payload.Task task -> task.task();
            case Payload.Discovery discovery -> discovery.finding();
            case Payload.Proposal made -> proposal(made);
            case Payload.Doubt doubt -> doubt.concern();
            case Payload.Challenge challenge -> challenge.counterArgument();
            case Payload.Vote vote -> (UnstatedConfidence.isMarked(signal)
                    ? "not stated"
                    : ReportWriter.number(vote.weight()))
                    + (vote.reasoning() == null ? "" : ": " + vote.reasoning());
            case Payload.Conflict conflict -> conflict.description();
            case Payload.ConsensusReached consensus -> consensus.decision();
            case Payload.Escalate escalation -> escalation.reason();
            case Payload.SharedMemory memory -> memory.content();
            case Payload.ToolResult result -> result.toolName() + ": " + result.result();
            case Payload.Open open -> Objects.requireNonNullElse(open.summary(), signal.type().text());
        };
    }

    private String proposal(Payload.Proposal proposal) {
        ProposalStanding standing = standings.get(proposal.proposalId());
        return page.name(proposal.proposalId()) + (standing == null
                ? ""
                : " (" + standing.agreeVoters() + " of " + standing.allVoters() + " agree)") + ": "
                + proposal.content();
    }
}
