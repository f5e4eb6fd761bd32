package dev.waggle.cli.terminal;

import java.util.Map;

import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SwarmEvent;

/** A debate as text: the two rivals, their standing after each round, and the outcome. */
final class DebateView {

    private final ProposalLabels names;

    /** A view that shows proposals by these names. */
    DebateView(ProposalLabels names) {
        this.names = names;
    }

    String started(SwarmEvent.DebateStarted debate) {
        return "debate: " + names.name(debate.proposalA()) + " against " + names.name(debate.proposalB());
    }

    String round(SwarmEvent.DebateRoundEnded round) {
        StringBuilder line = new StringBuilder("debate, round " + round.round() + ":");
        for (Map.Entry<String, Double> odds : round.posteriors().entrySet()) {
            line.append(' ').append(names.name(odds.getKey())).append(' ').append(percent(odds.getValue()));
        }
        return line.toString();
    }

    String ended(DebateResult debate) {
        String winner = debate.winningProposalId();
        return winner == null
                ? "debate: open after " + LiveText.plural(debate.roundsUsed(), "round")
                : "debate: " + names.name(winner) + " holds, " + percent(debate.confidence());
    }

    /** The whole of it, for the conclusion. */
    String summary(DebateResult debate) {
        String winner = debate.winningProposalId();
        return names.name(debate.proposalA()) + " against " + names.name(debate.proposalB()) + ": "
                + (winner == null ? "open" : names.name(winner) + " holds, " + percent(debate.confidence()))
                + " after " + LiveText.plural(debate.roundsUsed(), "round");
    }

    private static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.1f %%", 100 * share);
    }
}
