package dev.waggle.swarm.reliability;

import java.util.Arrays;

/** Learned terms of one agent, or of everybody together, with their means and deviations. */
final class MemberState {

    /** Bytes of a member without terms: the object, its arrays, its name and its places in list and map. */
    private static final int OVERHEAD = 280;

    private static final int FIRST_CAPACITY = 4;

    private int size;
    private int[] terms = new int[FIRST_CAPACITY];
    private double[] mean = new double[FIRST_CAPACITY];
    private double[] deviation = new double[FIRST_CAPACITY];
    private double[] oddsSum = new double[0];
    private long[] oddsCount = new long[0];
    private long outcomes;
    private long right;
    private long steps;
    private long seen;
    private long countedBytes;

    int size() {
        return size;
    }

    /** Bytes on the heap without the characters of the name, an estimate by the numbers of terms and of confidences. */
    long bytes() {
        return OVERHEAD + (long) capacity(size) * (Integer.BYTES + 2 * Double.BYTES)
                + (long) oddsSum.length * (Double.BYTES + Long.BYTES);
    }

    /** Bytes that it has gained since the last call, all of them at the first. */
    long growth() {
        long before = countedBytes;
        countedBytes = bytes();
        return countedBytes - before;
    }

    /** The smallest power of two, at least {@value #FIRST_CAPACITY}, with room for so many terms. */
    private static int capacity(int terms) {
        return Math.max(FIRST_CAPACITY, terms <= 1 ? 1 : Integer.highestOneBit(terms - 1) << 1);
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
            grow(2 * size);
        }
        terms[size] = term;
        mean[size] = itsMean;
        deviation[size] = itsDeviation;
        size++;
    }

    private void grow(int capacity) {
        terms = Arrays.copyOf(terms, capacity);
        mean = Arrays.copyOf(mean, capacity);
        deviation = Arrays.copyOf(deviation, capacity);
    }

    /** Copies its terms, means and deviations to a place of columns. */
    void copyTerms(int[] allTerms, double[] means, double[] deviations, int place) {
        System.arraycopy(terms, 0, allTerms, place, size);
        System.arraycopy(mean, 0, means, place, size);
        System.arraycopy(deviation, 0, deviations, place, size);
    }

    /** Takes so many terms over from a place of columns. */
    void restoreTerms(int number, int[] allTerms, double[] means, double[] deviations, int place) {
        grow(capacity(number));
        System.arraycopy(allTerms, place, terms, 0, number);
        System.arraycopy(means, place, mean, 0, number);
        System.arraycopy(deviations, place, deviation, 0, number);
        size = number;
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
