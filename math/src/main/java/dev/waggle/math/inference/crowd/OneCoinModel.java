package dev.waggle.math.inference.crowd;

import java.util.OptionalInt;

import dev.waggle.math.DomainCheck;

/**
 * Agents with one reliability each, for items that do not share their labels. The options of an item are the labels that
 * it got, and further ones. With K_i options, n_a answers of an agent and labels that are equally probable before:
 *
 * <pre>
 *   r_a    = (sum of P_i(x_a) + 3) / (n_a + 3), within .001 and .999      mode of Beta(4,1)
 *   P_i(k) ~ product of r_a over agents that answer k, of (1 - r_a) / (K_i - 1) over all others
 * </pre>
 *
 * <p>EM from the vote shares, as in {@link DawidSkene}. Cost of a round and memory: O(answers). Source: one-coin model of
 * Dawid and Skene 1979 (also Zhang and others 2014, JMLR 17).
 */
public final class OneCoinModel implements FittedModel {

    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private final OptionalInt possible;
    private final CoinCounts counts;
    private int rounds;

    private OneCoinModel(CrowdAnswers answers, CrowdTruths truths, OptionalInt possible) {
        truths.requireFit(answers);
        this.answers = answers;
        this.truths = truths;
        this.possible = possible;
        counts = new CoinCounts(answers);
    }

    /**
     * The fit to these answers.
     *
     * @param possible number of possible labels of each item, at least 1; if empty, one more than those that it got
     */
    public static OneCoinModel fit(CrowdAnswers answers, CrowdTruths truths, OptionalInt possible) {
        possible.ifPresent(count -> DomainCheck.atLeast("possible labels", count, 1));
        OneCoinModel model = new OneCoinModel(answers, truths, possible);
        model.start();
        model.iterate();
        return model;
    }

    private void start() {
        for (int item = 0; item < answers.items(); item++) {
            if (truths.isKnown(item)) {
                counts.addKnown(item, truths.label(item));
            } else {
                int end = answers.start(item + 1);
                double[] shares = new double[answers.groups(item) + 1];
                int group = 0;
                for (int place = answers.start(item); place < end; place = answers.groupEnd(place, end)) {
                    shares[group++] = (double) (answers.groupEnd(place, end) - place) / answers.size(item);
                }
                counts.add(item, shares);
            }
        }
    }

    private void iterate() {
        double[] before = new double[answers.size()];
        double change = 1;
        while (rounds < EmControl.MAX_ROUNDS && change >= EmControl.AT_REST) {
            rounds++;
            change = round(before);
        }
    }

    /** A round; the largest change of a probability. */
    private double round(double[] before) {
        counts.maximise();
        counts.clear();
        double change = 0;
        for (int item = 0; item < answers.items(); item++) {
            if (truths.isKnown(item)) {
                counts.addKnown(item, truths.label(item));
            } else {
                double[] now = counts.probabilities(item, others(item));
                for (int group = 0; group < now.length - 1; group++) {
                    int place = answers.start(item) + group;
                    change = Math.max(change, Math.abs(now[group] - before[place]));
                    before[place] = now[group];
                }
                counts.add(item, now);
            }
        }
        return change;
    }

    /** Number of options of an item beside those that it got. */
    int others(int item) {
        return possible.isEmpty() ? 1 : Math.max(0, possible.getAsInt() - answers.groups(item));
    }

    /** Probability of each label that an item got, ascending by label; the last is that of all others together. */
    @Override
    public double[] posterior(int item) {
        return truths.isKnown(item)
                ? CoinCounts.known(answers, item, truths.label(item))
                : counts.probabilities(item, others(item));
    }

    /** Expected number of right answers of an agent. */
    @Override
    public double rightAnswers(int agent) {
        return FixedPoint.value(counts.right(agent));
    }

    /** Number of rounds until rest, 1..100. */
    @Override
    public int rounds() {
        return rounds;
    }
}
