package dev.waggle.swarm.lens.dynamics;

import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Sample of agents that represents all when there are too many. It takes the first in an order drawn once, so that the
 * same agents are observed again and again. Immutable.
 */
final class AgentSampler {

    private final int max;
    private final int[] order;

    /** Sampler of at most so many of the agents numbered from 0; agents that join later come last. */
    AgentSampler(int max, int agents, RandomGenerator random) {
        this.max = max;
        order = new int[agents];
        for (int i = 0; i < agents; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
    }

    /** All of these agents when they are few enough, else the largest allowed sample. */
    int[] of(int[] agents) {
        if (agents.length <= max) {
            return agents;
        }
        BitSet there = new BitSet();
        for (int agent : agents) {
            there.set(agent);
        }
        int[] sample = new int[max];
        int count = 0;
        for (int i = 0; i < order.length && count < max; i++) {
            if (there.get(order[i])) {
                sample[count++] = order[i];
            }
        }
        int late = order.length;
        while (count < max) { // There are more agents than fit, so this ends.
            late = there.nextSetBit(late);
            sample[count++] = late++;
        }
        return sample;
    }
}
