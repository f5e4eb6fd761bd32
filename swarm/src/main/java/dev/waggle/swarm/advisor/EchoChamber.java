package dev.waggle.swarm.advisor;

import java.util.List;

/**
 * Group of agents that repeat each other's recent statements.
 *
 * @param agents the repeating and the repeated agents, in the order in which they first spoke
 * @param repetitions the number of repetitions
 */
public record EchoChamber(List<String> agents, int repetitions) {

    public EchoChamber {
        agents = List.copyOf(agents);
    }
}
