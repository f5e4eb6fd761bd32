package dev.waggle.math.inference.crowd;

import java.util.Arrays;

/**
 * Backoff Dawid-Skene: a confusion matrix for each agent, whose rows fall back to the reliability of the agent where
 * there is little evidence. EM starts from the vote shares. P_i(k) is the probability that label k is right for item i:
 *
 * <pre>
 *   C_a[k,l]     = sum over items with x_a = l of P_i(k)
 *   r_a          = (sum_k C_a[k,k] + 3) / (n_a + 3), within .001 and .999      mode of Beta(4,1)
 *   theta_a[k,l] = (C_a[k,l] + B_a[k,l]) / (sum_l C_a[k,l] + 1),  B_a[k,k] = r_a,  B_a[k,l] = (1 - r_a) / (K - 1)
 *   pi_k         = (1 + sum_i P_i(k)) / (K + items)
 *   P_i(k)       ~ pi_k product over agents of theta_a[k, x_a]
 * </pre>
 *
 * <p>It ends when no probability changes by 1e-4, or after 100 rounds. A known truth fixes P_i, and so teaches. An item
 * without answers takes no part, and its labels are equally probable. Names and order have no effect on any bit.
 *
 * <p>Cost of a round: O(answers K). Memory: 12 bytes for each column (label used by an agent) and label, 4 for each item
 * and label. Sources: Dawid and Skene 1979, Applied Statistics 28; rows that fall back: Kim and Ghahramani 2012.
 */
public final class DawidSkene implements FittedModel {

    /** Largest number of columns times labels: 400 MB. */
    private static final long MAX_CELLS = 1L << 25;

    /** Largest number of items times labels: 256 MB. */
    private static final long MAX_PROBABILITIES = 1L << 26;

    private final CrowdAnswers answers;
    private final CrowdTruths truths;
    private final AnswerColumns columns;
    private final int labels;
    private final int[] answersOf;
    private final ConfusionCounts counts;
    private final int[] logs;
    private final int[] logPriors;
    private int rounds;

    private DawidSkene(CrowdAnswers answers, CrowdTruths truths) {
        truths.requireFit(answers);
        this.answers = answers;
        this.truths = truths;
        columns = new AnswerColumns(answers);
        labels = answers.labels();
        if (!isFeasible(answers, columns)) {
            throw new IllegalArgumentException("too many labels for confusion matrices, got " + labels + " labels of "
                    + answers.items() + " items and " + answers.agents() + " agents\nMaybe use OneCoinModel.");
        }
        answersOf = answers.perAgent();
        counts = new ConfusionCounts(columns, labels);
        logs = new int[columns.size() * labels];
        logPriors = new int[labels];
    }

    /** The fit to these answers; a truth for each item must be known, or unknown. */
    public static DawidSkene fit(CrowdAnswers answers, CrowdTruths truths) {
        DawidSkene model = new DawidSkene(answers, truths);
        model.start();
        model.iterate();
        return model;
    }

    /** True if the confusion matrices of these answers fit into memory. */
    public static boolean isFeasible(CrowdAnswers answers) {
        return isFeasible(answers, new AnswerColumns(answers));
    }

    private static boolean isFeasible(CrowdAnswers answers, AnswerColumns columns) {
        return (long) columns.size() * answers.labels() <= MAX_CELLS
                && (long) answers.items() * answers.labels() <= MAX_PROBABILITIES;
    }

    /** The vote shares are the first probabilities. */
    private void start() {
        double[] shares = new double[labels];
        for (int item = 0; item < answers.items(); item++) {
            if (truths.isKnown(item) || answers.size(item) == 0) {
                countKnown(item);
                continue;
            }
            Arrays.fill(shares, 0);
            for (int place = answers.start(item); place < answers.start(item + 1); place++) {
                shares[answers.label(place)]++;
            }
            FixedPoint.normalise(shares, 0);
            counts.add(answers, item, shares);
        }
    }

    private void countKnown(int item) {
        if (truths.isKnown(item) && answers.size(item) > 0) {
            counts.addKnown(answers, item, truths.label(item));
        }
    }

    private void iterate() {
        float[] before = new float[answers.items() * labels];
        double change = 1;
        while (rounds < EmControl.MAX_ROUNDS && change >= EmControl.AT_REST) {
            rounds++;
            maximise();
            change = expect(before);
        }
    }

