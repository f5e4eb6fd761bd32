package dev.waggle.math.inference.crowd;

import java.util.Arrays;
import java.util.stream.IntStream;

import dev.waggle.math.DomainCheck;

/**
 * Answers of agents to items: a sparse matrix of labels. Within an item the answers stand by label, then by agent, so the
 * order of the rows has no effect. A row that repeats another one counts once. Several labels of one agent for one item
 * are several answers. Immutable; 8 bytes an answer and 4 an item.
 */
public final class CrowdAnswers {

    private final int agents;
    private final int labels;
    private final int[] starts;
    private final int[] agentOf;
    private final int[] labelOf;

    private CrowdAnswers(int agents, int labels, int[] starts, int[] agentOf, int[] labelOf) {
        this.agents = agents;
        this.labels = labels;
        this.starts = starts;
        this.agentOf = agentOf;
        this.labelOf = labelOf;
    }

    /**
     * Answers of rows; O(rows log rows of an item).
     *
     * @param items number of items, at least 0; an item may have no row
     * @param agents number of agents, at least 0
     * @param labels number of possible labels K, at least 1
     * @param item the item of each row, from 0
     * @param agent the agent of each row, from 0
     * @param label the label of each row, from 0
     */
    public static CrowdAnswers of(int items, int agents, int labels, int[] item, int[] agent, int[] label) {
        DomainCheck.atLeast("items", items, 0);
        DomainCheck.atLeast("agents", agents, 0);
        DomainCheck.atLeast("labels", labels, 1);
        if (item.length != agent.length || item.length != label.length) {
            throw new IllegalArgumentException("item, agent and label must have one length, got " + item.length + ", "
                    + agent.length + " and " + label.length);
        }
        int[] next = new int[items + 1];
        for (int row = 0; row < item.length; row++) {
            DomainCheck.index("agent", agent[row], agents);
            DomainCheck.index("label", label[row], labels);
            next[DomainCheck.index("item", item[row], items) + 1]++;
        }
        Arrays.parallelPrefix(next, Integer::sum);
        int[] ends = Arrays.copyOfRange(next, 1, items + 1);
        long[] keys = new long[item.length];
        for (int row = 0; row < item.length; row++) {
            keys[next[item[row]]++] = (long) label[row] << Integer.SIZE | agent[row];
        }
        return distinct(agents, labels, ends, keys);
    }

    private static CrowdAnswers distinct(int agents, int labels, int[] ends, long[] keys) {
        int[] starts = new int[ends.length + 1];
        int[] agentOf = new int[keys.length];
        int[] labelOf = new int[keys.length];
        int size = 0;
        int from = 0;
        for (int one = 0; one < ends.length; one++) {
            Arrays.sort(keys, from, ends[one]);
            for (int row = from; row < ends[one]; row++) {
                if (row == from || keys[row] != keys[row - 1]) {
                    labelOf[size] = (int) (keys[row] >>> Integer.SIZE);
                    agentOf[size] = (int) keys[row];
                    size++;
                }
            }
            from = ends[one];
            starts[one + 1] = size;
        }
        return new CrowdAnswers(agents, labels, starts, Arrays.copyOf(agentOf, size), Arrays.copyOf(labelOf, size));
    }

    /** Number of items. */
    public int items() {
        return starts.length - 1;
    }

    /** Number of agents. */
    public int agents() {
        return agents;
    }

    /** Number of possible labels, K. */
    public int labels() {
        return labels;
    }

    /** Number of different answers. */
    public int size() {
        return agentOf.length;
    }

    /** Number of answers to an item. */
    public int size(int item) {
        return starts[item + 1] - starts[item];
    }

    /** Number of answers of each agent. */
    public int[] perAgent() {
        int[] counts = new int[agents];
        for (int agent : agentOf) {
            counts[agent]++;
        }
        return counts;
    }

    /** Number of agents that gave an item that label; O(answers of the item). */
    public int count(int item, int label) {
        return (int) labelsOf(item).filter(given -> given == label).count();
    }

    /** The labels that an item got, ascending, each as often as it was given. */
    public IntStream labelsOf(int item) {
        return Arrays.stream(labelOf, starts[item], starts[item + 1]);
    }

    /** Place of the first answer to an item; those of the item before end there. */
    int start(int item) {
        return starts[item];
    }

    /** The agent of the answer at that place. */
    int agent(int place) {
        return agentOf[place];
    }

    /** The label of the answer at that place. */
    int label(int place) {
        return labelOf[place];
    }

    /** Place after the last answer with the same label to the same item, which ends at {@code end}. */
    int groupEnd(int place, int end) {
        int last = place + 1;
        while (last < end && labelOf[last] == labelOf[place]) {
            last++;
        }
        return last;
    }

    /** Number of different labels that an item got. */
    int groups(int item) {
        int count = 0;
        for (int place = starts[item]; place < starts[item + 1]; place = groupEnd(place, starts[item + 1])) {
            count++;
        }
        return count;
    }
}
