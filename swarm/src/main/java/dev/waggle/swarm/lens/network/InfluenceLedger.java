package dev.waggle.swarm.lens.network;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import dev.waggle.swarm.lens.data.ProposalEntry;

/**
 * Ledger of the influence between agents: a directed weight for each pair of agents of which one agreed with the
 * other, updated round by round. An agreement can be withdrawn, and all weights fade at once by one common scale.
 * Memory is proportional to the current ballots. Owned by the thread of its solve.
 */
final class InfluenceLedger {

    /** Scale below which it is moved into the weights. */
    private static final double MIN_SCALE = 1e-60;

    private final Map<Long, Edge> edges = new HashMap<>();
    private final Map<Long, Agreement> agreements = new HashMap<>();
    private double[] given = new double[0];
    private int[] influenced = new int[0];
    private int[] influencers = new int[0];
    private double scale = 1;
    private boolean reshaped;

    /** Weight of a pair in the unit of the scale, and the number of its agreements. */
    private static final class Edge {
        double weight;
        int agreements;
    }

    /** Weights that the agreement of an agent with a proposal added to the ledger, in the unit of the scale. */
    private record Agreement(int author, int answered, double weight) {}

    /** Visitor of an edge with its weight. */
    @FunctionalInterface
    interface EdgeVisitor {
        void edge(int from, int to, double weight);
    }

    void grow(int agents) {
        if (agents > given.length) {
            given = Arrays.copyOf(given, agents);
            influenced = Arrays.copyOf(influenced, agents);
            influencers = Arrays.copyOf(influencers, agents);
        }
    }

    /** Multiplies all weights by a factor above 0. */
    void fade(double remaining) {
        scale *= remaining;
        if (scale < MIN_SCALE) {
            double factor = scale;
            edges.values().forEach(edge -> edge.weight *= factor);
            agreements.replaceAll((_, old) -> new Agreement(old.author, old.answered, old.weight * factor));
            Arrays.setAll(given, agent -> given[agent] * factor);
            scale = 1;
        }
    }

    /**
     * Records the current stance of that voter on that proposal, and withdraws the earlier one.
     *
     * @param author the proposer, and {@code answered} the agent that the voter answered; each may be absent, or the
     *        voter, which counts as absent; one that is both counts once
     * @param strength of the agreement; at most 0 only withdraws the earlier one
     */
    void setAgreement(int voter, int proposal, int author, int answered, double strength) {
        long key = pair(voter, proposal);
        Agreement old = agreements.remove(key);
        if (old != null) {
            change(old.author, voter, -old.weight);
            change(old.answered, voter, -old.weight);
        }
        int first = author == voter ? ProposalEntry.NO_AGENT : author;
        int second = answered == voter || answered == author ? ProposalEntry.NO_AGENT : answered;
        if (strength > 0 && (first >= 0 || second >= 0)) {
            Agreement now = new Agreement(first, second, strength / scale);
            agreements.put(key, now);
            change(first, voter, now.weight);
            change(second, voter, now.weight);
        }
    }

    int agents() {
        return given.length;
    }

    int edges() {
        return edges.size();
    }

    /** Number of agents that this agent influenced. */
    int influenced(int agent) {
        return influenced[agent];
    }

    /** Number of pairs with this agent. */
    int degree(int agent) {
        return influenced[agent] + influencers[agent];
    }

    /** Share of that agent in all influence; 0 when there is none. */
    double share(int agent) {
        double total = 0;
        for (double weight : given) {
            total += weight;
        }
        return total > 0 ? given[agent] / total : 0;
    }

    /** Agent with the most influence; -1 without any influence. */
    int strongest() {
        int best = -1;
        for (int agent = 0; agent < given.length; agent++) {
            if (given[agent] > 0 && (best < 0 || given[agent] > given[best])) {
                best = agent;
            }
        }
        return best;
    }

    /** True if pairs were added or removed since the last call. */
    boolean pollReshaped() {
        boolean was = reshaped;
        reshaped = false;
        return was;
    }

    /** Visits the pairs, by influencer and influenced. */
    void forEachEdge(EdgeVisitor reader) {
        long[] keys = edges.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
        for (long key : keys) {
            Edge edge = edges.get(key);
            if (edge != null) {
                reader.edge((int) (key >> Integer.SIZE), (int) key, edge.weight * scale);
            }
        }
    }

    /** Joins the ends of every pair. */
    void join(UnionFind groups) {
        for (long key : edges.keySet()) {
            groups.join((int) (key >> Integer.SIZE), (int) key);
        }
    }

    private void change(int from, int to, double weight) {
        if (from < 0) {
            return;
        }
        long key = pair(from, to);
        Edge edge = edges.get(key);
        if (edge == null) {
            edge = new Edge();
            edges.put(key, edge);
            influenced[from]++;
            influencers[to]++;
            reshaped = true;
        }
        edge.weight += weight;
        given[from] += weight;
        edge.agreements += weight > 0 ? 1 : -1;
        if (edge.agreements == 0) {
            edges.remove(key);
            given[from] -= edge.weight; // Remainder of rounding.
            influencers[to]--;
            influenced[from]--;
            if (influenced[from] == 0) {
                given[from] = 0;
            }
            reshaped = true;
        }
    }

    private static long pair(int high, int low) {
        return ((long) high << Integer.SIZE) | low;
    }

    /** Union-find of connected agents, with halving of paths. */
    static final class UnionFind {

        private final int[] parents;

        UnionFind(int agents) {
            parents = new int[agents];
            Arrays.setAll(parents, agent -> agent);
        }

        void join(int left, int right) {
            parents[root(left)] = root(right);
        }

        /** Sizes of the groups that have at least that many agents, in no order. */
        int[] sizes(int min) {
            int[] sizes = new int[parents.length];
            for (int agent = 0; agent < parents.length; agent++) {
                sizes[root(agent)]++;
            }
            return Arrays.stream(sizes).filter(size -> size >= min).toArray();
        }

        private int root(int agent) {
            int here = agent;
            while (parents[here] != here) {
                parents[here] = parents[parents[here]];
                here = parents[here];
            }
            return here;
        }
    }
}