    /** M step: logarithms of the confusion matrices and the priors. */
    private void maximise() {
        for (int label = 0; label < labels; label++) {
            logPriors[label] = FixedPoint.log(counts.prior(label));
        }
        for (int agent = 0; agent < answers.agents(); agent++) {
            AgentLogs agentLogs = new AgentLogs(counts, agent, answersOf[agent]);
            for (int label = 0; label < labels; label++) {
                agentLogs.row(label);
                for (int column = columns.first(agent); column < columns.first(agent + 1); column++) {
                    logs[column * labels + label] = agentLogs.cell(column);
                }
            }
        }
    }

    /** E step: probabilities of all items and their counts. The largest change. */
    private double expect(float[] before) {
        counts.clear();
        double change = 0;
        for (int item = 0; item < answers.items(); item++) {
            if (truths.isKnown(item) || answers.size(item) == 0) {
                countKnown(item);
                continue;
            }
            double[] now = probabilities(item);
            for (int label = 0; label < labels; label++) {
                change = Math.max(change, Math.abs(now[label] - before[item * labels + label]));
                before[item * labels + label] = (float) now[label];
            }
            counts.add(answers, item, now);
        }
        return change;
    }

    private double[] probabilities(int item) {
        long[] sums = Arrays.stream(logPriors).asLongStream().toArray();
        for (int place = answers.start(item); place < answers.start(item + 1); place++) {
            int from = columns.column(place) * labels;
            for (int label = 0; label < labels; label++) {
                sums[label] += logs[from + label];
            }
        }
        return FixedPoint.softmax(sums);
    }

    /** Probability of each label of an item, K of them; 1 for a known truth, all 0 if that is none of the labels. */
    @Override
    public double[] posterior(int item) {
        if (truths.isKnown(item)) {
            double[] known = new double[labels];
            if (truths.label(item) >= 0) {
                known[truths.label(item)] = 1;
            }
            return known;
        }
        return answers.size(item) == 0 ? FixedPoint.softmax(new long[labels]) : probabilities(item);
    }

    /** Probability of each label of an item by other counts; O(answers of the item K columns of their agents). */
    double[] posterior(int item, ConfusionCounts others, int[] otherAnswersOf) {
        long[] sums = new long[labels];
        for (int label = 0; label < labels; label++) {
            sums[label] = FixedPoint.log(others.prior(label));
        }
        for (int place = answers.start(item); place < answers.start(item + 1); place++) {
            int agent = answers.agent(place);
            AgentLogs agentLogs = new AgentLogs(others, agent, otherAnswersOf[agent]);
            for (int label = 0; label < labels; label++) {
                agentLogs.row(label);
                sums[label] += agentLogs.cell(columns.column(place));
            }
        }
        return FixedPoint.softmax(sums);
    }

    /** Counts of nothing, with the columns of these answers. */
    ConfusionCounts newCounts() {
        return new ConfusionCounts(columns, labels);
    }

    /** Expected number of right answers of an agent. */
    @Override
    public double rightAnswers(int agent) {
        return FixedPoint.value(counts.right(agent));
    }

    /** Reliability r of an agent, 0.001..0.999; 0.8 without answers. */
    public double reliability(int agent) {
        return EmControl.reliability(counts.right(agent), answersOf[agent]);
    }

    /** Confusion matrix of an agent: the probability of each answer (columns) by the right label (rows), K by K. */
    public double[][] confusion(int agent) {
        double[][] matrix = new double[labels][labels];
        double reliability = reliability(agent);
        for (int right = 0; right < labels; right++) {
            double row = FixedPoint.value(counts.row(agent, right)) + 1;
            for (int label = 0; label < labels; label++) {
                matrix[right][label] = counts.backoff(reliability, right == label) / row;
            }
            for (int column = columns.first(agent); column < columns.first(agent + 1); column++) {
                matrix[right][columns.label(column)] += FixedPoint.value(counts.cell(column, right)) / row;
            }
        }
        return matrix;
    }

    /** Prior probability of each right label, K of them. */
    public double[] priors() {
        double[] priors = new double[labels];
        Arrays.setAll(priors, counts::prior);
        return priors;
    }

    /** Number of rounds until rest, 1..100. */
    @Override
    public int rounds() {
        return rounds;
    }
}
