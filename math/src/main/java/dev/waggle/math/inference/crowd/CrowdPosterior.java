package dev.waggle.math.inference.crowd;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Probability of each label of each item, from the answers of all agents to all items. It is the geometric mean of an EM
 * posterior P and the weighted votes Q of {@link WawaWeights}. The floor is f, and a power is the temperature.
 *
 * <pre>
 *   D_i(k) ~ sqrt(max(P_i(k), f) max(Q_i(k), f))
 *   p_i(k) ~ D_i(k)^.8
 *   f      = .01 up to ten labels, .01 (9 / (K - 1))^1.25 beyond: the floors of all labels together stay the same
 * </pre>
 *
 * <p>The mean is a safeguard: EM alone outvotes no item where all agents agree, and costs little where it collapses. The
 * floor bounds the probability by {@link #largest}. Power and floor were chosen on recorded votes (decision 0029). An
 * item with a known truth is scored without it (leave-one-out). Then the counts hold all other truths, and of items without
 * a truth the probabilities of a fit that saw no truth.
 *
 * <p>The result depends on no order and no names, to the last bit. Nothing is NaN. Owned by one thread.
 */
public final class CrowdPosterior {

    private static final double FLOOR = 0.01;
    private static final int FLOOR_LABELS = 10;
    private static final double FLOOR_EXPONENT = 1.25;
    private static final double POWER = 0.8;

    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private final FittedModel informed;
    private final LabelModel blind;
    private final Options options;
    private final WawaWeights weights;
    private final int[] answersOf;

    private CrowdPosterior(CrowdAnswers answers, CrowdTruths truths, FittedModel informed, LabelModel blind,
            Options options) {
        this.answers = answers;
        this.truths = truths;
        this.informed = informed;
        this.blind = blind;
        this.options = options;
        weights = new WawaWeights(answers, truths);
        answersOf = answers.perAgent();
    }

    /** Options of the items: all labels, or those that an item got and others together. */
    private record Options(boolean areLabels, OptionalInt possible) {

        int count(int groups) {
            return possible.isEmpty() ? groups + 1 : Math.max(groups, possible.getAsInt());
        }
    }

    /** The posterior with confusion matrices, for items that share their labels. */
    public static CrowdPosterior confusion(CrowdAnswers answers, CrowdTruths truths) {
        DawidSkene informed = DawidSkene.fit(answers, truths);
        Options options = new Options(true, OptionalInt.of(answers.labels()));
        if (truths.known() == 0) {
            return new CrowdPosterior(answers, truths, informed, informed, options);
        }
        DawidSkene unsupervised = DawidSkene.fit(answers, CrowdTruths.none(answers.items()));
        return new CrowdPosterior(answers, truths, informed, new BlindConfusion(answers, truths, unsupervised),
                options);
    }

    /**
     * The posterior with one reliability for each agent, for items that do not share their labels.
     *
     * @param possible number of possible labels of each item, at least 1; if empty, one more than those that it got
     */
    public static CrowdPosterior oneCoin(CrowdAnswers answers, CrowdTruths truths, OptionalInt possible) {
        OneCoinModel informed = OneCoinModel.fit(answers, truths, possible);
        Options options = new Options(false, possible);
        if (truths.known() == 0) {
            return new CrowdPosterior(answers, truths, informed, informed, options);
        }
        OneCoinModel unsupervised = OneCoinModel.fit(answers, CrowdTruths.none(answers.items()), possible);
        return new CrowdPosterior(answers, truths, informed, new BlindCoins(answers, truths, unsupervised), options);
    }

    /** Probabilities of the labels that an item got; O(answers of the item K). */
    public LabelProbabilities of(int item) {
        double[] model = model(item);
        double[] shares = weights.shares(item);
        int groups = shares.length;
        int[] labels = labels(item, groups);
        double[] byModel = new double[groups];
        Arrays.setAll(byModel, group -> model[options.areLabels() ? labels[group] : group]);
        if (options.areLabels()) {
            double[] all = all(item);
            double[] given = new double[groups];
            Arrays.setAll(given, group -> all[labels[group]]);
            return new LabelProbabilities(labels, given, byModel, shares);
        }
        int count = options.count(groups);
        double[] masses = new double[groups];
        Arrays.setAll(masses, group -> mass(byModel[group], share(shares, group, count), floor(count)));
        int others = count - groups;
        FixedPoint.normalise(masses, others == 0
                ? 0
                : others * mass(model[groups] / others, share(shares, groups, count), floor(count)));
        return new LabelProbabilities(labels, masses, byModel, shares);
    }

    /**
     * Probability of every label of an item, K of them, 1 together; O(answers of the item K).
     *
     * @throws IllegalStateException if the items do not share their labels
     */
    public double[] all(int item) {
        if (!options.areLabels()) {
            throw new IllegalStateException("the items do not share their labels\nMaybe ask for those of the item.");
        }
        double[] model = model(item);
        double[] shares = weights.shares(item);
        int[] labels = labels(item, shares.length);
        double[] masses = new double[model.length];
        int group = 0;
        for (int label = 0; label < masses.length; label++) {
            boolean isGiven = group < labels.length && labels[group] == label;
            double share = share(shares, isGiven ? group : labels.length, masses.length);
            masses[label] = mass(model[label], share, floor(masses.length));
            group += isGiven ? 1 : 0;
        }
        FixedPoint.normalise(masses, 0);
        return masses;
    }

    private double[] model(int item) {
        return (truths.isKnown(item) ? blind : informed).posterior(item);
    }

    private int[] labels(int item, int groups) {
        int[] labels = new int[groups];
        int place = answers.start(item);
        for (int group = 0; group < groups; group++) {
            labels[group] = answers.label(place);
            place = answers.groupEnd(place, answers.start(item + 1));
        }
        return labels;
    }

    /** Share of the weight of a label; of one that no agent gave 0. Equal shares if nothing has weight. */
    private static double share(double[] shares, int group, int options) {
        if (Arrays.stream(shares).allMatch(share -> share == 0)) {
            return 1.0 / options;
        }
        return group < shares.length ? shares[group] : 0;
    }

    private static double mass(double model, double share, double floor) {
        return FixedPoint.mass(StrictMath.pow(Math.max(model, floor) * Math.max(share, floor), POWER / 2));
    }

    private static double floor(int options) {
        return options <= FLOOR_LABELS
                ? FLOOR
                : FLOOR * StrictMath.pow((FLOOR_LABELS - 1.0) / (options - 1), FLOOR_EXPONENT);
    }

    /** The largest probability that an item can have with that many possible labels, for instance .976 with 2. */
    public static double largest(int options) {
        return 1 / (1 + Math.max(0, options - 1) * StrictMath.pow(floor(options), POWER));
    }

    /** Expected share of right answers of an agent, 0..1: mean of its posterior with the prior Beta(4, 1). */
    public double reliability(int agent) {
        return (informed.rightAnswers(agent) + EmControl.RIGHT_BEFORE + 1)
                / (answersOf[agent] + EmControl.RIGHT_BEFORE + 2);
    }

    /** Number of rounds of the EM model, 1..100. */
    public int rounds() {
        return informed.rounds();
    }
}
