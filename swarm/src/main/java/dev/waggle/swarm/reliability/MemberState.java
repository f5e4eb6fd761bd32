package dev.waggle.swarm.reliability;

import java.util.Arrays;

/** Learned terms of one agent, or of everybody together, with their means and deviations. */
final class MemberState {

    private int size;
    private int[] terms = new int[4];
    private double[] mean = new double[4];
    private double[] deviation = new double[4];
    private double[] oddsSum = new double[0];
    private long[] oddsCount = new long[0];
    private long outcomes;
    private long right;
    private long steps;
    private long seen;

    int size() {
        return size;
    }

    int term(int place) {
        return terms[place];
    }

    double mean(int place) {
        return mean[place];
    }

    double deviation(int place) {
        return deviation[place];
    }

    void set(int place, double newMean, double newDeviation) {
        mean[place] = newMean;
        deviation[place] = newDeviation;
    }

    /** The place of a term; -1 if it was never in a step. */
    int find(int term) {
        for (int place = 0; place < size; place++) {
            if (terms[place] == term) {
                return place;
            }
        }
        return -1;
    }

    /** The mean of a term; 0 before any outcome. */
    double meanOf(int term) {
        int place = find(term);
        return place < 0 ? 0 : mean[place];
    }

    /** Adds a term with that variance around 0, unless it is there. */
    void ensure(int term, double variance) {
        if (find(term) < 0) {
            add(term, 0, Math.sqrt(variance));
        }
    }

    void add(int term, double itsMean, double itsDeviation) {
        if (size == terms.length) {
            terms = Arrays.copyOf(terms, 2 * size);
            mean = Arrays.copyOf(mean, 2 * size);
            deviation = Arrays.copyOf(deviation, 2 * size);
        }
        terms[size] = term;
        mean[size] = itsMean;
        deviation[size] = itsDeviation;
        size++;
    }

    /** Usual log odds of its stated confidences of that kind. */
    double usual(int kind) {
        return kind < oddsSum.length ? LogOdds.usual(oddsSum[kind], oddsCount[kind]) : LogOdds.usual(0, 0);
    }

    int kinds() {
        return oddsSum.length;
    }

    double oddsSum(int kind) {
        return oddsSum[kind];
    }

    long oddsCount(int kind) {
        return oddsCount[kind];
    }

    void addOdds(int kind, double sum, long count) {
        if (kind >= oddsSum.length) {
            oddsSum = Arrays.copyOf(oddsSum, kind + 1);
            oddsCount = Arrays.copyOf(oddsCount, kind + 1);
        }
        oddsSum[kind] += sum;
        oddsCount[kind] += count;
    }

    /** Number of outcomes that it was learned from, those that say nothing of its own answer too. */
    long steps() {
        return steps;
    }

    /** The number of the outcome that it was learned from last. */
    long seen() {
        return seen;
    }

    /** Adds an outcome that it is learned from. */
    void see(long outcome) {
        restore(steps + 1, outcome);
    }

    void restore(long allSteps, long lastSeen) {
        steps = allSteps;
        seen = lastSeen;
    }

    /** Number of outcomes that say whether its answer was right. */
    long outcomes() {
        return outcomes;
    }

    long right() {
        return right;
    }

    void addOutcomes(long more, long rightOnes) {
        outcomes += more;
        right += rightOnes;
    }
}
