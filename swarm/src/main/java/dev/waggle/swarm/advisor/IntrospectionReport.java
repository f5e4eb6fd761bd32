package dev.waggle.swarm.advisor;

import java.util.List;

/**
 * How a swarm talked.
 *
 * @param groupthink whether it agreed untested
 * @param cycles who went round in circles; each circle once, in the order of closing
 * @param echoChambers who repeated whom
 * @param traffic what talking cost
 */
public record IntrospectionReport(GroupthinkReport groupthink, List<ObjectionCycle> cycles,
        List<EchoChamber> echoChambers,
        CommunicationStats traffic) {

    public IntrospectionReport {
        cycles = List.copyOf(cycles);
        echoChambers = List.copyOf(echoChambers);
    }

    /** Nobody watched. */
    public static IntrospectionReport none() {
        return new IntrospectionReport(GroupthinkReport.of(0, List.of(), List.of()), List.of(), List.of(),
                new CommunicationStats(List.of(), 0));
    }

    /** Who goes round in some circle, each once. */
    public List<String> stuckAgents() {
        return cycles.stream().flatMap(cycle -> cycle.agents().stream()).distinct().toList();
    }
}
