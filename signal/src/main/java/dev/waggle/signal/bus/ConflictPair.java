package dev.waggle.signal.bus;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;

/**
 * Two contradicting signals: proposals of different sources, unless the bus has another {@link ConflictDetector}.
 *
 * @param signalA the earlier one
 * @param signalB the later one
 * @param detectedAt the time of detection
 */
public record ConflictPair(Signal signalA, Signal signalB, Instant detectedAt) {

    /** True if these are the two signals, in either order. */
    public boolean joins(String oneId, String otherId) {
        return (signalA.id().equals(oneId) && signalB.id().equals(otherId))
                || (signalA.id().equals(otherId) && signalB.id().equals(oneId));
    }

    /** Creates the signal that reports the conflict; its scope is that of the later signal. */
    Signal toSignal(String id, Source source) {
        String description = named(signalB) + " contradicts " + named(signalA);
        return new Signal(id, SignalType.CONFLICT, source, detectedAt,
                new Payload.Conflict(signalA.id(), signalB.id(), description), signalB.scope(),
                new Links(signalB.id(), null, null, List.of(signalA.id(), signalB.id())), Grading.confidence(1),
                Lifetime.defaultTtl(), Audience.everyone(), Map.of());
    }

    private static String named(Signal signal) {
        String source = signal.source().label();
        return signal.payload() instanceof Payload.Proposal proposal
                ? proposal.proposalId() + " by " + source
                : signal.type() + " " + signal.id() + " by " + source;
    }
}
