package dev.waggle.swarm.engine.speech;

import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.identity.UnstatedConfidence;

/**
 * Batch of signals with their actual author: the answer of a turn, or one signal of the runtime.
 *
 * @param emission author
 * @param signals signals, in order
 */
public record SignalBatch(Emission emission, List<Signal> signals) {

    boolean isFromAgent() {
        return emission.invocation() > 0;
    }

    /** The proposals among them under that id. */
    List<Payload.Proposal> proposals(String id) {
        return signals.stream().map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                .map(Payload.Proposal.class::cast).filter(proposal -> proposal.proposalId().equals(id)).toList();
    }

    /** Mean stated confidence of the proposals and votes in it; empty if there is none. */
    OptionalDouble confidence() {
        return signals.stream()
                .filter(signal -> signal.payload() instanceof Payload.Proposal
                        || signal.payload() instanceof Payload.Vote)
                .filter(signal -> !UnstatedConfidence.isMarked(signal))
                .mapToDouble(Signal::confidence).average();
    }
}
