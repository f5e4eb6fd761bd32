package dev.waggle.swarm.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far the confidence of each agent can be believed, as it was known at one moment. This is what is kept between
 * processes.
 *
 * @param agents what is known, by the id of the agent, in the order of ids
 * @param runs the runs that taught it last, the newest at the end; at most {@value #MAX_RUNS}
 */
public record CalibrationSnapshot(Map<String, AgentCalibration> agents, List<String> runs) {

    /** Most runs that are remembered, so that one that is resumed teaches nothing twice: more are hardly under way. */
    public static final int MAX_RUNS = 64;

    /** Nothing is known of anybody. */
    public static final CalibrationSnapshot NONE = new CalibrationSnapshot(Map.of());

    public CalibrationSnapshot {
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
        runs = List.copyOf(runs.subList(Math.max(0, runs.size() - MAX_RUNS), runs.size()));
    }

    /** What is known of agents, where nobody noted which runs taught it. */
    public CalibrationSnapshot(Map<String, AgentCalibration> agents) {
        this(agents, List.of());
    }

    /** What is known of that agent. */
    public AgentCalibration of(String agentId) {
        return agents.getOrDefault(agentId, AgentCalibration.NONE);
    }

    /** What a confidence that the agent states is worth. */
    public double adjust(String agentId, double stated) {
        return of(agentId).adjust(stated);
    }

    /** The factors of those agents of which enough is known to correct them. */
    public Map<String, Double> factors() {
        Map<String, Double> factors = new TreeMap<>();
        agents.forEach((agent, known) -> {
            if (known.isKnown()) {
                factors.put(agent, known.adjustmentFactor());
            }
        });
        return Collections.unmodifiableMap(factors);
    }

    /** The same with the outcomes of a run; no other when that run taught it before. */
    public CalibrationSnapshot with(String run, List<ClaimOutcome> outcomes) {
        if (runs.contains(run)) {
            return this;
        }
        List<String> taught = new ArrayList<>(runs);
        taught.add(run);
        return new CalibrationSnapshot(with(outcomes).agents, taught);
    }

    /** The same with these outcomes. */
    public CalibrationSnapshot with(List<ClaimOutcome> outcomes) {
        Map<String, AgentCalibration> more = new TreeMap<>(agents);
        for (ClaimOutcome outcome : outcomes) {
            AgentCalibration known = more.getOrDefault(outcome.agentId(), AgentCalibration.NONE);
            more.put(outcome.agentId(), known.with(outcome.confidence(), outcome.correct()));
        }
        return new CalibrationSnapshot(more, runs);
    }
}
