package dev.waggle.swarm.selection.turn;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.AgentProfile;

/**
 * Fit of an agent to the pending signals of all agents: the mean over these signals. A signal counts 1 when it is
 * pending for this agent and the agent may emit an answer to it. It counts {@value #ONLY_HEARS} when the agent may
 * only receive it, and 0 when it is not pending for it. An agent without pending signals has the neutral value 0.5.
 */
final class MailFit {

    /** Value of a signal without permission to answer: listening is half of answering. */
    private static final double ONLY_HEARS = 0.5;

    private static final double UNKNOWN = 0.5;

    private final int open;

    private MailFit(int open) {
        this.open = open;
    }

    /** Fit among the pending signals of these candidates. */
    static MailFit among(List<TurnCandidate> due) {
        Set<String> open = new LinkedHashSet<>();
        due.forEach(candidate -> candidate.pending().forEach(signal -> open.add(signal.id())));
        return new MailFit(open.size());
    }

    /** Fit of that candidate, 0..1. */
    double of(TurnCandidate candidate) {
        if (candidate.pending().isEmpty()) {
            return UNKNOWN;
        }
        double sum = candidate.pending().stream().mapToDouble(signal -> fit(candidate.profile(), signal)).sum();
        return Math.min(1, sum / open);
    }

    private static double fit(AgentProfile profile, Signal signal) {
        return answersTo(signal.payload()).stream().anyMatch(profile::mayEmit) ? 1 : ONLY_HEARS;
    }

    /** Signal types that answer such a signal. */
    private static List<SignalType> answersTo(Payload payload) {
        return switch (payload) {
            case Payload.Task _, Payload.SharedMemory _, Payload.Escalate _ ->
                List.of(SignalType.DISCOVERY, SignalType.PROPOSAL);
            case Payload.Discovery _, Payload.ToolResult _ ->
                List.of(SignalType.DISCOVERY, SignalType.PROPOSAL, SignalType.DOUBT);
            case Payload.Proposal _, Payload.Vote _ ->
                List.of(SignalType.VOTE, SignalType.CHALLENGE, SignalType.DOUBT);
            case Payload.Challenge _, Payload.Doubt _, Payload.Conflict _ ->
                List.of(SignalType.PROPOSAL, SignalType.VOTE, SignalType.DISCOVERY);
            case Payload.ConsensusReached _ -> List.of();
            case Payload.Open _ -> SignalType.SWARM;
        };
    }
}
