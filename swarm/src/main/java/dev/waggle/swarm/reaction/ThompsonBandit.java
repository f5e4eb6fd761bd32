package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * A contextual bandit: each strategy is an arm with a Bayesian linear regression of its reward on the context, whose
 * covariance is taken to be diagonal. Thread-safe; what is learned about an arm is merged in one step.
 *
 * <pre>
 *   prior           theta_i ~ N(0, 1000)                            noise variance 1
 *   choose          with probability 0.1 any arm; else draw theta ~ N(mu, sigma2) for each arm, take the largest theta . x
 *   learn(x, r)     1/sigma2_i' = 1/sigma2_i + x_i^2         mu_i' = (mu_i / sigma2_i + x_i r) sigma2_i'
 * </pre>
 *
 * Thompson, "On the likelihood that one unknown probability exceeds another", Biometrika 25, 1933; Agrawal and Goyal,
 * "Thompson sampling for contextual bandits with linear payoffs", ICML 2013. Of equal scores the first arm wins.
 */
public final class ThompsonBandit implements StrategyChooser {

    /** How often any arm is tried, whatever was learned, so that no arm starves. */
    static final double EXPLORATION = 0.1;

    /** Wide enough that a few rewards outweigh it. */
    static final double PRIOR_VARIANCE = 1_000;

    private static final double NOISE_VARIANCE = 1;

    private final ConcurrentHashMap<Strategy, Arm> arms;

    /** Knows nothing yet. */
    public ThompsonBandit() {
        this(Map.of());
    }

    /** Knows what another bandit had learned. */
    public ThompsonBandit(Map<Strategy, Arm> learned) {
        arms = new ConcurrentHashMap<>(learned);
    }

    @Override
    public Strategy choose(Set<Strategy> choices, ContextVector context, RandomGenerator random) {
        List<Strategy> sorted = choices.stream().sorted().toList();
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one strategy to choose from, got none");
        }
        if (random.nextDouble() < EXPLORATION) {
            return sorted.get(random.nextInt(sorted.size()));
        }
        Strategy best = sorted.getFirst();
        double most = Double.NEGATIVE_INFINITY;
        for (Strategy strategy : sorted) {
            double score = arms.getOrDefault(strategy, Arm.PRIOR).draw(context, random);
            if (score > most) {
                most = score;
                best = strategy;
            }
        }
        return best;
    }

    @Override
    public void learn(Strategy arm, ContextVector context, double reward) {
        if (!(reward >= 0 && reward <= 1)) {
            throw new IllegalArgumentException("a reward must be between 0 and 1, got " + reward);
        }
        arms.compute(arm, (_, known) -> (known == null ? Arm.PRIOR : known).updated(context, reward));
    }

    /** What was learned so far, to be kept for later solves; arms that learned nothing are not in it. */
    public Map<Strategy, Arm> learned() {
        return Map.copyOf(arms);
    }

    /**
     * What is believed about the weights of one arm.
     *
     * @param mean their means, {@value ContextVector#SIZE} finite numbers
     * @param variance their variances, {@value ContextVector#SIZE} finite numbers above 0
     */
    public record Arm(List<Double> mean, List<Double> variance) {

        static final Arm PRIOR = new Arm(Collections.nCopies(ContextVector.SIZE, 0.0),
                Collections.nCopies(ContextVector.SIZE, PRIOR_VARIANCE));

        public Arm {
            mean = List.copyOf(mean);
            variance = List.copyOf(variance);
            if (mean.size() != ContextVector.SIZE || variance.size() != ContextVector.SIZE) {
                throw new IllegalArgumentException("an arm has " + ContextVector.SIZE + " means and variances, got "
                        + mean.size() + " and " + variance.size());
            }
            if (!mean.stream().allMatch(Double::isFinite)) {
                throw new IllegalArgumentException("the means of an arm must be finite, got " + mean);
            }
            if (!variance.stream().allMatch(value -> value > 0 && value <= Double.MAX_VALUE)) {
                throw new IllegalArgumentException("the variances of an arm must be finite and above 0, got "
                        + variance);
            }
        }

        private double draw(ContextVector context, RandomGenerator random) {
            double score = 0;
            for (int i = 0; i < ContextVector.SIZE; i++) {
                double weight = mean.get(i) + Math.sqrt(variance.get(i)) * random.nextGaussian();
                score += weight * context.numbers().get(i);
            }
            return score;
        }

        private Arm updated(ContextVector context, double reward) {
            List<Double> means = new ArrayList<>();
            List<Double> variances = new ArrayList<>();
            for (int i = 0; i < ContextVector.SIZE; i++) {
                double x = context.numbers().get(i);
                double precision = 1 / variance.get(i) + x * x / NOISE_VARIANCE;
                means.add((mean.get(i) / variance.get(i) + x * reward / NOISE_VARIANCE) / precision);
                variances.add(1 / precision);
            }
            return new Arm(means, variances);
        }
    }
}
