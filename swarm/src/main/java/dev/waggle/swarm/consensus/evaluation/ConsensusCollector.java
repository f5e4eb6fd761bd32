package dev.waggle.swarm.consensus.evaluation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.Dissent.Objection;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteWeights;
import org.jspecify.annotations.Nullable;

/**
 * Collects the proposals, votes and objections of a deliberation, signal by signal. It does not depend on the
 * retention of a bus, so nothing that a decision needs can be evicted. Owned by the thread of its solve; discarded
 * with it.
 */
public final class ConsensusCollector {

    private final VoteWeights weights;
    private final Map<String, Proposal> proposals = new LinkedHashMap<>();
    private final List<VoteRecord> votes = new ArrayList<>();
    private final Map<String, Objection> objections = new LinkedHashMap<>();

    public ConsensusCollector(VoteWeights weights) {
        this.weights = weights;
    }

    /** Records a signal of an unknown turn. */
    public void accept(Signal signal) {
        accept(signal, 0);
    }

    /**
     * Records a signal; a proposal with a known id changes nothing.
     *
     * @param turn the number of the turn of its agent that emitted it, from 1; 0 if it is not known
     */
    public void accept(Signal signal, int turn) {
        String agent = signal.source().label();
        switch (signal.payload()) {
            case Payload.Proposal proposal -> proposals.putIfAbsent(proposal.proposalId(),
                    new Proposal(proposal.proposalId(), proposal.content(), proposal.reasoning(), agent, signal.id(),
                            signal.confidence(), signal.time()));
            case Payload.Vote vote -> votes.add(
                    new VoteRecord(agent, vote, signal.time(), signal.grading().causalLevel(), signal.id(), turn)
                            .withWeight(weights.of(agent, vote.weight())));
            case Payload.Challenge challenge ->
                objections.put(signal.id(), new Objection(Objection.Kind.CHALLENGE, agent,
                        signal.id(), challenge.targetSignalId(), challenge.counterArgument(), Set.of()));
            case Payload.Doubt doubt -> objections.put(signal.id(), new Objection(Objection.Kind.DOUBT, agent,
                    signal.id(), doubt.targetSignalId(), doubt.concern(), Set.of()));
            case Payload.Task _, Payload.Discovery _, Payload.Conflict _, Payload.ConsensusReached _ -> {}
            case Payload.Escalate _, Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> {}
        }
        if (!(signal.payload() instanceof Payload.Challenge) && !(signal.payload() instanceof Payload.Doubt)) {
            answer(signal.links().replyTo(), agent);
        }
    }

    /** The proposal with that id, if it was proposed. */
    public Optional<Proposal> proposal(String id) {
        return Optional.ofNullable(proposals.get(id));
    }

    /** True if another agent than that one has proposed something. */
    public boolean hasProposalOfAnother(String agent) {
        return proposals.values().stream().anyMatch(proposal -> !proposal.sourceAgentId().equals(agent));
    }

    /** The most recent vote. */
    public Optional<VoteRecord> lastVote() {
        return votes.isEmpty() ? Optional.empty() : Optional.of(votes.getLast());
    }

    /** Everything collected so far. */
    public ConsensusInput input() {
        return new ConsensusInput(List.copyOf(proposals.values()), votes, List.copyOf(objections.values()));
    }

    private void answer(@Nullable String replyTo, String agent) {
        Objection objection = replyTo == null ? null : objections.get(replyTo);
        if (objection != null && !objection.agentId().equals(agent)) {
            objections.put(objection.signalId(), objection.answeredAlsoBy(agent));
        }
    }
}
