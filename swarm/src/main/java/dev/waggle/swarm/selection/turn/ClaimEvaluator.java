package dev.waggle.swarm.selection.turn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.selection.AgentCalibration.ClaimOutcome;
import dev.waggle.swarm.selection.CalibrationTracker;

/**
 * Evaluates the claims of agents in a decided solve. A proposal claims to be the answer. A vote on the winner is right
 * if it agrees, and wrong with its stated confidence if it disagrees; an abstention claims nothing. Of several votes
 * of an agent on the winner the last one counts, as it does in the decision. A proposal that was merged into the winner
 * is the winner. A confidence that nobody stated claims nothing.
 *
 * <p>The decision of the swarm counts as the truth; a caller with better knowledge reports it to
 * {@link CalibrationTracker#outcome}.
 */
public final class ClaimEvaluator {

    private ClaimEvaluator() {}

    /**
     * Outcomes from the log of a decided solve: proposals in their order, then the votes on the winner.
     *
     * @param winner the id of the proposal that was decided
     * @param log all signals, in order
     * @param stated the stated confidence of a signal, before any correction, 0..1
     */
    public static List<ClaimOutcome> outcomes(String winner, List<Signal> log, ToDoubleFunction<Signal> stated) {
        List<ClaimOutcome> outcomes = new ArrayList<>();
        Map<String, Signal> lastVotes = new LinkedHashMap<>();
        Set<String> proposed = new LinkedHashSet<>();
        MergeTable merges = MergeTable.of(log);
        for (Signal signal : log) {
            if (signal.source() instanceof Source.Agent agent) {
                if (signal.payload() instanceof Payload.Proposal proposal && proposed.add(proposal.proposalId())
                        && !UnstatedConfidence.isMarked(signal)) {
                    outcomes.add(new ClaimOutcome(agent.id(), stated.applyAsDouble(signal),
                            merges.hostOf(proposal.proposalId()).equals(winner)));
                } else if (signal.payload() instanceof Payload.Vote vote
                        && merges.hostOf(vote.proposalId()).equals(winner)) {
                    lastVotes.put(agent.id(), signal);
                }
            }
        }
        lastVotes.forEach((agent, signal) -> {
            if (signal.payload() instanceof Payload.Vote vote && vote.stance() != Stance.ABSTAIN
                    && !UnstatedConfidence.isMarked(signal)) {
                outcomes.add(new ClaimOutcome(agent, stated.applyAsDouble(signal), vote.stance() == Stance.AGREE));
            }
        });
        return outcomes;
    }
}
