package dev.waggle.math.inference.crowd;

import java.util.Arrays;

/**
 * Expected counts of the answers of all agents by the right label, and of the right labels themselves. Counts are
 * fixed-point numbers: exact in every order, and an item can be subtracted without a trace. Owned by one thread.
 *
 * <p>Memory: 8 bytes for each column and label.
 */
final class ConfusionCounts {

    private final AnswerColumns columns;
    private final int labels;
    private final long[] cells;
    private final long[] classes;
    private int items;

    /** Counts of nothing yet. */
    ConfusionCounts(AnswerColumns columns, int labels) {
        this.columns = columns;
        this.labels = labels;
        this.cells = new long[columns.size() * labels];
        this.classes = new long[labels];
    }

    /** Forgets everything. */
    void clear() {
        Arrays.fill(cells, 0);
        Arrays.fill(classes, 0);
        items = 0;
    }

    /** Adds an item whose right label has these probabilities. */
    void add(CrowdAnswers answers, int item, double[] probabilities) {
        items++;
        for (int label = 0; label < labels; label++) {
            long units = FixedPoint.units(probabilities[label]);
            if (units > 0) {
                add(answers, item, label, units);
            }
        }
    }

    /** Adds an item with a known right label, which may be {@link CrowdTruths#NO_LABEL}. */
    void addKnown(CrowdAnswers answers, int item, int truth) {
        items++;
        if (truth >= 0) {
            add(answers, item, truth, FixedPoint.ONE);
        }
    }

    /** Takes back {@link #addKnown}. */
    void removeKnown(CrowdAnswers answers, int item, int truth) {
        items--;
        if (truth >= 0) {
            add(answers, item, truth, -FixedPoint.ONE);
        }
    }

    private void add(CrowdAnswers answers, int item, int label, long units) {
        classes[label] += units;
        for (int place = answers.start(item); place < answers.start(item + 1); place++) {
            cells[columns.column(place) * labels + label] += units;
        }
    }

    /** Units of the answers in that column whose item has that right label. */
    long cell(int column, int label) {
        return cells[column * labels + label];
    }

    /** Units of the right answers of an agent. */
    long right(int agent) {
        long right = 0;
        for (int column = columns.first(agent); column < columns.first(agent + 1); column++) {
            right += cell(column, columns.label(column));
        }
        return right;
    }

    /** Units of the answers of an agent to items with that right label. */
    long row(int agent, int label) {
        long row = 0;
        for (int column = columns.first(agent); column < columns.first(agent + 1); column++) {
            row += cell(column, label);
        }
        return row;
    }

    /** Prior probability of a right label: one pseudo-item for each label. */
    double prior(int label) {
        return (1 + FixedPoint.value(classes[label])) / (labels + items);
    }

    /** Probability of an answer in a row without evidence. */
    double backoff(double reliability, boolean isRight) {
        return isRight ? reliability : (1 - reliability) / Math.max(1, labels - 1);
    }

    /** Label of a column. */
    int labelOf(int column) {
        return columns.label(column);
    }
}
