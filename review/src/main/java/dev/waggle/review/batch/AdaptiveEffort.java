package dev.waggle.review.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

import dev.waggle.review.batch.ItemBallots.Ballot;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.VoteTally;
import dev.waggle.swarm.reliability.LearnedWeights;
import org.jspecify.annotations.Nullable;

/**
 * Sequential asking of agents (Wald 1945): strongest first by the truths so far, until the leader is far enough ahead. An
 * agent's strength is (right + 1) / (answers + 2) (Laplace 1814).
 *
 * <pre>
 *   stop after k of n answers when  ln(p1 / p2) / (n - k) &gt;= t
 *   p1, p2   probabilities of the leader and of the next answer after k answers
 *   t        the largest number with which items with a truth had cost at most the budget, as a share of their answers
 * </pre>
 *
 * <p>So t is the lead in nats for each answer that could still come. The probabilities are learned from a random number of
 * first answers of each item, so few answers are not trusted too much. Without a truth all agents are asked. The items that
 * teach give all of their answers, so the saving holds for items that are decided.
 */
final class AdaptiveEffort {

    /** Seed of the numbers of first answers that are learned. */
    private static final long SEED = 1;

    /** The threshold is computed again after one more item in so many. */
    private static final int REFRESH = 50;

    private final BatchLearning firstAnswers;
    private final double budget;
    private final RandomGenerator random = World.system(SEED).random("asked first");
    private final Map<Integer, Score> scores = new HashMap<>();
    private double[] leads = new double[64];
    private int size;
    private int items;
    private int refreshAt = 1;
    private double threshold = Double.POSITIVE_INFINITY;

    /**
     * Nothing learned yet.
     *
     * @param firstAnswers learns from the first answers of items
     * @param budget the share of all answers that may be asked for, above 0 and at most 1
     */
    AdaptiveEffort(BatchLearning firstAnswers, double budget) {
        this.firstAnswers = firstAnswers;
        this.budget = budget;
    }

    /** Tally of some ballots of an item. */
    interface Tallies {

        VoteTally of(List<Ballot> ballots);
    }

    private record Score(int answers, int right) {

        double accuracy() {
            return (right + 1.0) / (answers + 2.0);
        }
    }

    /** The state that decides items whose agents were not all asked. */
    BatchLearning firstAnswers() {
        return firstAnswers;
    }

    /** The ballots of the agents that are asked, strongest first. */
    List<Ballot> asked(List<Ballot> ballots, String category, List<String> agents, Tallies tallies) {
        List<Ballot> order = strongestFirst(ballots);
        if (threshold == Double.POSITIVE_INFINITY) {
            return order;
        }
        LearnedWeights weights = firstAnswers.weights(agents, category);
        for (int asked = 1; asked < order.size(); asked++) {
            List<Ballot> first = order.subList(0, asked);
            if (lead(tallies.of(first), category, weights, order.size() - asked) >= threshold) {
                return first;
            }
        }
        return order;
    }

    /**
     * Learns from an item with a truth.
     *
     * @param right whether a ballot is right
     * @param learn what a tally of first answers teaches
     */
    void learn(List<Ballot> ballots, String category, List<String> agents, Tallies tallies, BallotTest right,
            FirstLesson learn) {
        List<Ballot> order = strongestFirst(ballots);
        if (order.isEmpty()) {
            return;
        }
        LearnedWeights weights = firstAnswers.weights(agents, category);
        double largest = Double.NEGATIVE_INFINITY;
        for (int asked = 1; asked < order.size(); asked++) {
            largest = Math.max(largest,
                    lead(tallies.of(order.subList(0, asked)), category, weights, order.size() - asked));
            add(largest);
        }
        items++;
        if (items >= refreshAt) {
            threshold = threshold();
            refreshAt = items + 1 + items / REFRESH;
        }
        learn.from(order.subList(0, 1 + random.nextInt(order.size())));
        for (Ballot ballot : ballots) {
            int one = right.isRight(ballot) ? 1 : 0;
            scores.merge(ballot.agent(), new Score(1, one),
                    (before, now) -> new Score(before.answers() + 1, before.right() + now.right()));
        }
    }

    /** True if a ballot is right. */
    interface BallotTest {

        boolean isRight(Ballot ballot);
    }

    /** Lessons of some first answers. */
    interface FirstLesson {

        void from(List<Ballot> first);
    }

    private double lead(VoteTally tally, String category, LearnedWeights weights, int missing) {
        return firstAnswers.lead(tally, category, weights) / missing;
    }

    private List<Ballot> strongestFirst(List<Ballot> ballots) {
        List<Ballot> order = new ArrayList<>(ballots);
        order.sort(Comparator.comparingDouble((Ballot ballot) -> -accuracy(scores.get(ballot.agent()))));
        return order;
    }

    private static double accuracy(@Nullable Score score) {
        return (score == null ? new Score(0, 0) : score).accuracy();
    }

    private void add(double lead) {
        if (size == leads.length) {
            leads = Arrays.copyOf(leads, 2 * size);
        }
        leads[size++] = lead;
    }

    /** With a threshold t the learned items cost one answer each, and one more for each largest lead below t. */
    private double threshold() {
        Arrays.sort(leads, 0, size);
        int more = (int) Math.floor(budget * (size + items)) - items;
        return more >= size ? Double.POSITIVE_INFINITY : leads[Math.max(0, more)];
    }
}
