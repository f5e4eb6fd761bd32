package dev.waggle.signal.bus;

import java.time.Instant;

import dev.waggle.signal.Signal;

/**
 * Two proposals from different sources.
 *
 * @param signalA the earlier one
 * @param signalB the one that came later
 * @param detectedAt when it was noticed
 */
public record ConflictPair(Signal signalA, Signal signalB, Instant detectedAt) {

    /** Whether these are the two signals, in either order. */
    public boolean joins(String oneId, String otherId) {
        return (signalA.id().equals(oneId) && signalB.id().equals(otherId))
                || (signalA.id().equals(otherId) && signalB.id().equals(oneId));
    }
}
