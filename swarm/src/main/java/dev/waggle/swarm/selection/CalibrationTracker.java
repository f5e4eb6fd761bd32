package dev.waggle.swarm.selection;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Learns from solve to solve how far the confidence of each agent can be believed. Thread-safe: what one solve teaches
 * arrives whole, and a solve that took its {@link #snapshot} before does not see it.
 */
public final class CalibrationTracker {

    /** Most runs that are remembered, so that one that is resumed teaches nothing twice. */
    private static final int MOST_RUNS = 64;

    private final Set<String> runs = new LinkedHashSet<>();
    private Calibration known;

    /** Knows nothing yet. */
    public CalibrationTracker() {
        this(Calibration.NONE);
    }

    /** Knows what another tracker had learned. */
    public CalibrationTracker(Calibration learned) {
        known = learned;
    }

    /**
     * Learns what came of a claim of an agent, wherever that is known from.
     *
     * @param confidence how sure the agent said it was, 0..1
     * @param correct whether it was right
     */
    public void outcome(String agentId, double confidence, boolean correct) {
        learn(List.of(new Outcome(agentId, confidence, correct)));
    }

    /** Learns these outcomes at once. */
    public synchronized void learn(List<Outcome> outcomes) {
        known = known.with(outcomes);
    }

    /** Learns the outcomes of a run, unless it has been learned from: a resumed one comes again. */
    public synchronized void learn(String run, List<Outcome> outcomes) {
        if (runs.add(run)) {
            learn(outcomes);
            if (runs.size() > MOST_RUNS) {
                runs.remove(runs.iterator().next());
            }
        }
    }

    /** What is known by now; later outcomes do not change it. */
    public synchronized Calibration snapshot() {
        return known;
    }
}
