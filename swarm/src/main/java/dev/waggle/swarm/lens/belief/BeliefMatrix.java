package dev.waggle.swarm.lens.belief;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.PooledProposals;

/**
 * Snapshot of the beliefs after a round: the agents that stated a belief, by rising number, and their beliefs over the
 * options. Later signals do not change it.
 */
public final class BeliefMatrix {

    private final int[] agents;
    private final double[][] rows;
    private final PooledProposals options;
    /** For names alone: the name of a number never changes. */
    private final DeliberationData names;

    private BeliefMatrix(int[] agents, double[][] rows, PooledProposals options, DeliberationData names) {
        this.agents = agents;
        this.rows = rows;
        this.options = options;
        this.names = names;
    }

    /** Snapshot of the current beliefs. O(n) and the cost of the changed beliefs. */
    static BeliefMatrix of(DeliberationData deliberation) {
        int[] believers = deliberation.believers();
        double[][] rows = new double[believers.length][];
        int[] agents = new int[believers.length];
        int count = 0;
        for (int believer : believers) {
            double[] row = deliberation.belief(believer);
            if (row != null) {
                agents[count] = believer;
                rows[count++] = row;
            }
        }
        return new BeliefMatrix(Arrays.copyOf(agents, count), Arrays.copyOf(rows, count), deliberation.options(),
                deliberation);
    }

    /** True if the same agents believe the same of the same options. */
    boolean isSameAs(BeliefMatrix other) {
        return options.isSameAs(other.options) && Arrays.equals(agents, other.agents)
                && Arrays.deepEquals(rows, other.rows);
    }

    /** Number of agents that stated a belief. */
    public int size() {
        return rows.length;
    }

    /** The beliefs, one for each of these agents. Not to be changed. */
    public double[][] rows() {
        return rows;
    }

    public PooledProposals options() {
        return options;
    }

    /** Id of the agent of that row. */
    String id(int row) {
        return names.agentId(agents[row]);
    }

    /** Ids of the agents of these rows. */
    public List<String> ids(int[] someRows) {
        List<String> ids = new ArrayList<>();
        for (int row : someRows) {
            ids.add(id(row));
        }
        return ids;
    }

    /** Id of the proposal of an option; not for the pooled one. */
    public String proposalId(int option) {
        return names.proposal(options.proposal(option)).id();
    }
}
