package dev.waggle.review.evaluation.rule;

import java.util.Arrays;

import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationRule;
import dev.waggle.review.evaluation.EvaluationSet;

/**
 * Dawid-Skene: a confusion matrix for each agent, estimated from all ballots of the set without any truth.
 *
 * <pre>
 *   start   P_i(k) = share of the ballots of item i for answer k
 *   M step  theta_a(k, l) = (smoothing + sum of P_i(k) over items that a answered with l) / sum over l
 *           pi(k) = (1 + sum of P_i(k)) / sum over k
 *   E step  P_i(k) ~ pi(k) * product over ballots of theta_a(k, x_a)
 * </pre>
 *
 * <p>It stops after {@value #MAX_ROUNDS} rounds, or when no probability moves by {@value #TOLERANCE}. Items that do not
 * share their answers, sets with more than {@value #MAX_ANSWERS} answers, and tables beyond {@value #MAX_CELLS} cells
 * fall back to plurality. The cost is
 * O(rounds x ballots x answers). Source: Dawid and Skene 1979.
 */
final class DawidSkeneRule implements EvaluationRule {

    static final int MAX_ROUNDS = 100;
    static final int MAX_ANSWERS = 64;
    static final double TOLERANCE = 1e-4;

    /** Largest number of cells of a table: 128 MiB. */
    private static final long MAX_CELLS = 1 << 24;

    /** Pseudo-count of each cell: no agent excludes an answer that it never gave. */
    private static final double SMOOTHING = 0.01;

    private final PluralityRule plurality = new PluralityRule();
    private double[][] posteriors = new double[0][];

    DawidSkeneRule() {}

    @Override
    public String name() {
        return "dawid-skene";
    }

    @Override
    public void prepare(EvaluationSet set) {
        int answers = set.answers().size();
        boolean isShared = set.sharedAnswers() > 0 && answers <= MAX_ANSWERS
                && (long) answers * answers * set.agents().size() <= MAX_CELLS
                && (long) answers * set.size() <= MAX_CELLS;
        posteriors = isShared ? new Estimation(set, answers).run() : new double[0][];
    }

    @Override
    public double[] probabilities(EvaluationItem item) {
        if (posteriors.length == 0 || item.ballots() == 0) {
            return plurality.probabilities(item);
        }
        double[] posterior = posteriors[item.index()];
        double[] probabilities = new double[item.voiced() + 1];
        double named = 0;
        for (int place = 0; place < item.voiced(); place++) {
            probabilities[place] = posterior[item.answerNumber(place)];
            named += probabilities[place];
        }
        probabilities[item.voiced()] = Math.max(0, 1 - named);
        return probabilities;
    }

    /** State of one estimation. */
    private static final class Estimation {

        private final int answers;
        private final int[] starts;
        private final int[] agents;
        private final int[] given;
        private final double[] logConfusions;
        private final double[] logPriors;
        private final double[][] posteriors;

        Estimation(EvaluationSet set, int answers) {
            this.answers = answers;
            this.starts = new int[set.size() + 1];
            this.agents = new int[set.ballots()];
            this.given = new int[set.ballots()];
            this.logConfusions = new double[set.agents().size() * answers * answers];
            this.logPriors = new double[answers];
            this.posteriors = new double[set.size()][answers];
            int next = 0;
            for (int i = 0; i < set.size(); i++) {
                EvaluationItem item = EvaluationItem.of(set, i);
                for (int ballot = 0; ballot < item.ballots(); ballot++) {
                    agents[next] = item.agent(ballot);
                    given[next++] = item.answerNumber(item.answer(ballot));
                    posteriors[i][item.answerNumber(item.answer(ballot))] += 1.0 / item.ballots();
                }
                starts[i + 1] = next;
            }
        }

        double[][] run() {
            double moved = 1;
            for (int round = 0; round < MAX_ROUNDS && moved >= TOLERANCE; round++) {
                maximize();
                moved = expect();
            }
            return posteriors;
        }

        private void maximize() {
            Arrays.fill(logConfusions, SMOOTHING);
            Arrays.fill(logPriors, 1);
            for (int item = 0; item < posteriors.length; item++) {
                for (int answer = 0; answer < answers; answer++) {
                    double probability = posteriors[item][answer];
                    logPriors[answer] += probability;
                    for (int ballot = starts[item]; ballot < starts[item + 1]; ballot++) {
                        logConfusions[cell(agents[ballot], answer, given[ballot])] += probability;
                    }
                }
            }
            toLogShares(logPriors, 0);
            for (int row = 0; row < logConfusions.length; row += answers) {
                toLogShares(logConfusions, row);
            }
        }

        private void toLogShares(double[] counts, int from) {
            double sum = 0;
            for (int i = from; i < from + answers; i++) {
                sum += counts[i];
            }
            for (int i = from; i < from + answers; i++) {
                counts[i] = StrictMath.log(counts[i] / sum);
            }
        }

        private double expect() {
            double moved = 0;
            double[] logs = new double[answers];
            for (int item = 0; item < posteriors.length; item++) {
                if (starts[item] == starts[item + 1]) {
                    continue;
                }
                double largest = Double.NEGATIVE_INFINITY;
                for (int answer = 0; answer < answers; answer++) {
                    double sum = logPriors[answer];
                    for (int ballot = starts[item]; ballot < starts[item + 1]; ballot++) {
                        sum += logConfusions[cell(agents[ballot], answer, given[ballot])];
                    }
                    logs[answer] = sum;
                    largest = Math.max(largest, sum);
                }
                double all = 0;
                for (int answer = 0; answer < answers; answer++) {
                    logs[answer] = StrictMath.exp(logs[answer] - largest);
                    all += logs[answer];
                }
                for (int answer = 0; answer < answers; answer++) {
                    double now = logs[answer] / all;
                    moved = Math.max(moved, Math.abs(now - posteriors[item][answer]));
                    posteriors[item][answer] = now;
                }
            }
            return moved;
        }

        private int cell(int agent, int answer, int said) {
            return (agent * answers + answer) * answers + said;
        }
    }
}
