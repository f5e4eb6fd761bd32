package dev.waggle.swarm.lens.dynamics;

import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Which agents stand for all when there are too many: those that come first in an order drawn once, so that the same
 * agents are looked at again and again. Not changed after it is made.
 */
final class AgentSampler {

    private final int most;
    private final int[] order;

    /** At most so many of the agents numbered from 0; agents that join later come last. */
    AgentSampler(int most, int agents, RandomGenerator chance) {
        this.most = most;
        order = new int[agents];
        for (int i = 0; i < agents; i++) {
            int other = chance.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
    }

    /** All of these agents when they are few enough, else as many as may be. */
    int[] of(int[] agents) {
        if (agents.length <= most) {
            return agents;
        }
        BitSet there = new BitSet();
        for (int agent : agents) {
            there.set(agent);
        }
        int[] sample = new int[most];
        int count = 0;
        for (int i = 0; i < order.length && count < most; i++) {
            if (there.get(order[i])) {
                sample[count++] = order[i];
            }
        }
        int late = order.length;
        while (count < most) { // There are more than fit, so this ends.
            late = there.nextSetBit(late);
            sample[count++] = late++;
        }
        return sample;
    }
}
