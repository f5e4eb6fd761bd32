package dev.waggle.swarm.event;

import java.util.List;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * What came of a debate between two proposals.
 *
 * @param proposalA the id of one
 * @param proposalB the id of the other
 * @param winningProposalId which of the two won; {@code null} when neither did
 * @param confidence how likely the winner is the better one of the two, 0..1; 0 when neither won
 * @param roundsUsed the rounds that ran
 * @param signals what was said in it, in order
 */
public record DebateResult(String proposalA, String proposalB, @Nullable String winningProposalId, double confidence,
        int roundsUsed, List<Signal> signals) {

    public DebateResult {
        signals = List.copyOf(signals);
    }

    /** Whether one of the two won. */
    public boolean resolved() {
        return winningProposalId != null;
    }
}
