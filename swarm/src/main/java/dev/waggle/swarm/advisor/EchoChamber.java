package dev.waggle.swarm.advisor;

import java.util.List;

/**
 * Agents that say what another of them has just said.
 *
 * @param agents who repeats whom or is repeated, in the order in which they first spoke
 * @param repetitions how often
 */
public record EchoChamber(List<String> agents, int repetitions) {

    public EchoChamber {
        agents = List.copyOf(agents);
    }
}
