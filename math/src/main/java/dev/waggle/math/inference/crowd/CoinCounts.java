package dev.waggle.math.inference.crowd;

import java.util.Arrays;

/**
 * Expected numbers of right answers of all agents, as fixed-point numbers, and the probabilities that follow from them.
 * Owned by one thread.
 */
final class CoinCounts {

    private final CrowdAnswers answers;
    private final int[] answersOf;
    private final long[] right;
    private final int[] logRight;
    private final int[] logWrong;

    /** Counts of these answers, without a right one. */
    CoinCounts(CrowdAnswers answers) {
        this.answers = answers;
        answersOf = answers.perAgent();
        right = new long[answers.agents()];
        logRight = new int[answers.agents()];
        logWrong = new int[answers.agents()];
    }

    /** Forgets all right answers. */
    void clear() {
        Arrays.fill(right, 0);
    }

    /** Adds an item; a probability for each label that it got. */
    void add(int item, double[] probabilities) {
        int end = answers.start(item + 1);
        int group = 0;
        for (int from = answers.start(item); from < end; from = answers.groupEnd(from, end)) {
            long units = FixedPoint.units(probabilities[group++]);
            for (int place = from; place < answers.groupEnd(from, end); place++) {
                right[answers.agent(place)] += units;
            }
        }
    }

    /** Adds an item with a known truth. */
    void addKnown(int item, int truth) {
        change(item, truth, FixedPoint.ONE, 0);
    }

    /** Removes an item with a known truth, its answers too. */
    void remove(int item, int truth) {
        change(item, truth, -FixedPoint.ONE, -1);
    }

    /** Takes back {@link #remove}. */
    void restore(int item, int truth) {
        change(item, truth, FixedPoint.ONE, 1);
    }

    private void change(int item, int truth, long units, int count) {
        for (int place = answers.start(item); place < answers.start(item + 1); place++) {
            right[answers.agent(place)] += answers.label(place) == truth ? units : 0;
            answersOf[answers.agent(place)] += count;
        }
    }

    /** Sets the reliabilities of all agents. */
    void maximise() {
        for (int agent = 0; agent < right.length; agent++) {
            maximise(agent);
        }
    }

    /** Sets the reliabilities of the agents of an item. */
    void maximise(int item, int end) {
        for (int place = item; place < end; place++) {
            maximise(answers.agent(place));
        }
    }

    private void maximise(int agent) {
        double reliability = EmControl.reliability(right[agent], answersOf[agent]);
        logRight[agent] = FixedPoint.log(reliability);
        logWrong[agent] = FixedPoint.log(1 - reliability);
    }

    /** Probability of each label that an item got; the last is that of all others together. */
    double[] probabilities(int item, int others) {
        int end = answers.start(item + 1);
        int groups = answers.groups(item);
        int logOthers = FixedPoint.log(Math.max(1, groups + others - 1));
        long[] sums = new long[groups];
        long max = others > 0 || groups == 0 ? 0 : Long.MIN_VALUE;
        int group = 0;
        for (int from = answers.start(item); from < end; from = answers.groupEnd(from, end)) {
            for (int place = from; place < answers.groupEnd(from, end); place++) {
                int agent = answers.agent(place);
                sums[group] += logRight[agent] - logWrong[agent] + logOthers;
            }
            max = Math.max(max, sums[group++]);
        }
        double[] masses = new double[groups + 1];
        for (int one = 0; one < groups; one++) {
            masses[one] = FixedPoint.mass(FixedPoint.exp(sums[one] - max));
        }
        masses[groups] = groups == 0 ? 1 : others * FixedPoint.mass(FixedPoint.exp(-max));
        FixedPoint.normalise(masses, 0);
        return masses;
    }

    /** Units of the right answers of an agent. */
    long right(int agent) {
        return right[agent];
    }

    /** Probabilities of an item with a known truth: 1 for that label. */
    static double[] known(CrowdAnswers answers, int item, int truth) {
        double[] known = new double[answers.groups(item) + 1];
        known[known.length - 1] = 1;
        int end = answers.start(item + 1);
        int group = 0;
        for (int from = answers.start(item); from < end; from = answers.groupEnd(from, end)) {
            if (answers.label(from) == truth) {
                known[group] = 1;
                known[known.length - 1] = 0;
            }
            group++;
        }
        return known;
    }
}
