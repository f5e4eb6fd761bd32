package dev.waggle.swarm.lens.data;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;

/** Index from signal ids to their speakers and to the proposals that they made. Owned by one thread. */
final class SpeakerIndex {

    private final Map<String, Integer> speakers = new HashMap<>();
    private final Map<String, Integer> proposals = new HashMap<>();

    void recordSpeaker(String signalId, int agent) {
        speakers.put(signalId, agent);
    }

    void recordProposal(String signalId, int proposal) {
        proposals.put(signalId, proposal);
    }

    OptionalInt speakerOf(String signalId) {
        Integer speaker = speakers.get(signalId);
        return speaker == null ? OptionalInt.empty() : OptionalInt.of(speaker);
    }

    OptionalInt proposalOf(String signalId) {
        Integer proposal = proposals.get(signalId);
        return proposal == null ? OptionalInt.empty() : OptionalInt.of(proposal);
    }

    /** The agent that a signal answers: by its reply, else by its target, else {@link ProposalEntry#NO_AGENT}. */
    int answeredAgent(Signal signal, IdIndex proposalNumbers, List<ProposalEntry> notes) {
        Optional<String> target = target(signal, id -> {
            OptionalInt proposal = proposalNumbers.of(id);
            return proposal.isPresent() ? Optional.of(notes.get(proposal.getAsInt()).signalId()) : Optional.empty();
        });
        Optional<String> reply = Optional.ofNullable(signal.links().replyTo())
                .filter(id -> speakerOf(id).isPresent());
        return reply.or(() -> target).map(id -> authorOf(id, notes)).orElse(ProposalEntry.NO_AGENT);
    }

    private int authorOf(String signalId, List<ProposalEntry> notes) {
        OptionalInt proposal = proposalOf(signalId);
        return speakerOf(signalId).orElseGet(
                () -> proposal.isPresent() ? notes.get(proposal.getAsInt()).author() : ProposalEntry.NO_AGENT);
    }

    /**
     * Id of the target signal: the one that it challenges or doubts, or the proposal that it votes on.
     *
     * @param signalOf the id of the signal that made a proposal, by the id of the proposal
     */
    static Optional<String> target(Signal signal, Function<String, Optional<String>> signalOf) {
        return switch (signal.payload()) {
            case Payload.Challenge challenge -> Optional.of(challenge.targetSignalId());
            case Payload.Doubt doubt -> Optional.of(doubt.targetSignalId());
            case Payload.Vote vote -> signalOf.apply(vote.proposalId());
            case Payload.Task _, Payload.Discovery _, Payload.Proposal _, Payload.Conflict _ -> Optional.empty();
            case Payload.ConsensusReached _, Payload.Escalate _, Payload.SharedMemory _ -> Optional.empty();
            case Payload.ToolResult _, Payload.Open _ -> Optional.empty();
        };
    }
}
