package dev.waggle.review.effort;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.reliability.CaseBallot;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.ReliabilityState;

/**
 * Sequential asking of agents (Wald 1945): strongest first by the truths so far, until the leader is far enough ahead. An
 * agent's strength is (right + 1) / (answers + 2) (Laplace 1814).
 *
 * <pre>
 *   stop after k of n answers when  ln(p1 / p2) / (n - k) &gt;= t
 *   p1, p2   probabilities of the leader and of the next answer after k answers
 *   t        the largest number with which learned items had cost at most the budget, as a share of their answers
 * </pre>
 *
 * <p>So t is the lead in nats for each answer that could still come. It holds for all items with a truth and for their
 * newer half, because leads change with weights and with kinds of items. The probabilities are learned from a random number
 * of first answers of each item, so few answers are not trusted too much. The agents that were asked are the panel of a
 * case.
 *
 * <p>Without a truth all agents are asked. The items that teach give all of their answers, so the saving holds for items
 * that are decided. What is learned is the same for all budgets. Owned by one thread.
 */
public final class AdaptiveEffort {

    /** Seed of the numbers of first answers that are learned. */
    private static final long SEED = 1;

    /** Thresholds change after one more item in so many. */
    private static final int REFRESH = 50;

    private final int minVoters;
    private final ReliabilityState firstAnswers = new ReliabilityState();
    private final RandomGenerator random = World.system(SEED).random("asked first");
    private final Map<String, Score> scores = new HashMap<>();
    private double[] leads = new double[64];
    private int size;
    private int[] starts = new int[16];
    private int[] leasts = new int[16];
    private int items;
    /** Fewest answers of all items. */
    private int least;
    private LeadSample whole = new LeadSample(new double[0], 0);
    private LeadSample newest = whole;
    private int refreshAt = 1;

    /**
     * Nothing learned yet.
     *
     * @param minVoters the number of agents that a decision needs, at least 1; as many are asked for every item
     */
    public AdaptiveEffort(int minVoters) {
        if (minVoters < 1) {
            throw new IllegalArgumentException("minVoters must be at least 1, got " + minVoters);
        }
        this.minVoters = minVoters;
    }

    private record Score(int answers, int right) {

        static final Score NONE = new Score(0, 0);

        double accuracy() {
            return (right + 1.0) / (answers + 2.0);
        }
    }

    /** The answers of an item, those of the strongest agents first. Later lessons do not change it. */
    public AskingPath path(AskableItem item) {
        List<String> agents = item.agents();
        List<Integer> order = IntStream.range(0, agents.size()).boxed()
                .sorted(Comparator.comparingDouble((Integer place) -> -strength(agents.get(place)))).toList();
        return new AskingPath(item, order, Math.min(minVoters, order.size()),
                firstAnswers.weights(agents, item.category()));
    }

    private double strength(String agent) {
        return scores.getOrDefault(agent, Score.NONE).accuracy();
    }

    /**
     * The threshold of a budget, in nats; infinite if all agents are asked.
     *
     * @param budget the share of all answers that may be asked for, above 0 and at most 1
     */
    public double threshold(double budget) {
        return Math.min(whole.threshold(budget), newest.threshold(budget));
    }

    /** Largest leads of some items after each answer at which asking may end, but the last. */
    private static final class LeadSample {

        private final double[] ascending;
        private final int least;

        LeadSample(double[] leads, int least) {
            ascending = leads;
            this.least = least;
            Arrays.sort(ascending);
        }

        /** With a threshold t the items cost their fewest answers, and one more for each largest lead below t. */
        double threshold(double budget) {
            int more = (int) Math.floor(budget * (ascending.length + least)) - least;
            return more >= ascending.length || ascending.length == 0
                    ? Double.POSITIVE_INFINITY
                    : ascending[Math.max(0, more)];
        }
    }

    /**
     * Learns from an item with a truth.
     *
     * @param path its path, as it was before this lesson
     * @param isRight whether the agent at a place of the item is right
     */
    public void learn(AskingPath path, IntPredicate isRight) {
        if (path.size() == 0) {
            return;
        }
        addLeads(path);
        int asked = 1 + random.nextInt(path.size());
        List<String> agents = path.item().agents();
        DecisionCase decision = path.decision(asked);
        firstAnswers.learn(decision, path.first(asked).stream().filter(isRight::test).findFirst()
                .map(place -> option(decision, agents.get(place))).orElse(OptionalInt.empty()));
        for (int place = 0; place < agents.size(); place++) {
            scores.merge(agents.get(place), new Score(1, isRight.test(place) ? 1 : 0),
                    (before, now) -> new Score(before.answers() + 1, before.right() + now.right()));
        }
    }

    /** The option that an agent supports. */
    private static OptionalInt option(DecisionCase decision, String agent) {
        return decision.ballots().stream().filter(ballot -> ballot.agent().equals(agent)).findFirst()
                .map(AdaptiveEffort::option).orElse(OptionalInt.empty());
    }

    private static OptionalInt option(CaseBallot ballot) {
        return ballot.stances().keySet().stream().filter(ballot::supports).mapToInt(option -> option).findFirst();
    }

    private void addLeads(AskingPath path) {
        if (items == starts.length) {
            starts = Arrays.copyOf(starts, 2 * items);
            leasts = Arrays.copyOf(leasts, 2 * items);
        }
        starts[items] = size;
        leasts[items++] = least;
        least += path.least();
        double largest = Double.NEGATIVE_INFINITY;
        for (int asked = path.least(); asked < path.size(); asked++) {
            largest = Math.max(largest, path.lead(asked));
            if (size == leads.length) {
                leads = Arrays.copyOf(leads, 2 * size);
            }
            leads[size++] = largest;
        }
        if (items >= refreshAt) {
            whole = new LeadSample(Arrays.copyOf(leads, size), least);
            newest = new LeadSample(Arrays.copyOfRange(leads, starts[items / 2], size), least - leasts[items / 2]);
            refreshAt = items + 1 + items / REFRESH;
        }
    }
}
