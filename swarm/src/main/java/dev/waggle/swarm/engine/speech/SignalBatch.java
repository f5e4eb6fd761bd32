package dev.waggle.swarm.engine.speech;

import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;

/**
 * What was said in one breath, and who really said it: the answer of a turn, or one thing that the runtime says.
 *
 * @param emission who
 * @param signals what, in order
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

    /** How sure who said it is of what is proposed and voted for in it, on average; empty where nothing is. */
    OptionalDouble confidence() {
        return signals.stream()
                .filter(signal -> signal.payload() instanceof Payload.Proposal
                        || signal.payload() instanceof Payload.Vote)
                .mapToDouble(Signal::confidence).average();
    }
}
