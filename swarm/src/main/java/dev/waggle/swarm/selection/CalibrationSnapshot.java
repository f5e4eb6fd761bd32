package dev.waggle.swarm.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Snapshot of the calibrations of all agents at one moment. It is the form that is stored between processes.
 *
 * @param agents the calibrations by the id of the agent, in the order of ids
 * @param runs the runs that were learned from last, the newest at the end; at most {@value #MAX_RUNS}
 */
public record CalibrationSnapshot(Map<String, AgentCalibration> agents, List<String> runs) {

    /** Most runs that are stored, so that a resumed run is not learned from twice: more are hardly in progress. */
    public static final int MAX_RUNS = 64;

    /** Snapshot without data. */
    public static final CalibrationSnapshot NONE = new CalibrationSnapshot(Map.of());

    public CalibrationSnapshot {
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
        runs = List.copyOf(runs.subList(Math.max(0, runs.size() - MAX_RUNS), runs.size()));
    }

    /** Snapshot without a record of the runs that it learned from. */
    public CalibrationSnapshot(Map<String, AgentCalibration> agents) {
        this(agents, List.of());
    }

    /** Calibration of that agent. */
    public AgentCalibration of(String agentId) {
        return agents.getOrDefault(agentId, AgentCalibration.NONE);
    }

    /** Factors of the agents with enough claims to correct them. */
    public Map<String, Double> factors() {
        Map<String, Double> factors = new TreeMap<>();
        agents.forEach((agent, known) -> {
            if (known.isKnown()) {
                factors.put(agent, known.adjustmentFactor());
            }
        });
        return Collections.unmodifiableMap(factors);
    }

    /** Copy with the outcomes of a run; the same snapshot when that run was learned from before. */
    public CalibrationSnapshot with(String run, List<ClaimOutcome> outcomes) {
        if (runs.contains(run)) {
            return this;
        }
        List<String> taught = new ArrayList<>(runs);
        taught.add(run);
        return new CalibrationSnapshot(with(outcomes).agents, taught);
    }

    /** Copy with these outcomes. */
    public CalibrationSnapshot with(List<ClaimOutcome> outcomes) {
        Map<String, AgentCalibration> more = new TreeMap<>(agents);
        for (ClaimOutcome outcome : outcomes) {
            AgentCalibration known = more.getOrDefault(outcome.agentId(), AgentCalibration.NONE);
            more.put(outcome.agentId(), known.with(outcome.confidence(), outcome.correct()));
        }
        return new CalibrationSnapshot(more, runs);
    }
}
