package dev.waggle.swarm.event;

import java.util.List;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Result of a debate between two proposals.
 *
 * @param proposalA the id of one
 * @param proposalB the id of the other
 * @param winningProposalId id of the winner; {@code null} without one
 * @param confidence probability that the winner is the better one of the two, 0..1; 0 without a winner
 * @param roundsUsed the rounds that ran
 * @param signals its signals, in order
 */
public record DebateResult(String proposalA, String proposalB, @Nullable String winningProposalId, double confidence,
        int roundsUsed, List<Signal> signals) {

    public DebateResult {
        signals = List.copyOf(signals);
    }

    /** True if one of the two won. */
    public boolean resolved() {
        return winningProposalId != null;
    }
}
