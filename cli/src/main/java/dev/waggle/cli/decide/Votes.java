package dev.waggle.cli.decide;

import java.util.Arrays;

import dev.waggle.cli.terminal.UserError;

/**
 * All rows of a file, 20 bytes each beside the texts, which are held once. Filled by one thread, then read.
 */
final class Votes {

    /** The answer of a row without one. */
    static final int ABSTAINED = -1;

    /** Most rows that are taken in: 4 GB of numbers, far beyond any panel, and still inside an array. */
    static final int MAX_ROWS = 200_000_000;

    private final Texts items = new Texts();
    private final Texts agents = new Texts();
    private final Answers answers = new Answers();
    private final Truths truths = new Truths(items, answers);

    private int size;
    private int[] itemOf = new int[1024];
    private int[] agentOf = new int[1024];
    private int[] answerOf = new int[1024];
    private double[] confidenceOf = new double[1024];

    /**
     * Adds a row.
     *
     * @param answer the number of its spelling, or {@link #ABSTAINED}
     * @param confidence 0..1, or NaN when none was stated
     */
    void add(int item, int agent, int answer, double confidence) {
        if (size == itemOf.length) {
            grow();
        }
        itemOf[size] = item;
        agentOf[size] = agent;
        answerOf[size] = answer;
        confidenceOf[size] = confidence;
        size++;
    }

    int size() {
        return size;
    }

    int agent(int row) {
        return agentOf[row];
    }

    int answer(int row) {
        return answerOf[row];
    }

    double confidence(int row) {
        return confidenceOf[row];
    }

    Texts items() {
        return items;
    }

    Texts agents() {
        return agents;
    }

    Answers answers() {
        return answers;
    }

    Truths truths() {
        return truths;
    }

    /** The rows of each item, in the order of the file: a stable counting sort, O(rows + items). */
    ByItem byItem() {
        int[] starts = new int[items.size() + 1];
        for (int row = 0; row < size; row++) {
            starts[itemOf[row] + 1]++;
        }
        for (int item = 0; item < items.size(); item++) {
            starts[item + 1] += starts[item];
        }
        int[] next = starts.clone();
        int[] rows = new int[size];
        for (int row = 0; row < size; row++) {
            rows[next[itemOf[row]]++] = row;
        }
        return new ByItem(rows, starts);
    }

    private void grow() {
        if (size >= MAX_ROWS) {
            throw new UserError("more than " + MAX_ROWS + " votes", "Split the file by item.");
        }
        int larger = Math.min(MAX_ROWS, size + (size >> 1));
        itemOf = Arrays.copyOf(itemOf, larger);
        agentOf = Arrays.copyOf(agentOf, larger);
        answerOf = Arrays.copyOf(answerOf, larger);
        confidenceOf = Arrays.copyOf(confidenceOf, larger);
    }

    /** Rows grouped by item. */
    static final class ByItem {

        private final int[] rows;
        private final int[] starts;

        private ByItem(int[] rows, int[] starts) {
            this.rows = rows;
            this.starts = starts;
        }

        /** The rows of that item, oldest first. */
        int[] rows(int item) {
            return Arrays.copyOfRange(rows, starts[item], starts[item + 1]);
        }
    }
}
