package dev.waggle.review.evaluation.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.review.evaluation.AgentScores;
import dev.waggle.review.evaluation.EvaluationItem;
import dev.waggle.review.evaluation.EvaluationPlan;
import dev.waggle.review.evaluation.EvaluationSet;

/**
 * Accuracy of a plurality against the calls that it costs, where a call is one answer. Agents are asked one after the
 * other, those with the best record on earlier items first, or in the order of the file. A prefix asks the first agents
 * only. The early stop ends an item when the answers that are left cannot change the leader, so its answer is that of
 * the whole plurality. In a debate every agent has heard the others, so there is no curve.
 *
 * @param calls number of answers of all predicted items
 * @param strongestFirst prefixes in the order of records, with rising calls
 * @param fileOrder prefixes in the order of the file
 * @param earlyStop the early stop in the order of records; {@code accuracy} is that of the whole plurality
 * @param earlyStopInFileOrder the early stop in the order of the file
 */
public record EffortCurve(long calls, List<Point> strongestFirst, List<Point> fileOrder, Point earlyStop,
        Point earlyStopInFileOrder) {

    /** Largest number of points of a curve. */
    public static final int MAX_POINTS = 20;

    public EffortCurve {
        strongestFirst = List.copyOf(strongestFirst);
        fileOrder = List.copyOf(fileOrder);
    }

    /**
     * Point of a curve.
     *
     * @param agents largest number of agents that are asked for an item
     * @param share calls over all calls, 0..1
     * @param accuracy accuracy with ties sharing credit, 0..1
     */
    public record Point(int agents, double share, double accuracy) {}

    static EffortCurve of(EvaluationSet set, EvaluationPlan plan) {
        int most = 0;
        for (int item : set.known()) {
            most = Math.max(most, EvaluationItem.of(set, item).ballots());
        }
        Sums strongest = new Sums(most);
        Sums asRecorded = new Sums(most);
        for (int repeat = 0; repeat < plan.repeats(); repeat++) {
            AgentScores scores = new AgentScores(set.agents().size());
            for (int item : plan.training(set, repeat)) {
                learn(scores, set, item);
            }
            for (int i : plan.testing(set, repeat)) {
                EvaluationItem item = EvaluationItem.of(set, i);
                int truth = item.place(set.truth(i));
                strongest.add(item, truth, scores.strongestFirst(item));
                asRecorded.add(item, truth, IntStream.range(0, item.ballots()).toArray());
                if (plan.isPrequential()) {
                    learn(scores, set, i);
                }
            }
        }
        return new EffortCurve(strongest.all, strongest.points(), asRecorded.points(), strongest.stop(),
                asRecorded.stop());
    }

    private static void learn(AgentScores scores, EvaluationSet set, int item) {
        EvaluationItem view = EvaluationItem.of(set, item);
        scores.learn(view, view.place(set.truth(item)));
    }

    /** Sums over items of one order of agents. */
    private static final class Sums {

        private final int[] sizes;
        private final int most;
        private final double[] credits;
        private final long[] asked;
        private int items;
        private long all;
        private long untilStop;
        private double wholeCredit;

        Sums(int most) {
            int points = Math.min(most, MAX_POINTS);
            this.most = most;
            this.sizes = IntStream.rangeClosed(1, points).map(i -> (int) Math.ceilDiv((long) most * i, points))
                    .toArray();
            this.credits = new double[points];
            this.asked = new long[points];
        }

        void add(EvaluationItem item, int truth, int[] order) {
            items++;
            all += order.length;
            int[] votes = new int[item.voiced()];
            int point = 0;
            int stop = -1;
            int leader = -1;
            int first = 0;
            int second = 0;
            for (int i = 0; i < order.length; i++) {
                int answer = item.answer(order[i]);
                int count = ++votes[answer];
                if (answer != leader && count > first) {
                    second = first;
                    leader = answer;
                } else if (answer != leader) {
                    second = Math.max(second, count);
                }
                first = Math.max(first, count);
                if (point < sizes.length && sizes[point] == i + 1) {
                    credits[point] += credit(votes, truth);
                    asked[point++] += i + 1;
                }
                if (stop < 0 && first > second + order.length - i - 1) { // No other answer can reach the leader.
                    stop = i + 1;
                }
            }
            double whole = credit(votes, truth);
            while (point < sizes.length) {
                credits[point] += whole;
                asked[point++] += order.length;
            }
            wholeCredit += whole;
            untilStop += stop < 0 ? order.length : stop;
        }

        private static double credit(int[] votes, int truth) {
            int largest = 0;
            int leaders = 0;
            for (int count : votes) {
                leaders = count > largest ? 1 : leaders + (count == largest ? 1 : 0);
                largest = Math.max(largest, count);
            }
            return truth >= 0 && largest > 0 && votes[truth] == largest ? 1.0 / leaders : 0;
        }

        List<Point> points() {
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < sizes.length; i++) {
                points.add(new Point(sizes[i], share(asked[i]), items == 0 ? 0 : credits[i] / items));
            }
            return points;
        }

        Point stop() {
            return new Point(most, share(untilStop), items == 0 ? 0 : wholeCredit / items);
        }

        private double share(long calls) {
            return all == 0 ? 0 : (double) calls / all;
        }
    }
}
