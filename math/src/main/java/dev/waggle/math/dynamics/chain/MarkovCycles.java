package dev.waggle.math.dynamics.chain;

import java.util.Arrays;
import java.util.List;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * States of a Markov chain on a directed cycle of two steps or more, each step with a probability above a threshold.
 * Such a cycle runs inside of one strongly connected component of those steps. Each state of a component of two or
 * more lies on one (Tarjan 1972). A state that is only followed by itself is on none.
 *
 * @param threshold that was asked for
 * @param groups the components of two states or more, each ascending, in the order of their first states; cycles of
 *        different groups share no state
 */
public record MarkovCycles(double threshold, List<int[]> groups) {

    public MarkovCycles {
        groups = List.copyOf(groups);
    }

    /**
     * The cycles of a chain. O(n^2).
     *
     * @param threshold 0..1; a step must be more probable, and one that ties with it but for rounding is not
     */
    public static MarkovCycles of(MarkovChain chain, double threshold) {
        DomainCheck.share("threshold", threshold);
        double floor = threshold * (1 + TieComparison.TOLERANCE);
        return new MarkovCycles(threshold,
                CommunicatingClass.components(chain, floor).stream().filter(states -> states.length > 1).toList());
    }

    /** True if there is any cycle. */
    public boolean exist() {
        return !groups.isEmpty();
    }

    /** All states on cycles, ascending. */
    public int[] states() {
        int[] states = groups.stream().flatMapToInt(Arrays::stream).toArray();
        Arrays.sort(states);
        return states;
    }
}
