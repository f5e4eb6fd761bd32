package dev.waggle.swarm.selection;

import java.util.List;

/**
 * Learns from solve to solve how far the confidence of each agent can be believed. Thread-safe: what one solve teaches
 * arrives whole, and a solve that took its {@link #snapshot} before does not see it.
 */
public final class CalibrationTracker {

    private CalibrationSnapshot known;

    /** Knows nothing yet. */
    public CalibrationTracker() {
        this(CalibrationSnapshot.NONE);
    }

    /** Knows what another tracker had learned. */
    public CalibrationTracker(CalibrationSnapshot learned) {
        known = learned;
    }

    /**
     * Learns what came of a claim of an agent, wherever that is known from.
     *
     * @param confidence how sure the agent said it was, 0..1
     * @param correct whether it was right
     */
    public void outcome(String agentId, double confidence, boolean correct) {
        learn(List.of(new ClaimOutcome(agentId, confidence, correct)));
    }

    /** Learns these outcomes at once. */
    public synchronized void learn(List<ClaimOutcome> outcomes) {
        known = known.with(outcomes);
    }

    /**
     * Learns the outcomes of a run, unless it has been learned from: a resumed one comes again. Which runs those are is
     * part of the {@link #snapshot}, so a tracker that begins with one that was kept knows it, too.
     */
    public synchronized void learn(String run, List<ClaimOutcome> outcomes) {
        known = known.with(run, outcomes);
    }

    /** What is known by now; later outcomes do not change it. */
    public synchronized CalibrationSnapshot snapshot() {
        return known;
    }
}
