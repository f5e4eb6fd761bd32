package dev.waggle.swarm.reaction;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.reaction.LearningChooser.RewardSample;

/**
 * A contextual bandit. Each strategy is an arm: a Bayesian linear regression of its reward on the context, with
 * diagonal covariance. Evidence is stored without the prior, as sums that can be added up. Thread-safe.
 *
 * <pre>
 *   prior           theta_i ~ N(0, 1000)                            noise variance 1
 *   choose          with probability 0.1 any arm; else draw theta ~ N(mu, sigma2) for each arm, take the largest theta . x
 *   learned (x, r)  1/sigma2_i = 1/1000 + sum x_i^2          mu_i = sigma2_i sum x_i r
 * </pre>
 *
 * Thompson, "On the likelihood that one unknown probability exceeds another", Biometrika 25, 1933; Agrawal and Goyal,
 * "Thompson sampling for contextual bandits with linear payoffs", ICML 2013. Of equal scores the first arm wins.
 */
final class ThompsonBandit implements LearningChooser {

    /** Probability of a random arm, independent of the evidence, so that no arm starves. */
    static final double EXPLORATION = 0.1;

    /** Variance of the prior, wide enough that a few rewards outweigh it. */
    static final double PRIOR_VARIANCE = 1_000;

    private static final ArmEvidence NOTHING = ArmEvidence.none(ContextVector.SIZE);

    private final ConcurrentHashMap<ReactionStrategy, ArmEvidence> arms;

    /** A bandit without evidence. */
    public ThompsonBandit() {
        this(Map.of());
    }

    /**
     * A bandit with earlier evidence.
     *
     * @param learned evidence about contexts of {@value ContextVector#SIZE} numbers
     */
    public ThompsonBandit(Map<ReactionStrategy, ArmEvidence> learned) {
        learned.forEach((strategy, evidence) -> {
            if (evidence.precision().size() != ContextVector.SIZE) {
                throw new IllegalArgumentException("what was learned about " + strategy.wireName() + " must be about "
                        + ContextVector.SIZE + " numbers, got " + evidence.precision().size());
            }
        });
        arms = new ConcurrentHashMap<>(learned);
    }

    @Override
    public ReactionStrategy choose(Set<ReactionStrategy> choices, ContextVector context, RandomGenerator random) {
        List<ReactionStrategy> sorted = choices.stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one strategy to choose from, got none");
        }
        if (random.nextDouble() < EXPLORATION) {
            return sorted.get(random.nextInt(sorted.size()));
        }
        ReactionStrategy best = sorted.getFirst();
        double max = Double.NEGATIVE_INFINITY;
        for (ReactionStrategy strategy : sorted) {
            double score = score(arms.getOrDefault(strategy, NOTHING), context, random);
            if (score > max) {
                max = score;
                best = strategy;
            }
        }
        return best;
    }

    /** One drawn sample of the weights of an arm, applied to the context. */
    private static double score(ArmEvidence arm, ContextVector context, RandomGenerator random) {
        double score = 0;
        for (int i = 0; i < ContextVector.SIZE; i++) {
            double variance = 1 / (1 / PRIOR_VARIANCE + arm.precision().get(i));
            double weight = arm.weighted().get(i) * variance + Math.sqrt(variance) * random.nextGaussian();
            score += weight * context.numbers().get(i);
        }
        return score;
    }

    @Override
    public void learn(List<RewardSample> lessons) {
        lessons.forEach(sample -> arms.merge(sample.arm(),
                NOTHING.plus(sample.context().numbers(), sample.reward()), ArmEvidence::plus));
    }

    /**
     * Mean reward of all lessons about signals of the swarm family, with one lesson of a half added to damp small
     * samples. Each lesson has a 1 at the place of its type, so the sums are at those places.
     */
    @Override
    public double expectedReward() {
        double rewards = ParticipantLearner.UNKNOWN_REWARD;
        double lessons = 1;
        for (ReactionStrategy strategy : ReactionStrategy.values()) { // In one order, for one rounding of the sum.
            ArmEvidence arm = arms.getOrDefault(strategy, NOTHING);
            for (int i = ContextVector.SIZE - SignalType.SWARM.size(); i < ContextVector.SIZE; i++) {
                rewards += arm.weighted().get(i);
                lessons += arm.precision().get(i);
            }
        }
        return Math.clamp(rewards / lessons, 0, 1);
    }

    /** Evidence so far; arms without evidence are omitted. */
    public Map<ReactionStrategy, ArmEvidence> learned() {
        return Map.copyOf(arms);
    }
}
