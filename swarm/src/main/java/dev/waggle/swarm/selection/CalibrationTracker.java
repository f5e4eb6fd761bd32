package dev.waggle.swarm.selection;

import java.util.List;

import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;
import dev.waggle.swarm.selection.AgentCalibration.ClaimOutcome;

/**
 * Learns the calibration of each agent's confidence from outcomes that a program reports. A solve teaches it nothing: a
 * majority is no truth. The outcome tracker of the evaluation package learns from outcomes of whole solves instead, and
 * keeps them. Thread-safe: the outcomes of one call are added at once, and a solve that took its {@link #snapshot}
 * before does not see them.
 */
public final class CalibrationTracker implements CalibrationSource {

    private CalibrationSnapshot known;

    /** Tracker without data. */
    public CalibrationTracker() {
        this(CalibrationSnapshot.NONE);
    }

    /** Tracker that starts from a snapshot. */
    public CalibrationTracker(CalibrationSnapshot learned) {
        known = learned;
    }

    /**
     * Learns the outcome of a claim of an agent, from any source.
     *
     * @param confidence the stated confidence of the agent, 0..1
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
     * Learns the outcomes of a run, unless it is one of the last {@value CalibrationSnapshot#MAX_RUNS} that were
     * learned from. These runs are part of the {@link #snapshot}, so a tracker that starts from a stored one knows
     * them, too.
     */
    public synchronized void learn(String run, List<ClaimOutcome> outcomes) {
        known = known.with(run, outcomes);
    }

    @Override
    public synchronized CalibrationSnapshot snapshot() {
        return known;
    }
}
