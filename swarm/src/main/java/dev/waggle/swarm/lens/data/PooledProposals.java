package dev.waggle.swarm.lens.data;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Options for computations per agent: at most {@value #MAX_SINGLE} single proposals, and one pooled option for the
 * rest. The {@value #MAX_SINGLE} most probable proposals are single. So the work for each agent and option stays
 * small, however many proposals there are.
 */
public final class PooledProposals {

    /** Number of proposals above which proposals are pooled. */
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

    /** Options of that many proposals with these probabilities; of equally probable ones the earlier are single. */
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

    /** Number of options, the pooled one included. */
    public int size() {
        return pooled ? proposals.length + 1 : proposals.length;
    }

    /** True if the last option stands for several proposals. */
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

    /** Sums of these values of the proposals by option. */
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
