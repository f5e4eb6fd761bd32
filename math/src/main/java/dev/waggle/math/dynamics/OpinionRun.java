package dev.waggle.math.dynamics;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.TieComparison;

/**
 * Result of a run of {@link OpinionDynamics}: the last opinions and the clusters of agents that agree.
 *
 * @param opinions of each agent, or group of agents, at the end
 * @param steps that changed something
 * @param ending the reason for the end of the run
 * @param clusters groups of equal opinion, ascending; see {@link #SAME_OPINION}
 * @param clusterOf the index of each agent's cluster in that list
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record OpinionRun(double[] opinions, int steps, Ending ending, List<Cluster> clusters, int[] clusterOf) {

    /**
     * Tolerance, relative to opinions above 1, within which neighbours count as one opinion at the end of a run that
     * is not frozen. Opinions that approach each other for ever come within it, but never to a tie.
     */
    public static final double SAME_OPINION = 1e-9;

    /** Reason for the end of a run. */
    public enum Ending {

        /** Exactly: no later step can change an opinion. */
        FROZEN,

        /** Every opinion ties with its value one step before; it may still creep towards its limit. */
        SETTLED,

        /** The limit of steps came first: the opinions are a state on the way, not a forecast. */
        CUT_OFF
    }

    /**
     * A group of agents of one opinion.
     *
     * @param center the mean of their opinions
     * @param size their number, at least 1
     */
    public record Cluster(double center, int size) {}

    static OpinionRun of(double[] opinions, int[] sizes, int steps, Ending ending) {
        int[] order = BoundedConfidence.order(opinions);
        int[] clusterOf = new int[opinions.length];
        List<Cluster> clusters = new ArrayList<>();
        int start = 0;
        for (int rank = 0; rank < order.length; rank++) {
            clusterOf[order[rank]] = clusters.size();
            boolean last = rank + 1 == order.length
                    || !same(opinions[order[rank]], opinions[order[rank + 1]], ending);
            if (last) {
                clusters.add(cluster(opinions, sizes, order, start, rank + 1));
                start = rank + 1;
            }
        }
        return new OpinionRun(opinions, steps, ending, List.copyOf(clusters), clusterOf);
    }

    /**
     * Bridging agents: agents with members of at least two different clusters within their bound. With the opinions
     * before a run and the clusters after it, these are the agents between clusters that will part. With the opinions
     * after it, they are the agents that stay between clusters: none when the bound was one for all. Costs O(n log n).
     *
     * @param opinions within {@link OpinionDynamics#MAX_OPINION}
     * @param bounds eps of each, at least 0
     * @param clusterOf the cluster of each
     * @return their indices, ascending
     */
    public static int[] bridging(double[] opinions, double[] bounds, int[] clusterOf) {
        BoundedConfidence.requireOpinions(opinions);
        BoundedConfidence.requireBounds(opinions, bounds);
        if (clusterOf.length != opinions.length) {
            throw new IllegalArgumentException("opinions and clusterOf must have one length, got " + opinions.length
                    + " and " + clusterOf.length);
        }
        int[] order = BoundedConfidence.order(opinions);
        double[] sorted = BoundedConfidence.sorted(opinions, order);
        int[] changes = new int[order.length]; // How often the cluster changes up to this rank.
        for (int rank = 1; rank < order.length; rank++) {
            changes[rank] = changes[rank - 1] + (clusterOf[order[rank]] == clusterOf[order[rank - 1]] ? 0 : 1);
        }
        return IntStream.range(0, opinions.length)
                .filter(i -> changes[BoundedConfidence.endOfHeard(sorted, opinions[i], bounds[i]) - 1]
                        > changes[BoundedConfidence.firstHeard(sorted, opinions[i], bounds[i])])
                .toArray();
    }

    private static boolean same(double lower, double higher, Ending ending) {
        return switch (ending) {
            case FROZEN -> TieComparison.equal(lower, higher);
            case SETTLED, CUT_OFF -> higher - lower <= SAME_OPINION * Math.max(1, Math.abs(higher));
        };
    }

    private static Cluster cluster(double[] opinions, int[] sizes, int[] order, int from, int to) {
        CompensatedSum sum = new CompensatedSum();
        int size = 0;
        for (int rank = from; rank < to; rank++) {
            sum.add(opinions[order[rank]] * sizes[order[rank]]);
            size += sizes[order[rank]];
        }
        return new Cluster(sum.get() / size, size);
    }
}
