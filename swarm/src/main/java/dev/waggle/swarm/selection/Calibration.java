package dev.waggle.swarm.selection;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far the confidence of each agent can be believed, as it was known at one moment. This is what is kept between
 * processes.
 *
 * @param agents what is known, by the id of the agent, in the order of ids
 */
public record Calibration(Map<String, AgentCalibration> agents) {

    /** Nothing is known of anybody. */
    public static final Calibration NONE = new Calibration(Map.of());

    public Calibration {
        agents = Collections.unmodifiableMap(new TreeMap<>(agents));
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

    /** The same with these outcomes. */
    public Calibration with(List<Outcome> outcomes) {
        Map<String, AgentCalibration> more = new TreeMap<>(agents);
        for (Outcome outcome : outcomes) {
            AgentCalibration known = more.getOrDefault(outcome.agentId(), AgentCalibration.NONE);
            more.put(outcome.agentId(), known.with(outcome.confidence(), outcome.correct()));
        }
        return new Calibration(more);
    }
}
