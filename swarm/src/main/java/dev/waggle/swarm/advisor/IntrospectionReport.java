package dev.waggle.swarm.advisor;

import java.util.List;

/**
 * Report on the communication of a swarm.
 *
 * @param groupthink the report on untested agreement
 * @param cycles the objection cycles, each once, in the order of closing
 * @param echoChambers the groups that repeated each other
 * @param traffic the communication statistics
 */
public record IntrospectionReport(GroupthinkReport groupthink, List<ObjectionCycle> cycles,
        List<EchoChamber> echoChambers,
        CommunicationStats traffic) {

    public IntrospectionReport {
        cycles = List.copyOf(cycles);
        echoChambers = List.copyOf(echoChambers);
    }

    /** Report of a solve without an introspector. */
    public static IntrospectionReport none() {
        return new IntrospectionReport(GroupthinkReport.of(0, List.of(), List.of()), List.of(), List.of(),
                new CommunicationStats(List.of(), 0));
    }

    /** Agents in any objection cycle, each once. */
    public List<String> stuckAgents() {
        return cycles.stream().flatMap(cycle -> cycle.agents().stream()).distinct().toList();
    }
}
