package dev.waggle.swarm.lens.data;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The proposals that are looked at one by one: all of them up to {@value #MAX_SINGLE}; of more, the {@value #MAX_SINGLE} that
 * are most probable, and one option more for the rest together. So what is computed for each agent and option stays
 * small however many proposals there are.
 */
public final class PooledProposals {

    /** Above, proposals are pooled. */
    public static final int MAX_SINGLE = 64;

    private final int[] proposals;
    private final int[] optionOf;
    private final boolean pooled;

    private PooledProposals(int[] proposals, int proposalCount) {
        this.proposals = proposals;
        pooled = proposalCount > proposals.length;
        optionOf = new int[proposalCount];
        Arrays.fill(optionOf, proposals.length);
        for (int option = 0; option < proposals.length; option++) {
            optionOf[proposals[option]] = option;
        }
    }

    /** The options of that many proposals with these probabilities; of equal ones the earlier stand for themselves. */
    static PooledProposals of(double[] probabilities) {
        int count = probabilities.length;
        if (count <= MAX_SINGLE) {
            return new PooledProposals(IntStream.range(0, count).toArray(), count);
        }
        int[] leading = IntStream.range(0, count).boxed()
                .sorted((left, right) -> Double.compare(probabilities[right], probabilities[left])).limit(MAX_SINGLE)
                .mapToInt(Integer::intValue).sorted().toArray();
        return new PooledProposals(leading, count);
    }

    /** How many options there are, the pooled one included. */
    public int size() {
        return pooled ? proposals.length + 1 : proposals.length;
    }

    /** Whether the last option stands for several proposals. */
    public boolean isPooled() {
        return pooled;
    }

    /** The option of a proposal. */
    public int of(int proposal) {
        return optionOf[proposal];
    }

    /** The proposal of an option; not for the pooled one. */
    public int proposal(int option) {
        return proposals[option];
    }

    /** These values of the proposals, added up by option. */
    public double[] pool(double[] ofProposals) {
        if (!pooled) {
            return ofProposals.clone();
        }
        double[] sums = new double[size()];
        for (int proposal = 0; proposal < ofProposals.length; proposal++) {
            sums[optionOf[proposal]] += ofProposals[proposal];
        }
        return sums;
    }

    public boolean isSameAs(PooledProposals other) {
        return optionOf.length == other.optionOf.length && Arrays.equals(proposals, other.proposals);
    }
}
