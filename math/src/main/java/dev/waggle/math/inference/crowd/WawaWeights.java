package dev.waggle.math.inference.crowd;

/**
 * Weights of agents by agreement (Wawa, worker agreement with aggregate). A weight is the share of the answers of an agent
 * that equal the most frequent label of their item. Tied labels share the credit. Where the truth is known, it takes the place of the
 * most frequent label. An agent without answers has 0.8.
 *
 * <p>Owned by one thread. O(answers) once. Source: the baseline of the crowd-kit collection (Ustalov and others 2021).
 */
public final class WawaWeights {

    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private final int[] answersOf;
    private final long[] agreements;

    /** The weights by these answers. */
    public WawaWeights(CrowdAnswers answers, CrowdTruths truths) {
        truths.requireFit(answers);
        this.answers = answers;
        this.truths = truths;
        answersOf = answers.perAgent();
        agreements = new long[answers.agents()];
        for (int item = 0; item < answers.items(); item++) {
            if (truths.isKnown(item)) {
                addKnown(item, FixedPoint.ONE, 0);
            } else {
                add(item);
            }
        }
    }

    private void add(int item) {
        int end = answers.start(item + 1);
        int most = 0;
        int leaders = 0;
        for (int from = answers.start(item); from < end; from = answers.groupEnd(from, end)) {
            int size = answers.groupEnd(from, end) - from;
            leaders = size == most ? leaders + 1 : size > most ? 1 : leaders;
            most = Math.max(most, size);
        }
        for (int from = answers.start(item); from < end; from = answers.groupEnd(from, end)) {
            int next = answers.groupEnd(from, end);
            for (int place = from; place < next && next - from == most; place++) {
                agreements[answers.agent(place)] += FixedPoint.units(1.0 / leaders);
            }
        }
    }

    private void addKnown(int item, long units, int count) {
        for (int place = answers.start(item); place < answers.start(item + 1); place++) {
            agreements[answers.agent(place)] += answers.label(place) == truths.label(item) ? units : 0;
            answersOf[answers.agent(place)] += count;
        }
    }

    /** The weight of an agent, 0..1. */
    public double weight(int agent) {
        return answersOf[agent] == 0
                ? EmControl.UNSEEN
                : FixedPoint.value(agreements[agent]) / answersOf[agent];
    }

    /**
     * Share of the weight for each label that an item got, ascending by label. The truth of the item itself has no effect.
     * All 0 if the weights are.
     */
    public double[] shares(int item) {
        if (truths.isKnown(item)) {
            addKnown(item, -FixedPoint.ONE, -1);
        }
        double[] shares = new double[answers.groups(item)];
        long sum = 0;
        int group = 0;
        int end = answers.start(item + 1);
        for (int from = answers.start(item); from < end; from = answers.groupEnd(from, end)) {
            long units = 0;
            for (int place = from; place < answers.groupEnd(from, end); place++) {
                units += FixedPoint.units(weight(answers.agent(place)));
            }
            shares[group++] = units;
            sum += units;
        }
        for (int one = 0; one < shares.length; one++) {
            shares[one] = sum == 0 ? 0 : shares[one] / sum;
        }
        if (truths.isKnown(item)) {
            addKnown(item, FixedPoint.ONE, 1);
        }
        return shares;
    }
}
