package dev.waggle.math.game;

import java.util.List;
import java.util.random.RandomGenerator;

import dev.waggle.math.DomainCheck;
import org.hipparchus.random.RandomDataGenerator;

/**
 * Posterior of the chance of success of an arm after some trials, under a uniform prior: Beta(1 + successes, 1 +
 * failures) (Bayes 1763; for the choice of arms Thompson 1933).
 *
 * @param successes at least 0
 * @param failures at least 0
 */
public record BanditPosterior(long successes, long failures) {

    /** Before any trial. */
    public static final BanditPosterior NONE = new BanditPosterior(0, 0);

    public BanditPosterior {
        if (successes < 0 || failures < 0) {
            throw new IllegalArgumentException("successes and failures must be at least 0, got " + successes + " and "
                    + failures);
        }
    }

    /** The first parameter of the Beta distribution, at least 1. */
    public double alpha() {
        return 1.0 + successes;
    }

    /** The second parameter of the Beta distribution, at least 1. */
    public double beta() {
        return 1.0 + failures;
    }

    /** The expected chance of success: alpha / (alpha + beta), 0..1. */
    public double mean() {
        return alpha() / (alpha() + beta());
    }

    /** alpha beta / ((alpha + beta)^2 (alpha + beta + 1)), at most 1/12. */
    public double variance() {
        double sum = alpha() + beta();
        return alpha() / sum * (beta() / sum) / (sum + 1);
    }

    /** With one trial more. */
    public BanditPosterior after(boolean success) {
        return success ? new BanditPosterior(successes + 1, failures) : new BanditPosterior(successes, failures + 1);
    }

    /**
     * The posterior after one more trial with a fractional reward: a success with that chance. So the binary model
     * stays true and the mean is preserved (Agrawal and Goyal 2012).
     *
     * @param reward 0..1
     */
    public BanditPosterior after(double reward, RandomGenerator chance) {
        return after(chance.nextDouble() < DomainCheck.share("reward", reward));
    }

    /** A chance of success drawn from the posterior, 0..1. */
    public double sample(RandomGenerator chance) {
        return RandomDataGenerator.of(new RandomGeneratorAdapter(chance)).nextBeta(alpha(), beta());
    }

    /**
     * The arm to pull next by Thompson sampling: the highest of one draw each, the first of equals. O(arms).
     *
     * @param arms at least one
     */
    public static int choose(List<BanditPosterior> arms, RandomGenerator chance) {
        DomainCheck.atLeast("number of arms", arms.size(), 1);
        RandomDataGenerator generator = RandomDataGenerator.of(new RandomGeneratorAdapter(chance));
        int best = 0;
        double highest = -1;
        for (int arm = 0; arm < arms.size(); arm++) {
            double drawn = generator.nextBeta(arms.get(arm).alpha(), arms.get(arm).beta());
            if (drawn > highest) {
                best = arm;
                highest = drawn;
            }
        }
        return best;
    }
}
