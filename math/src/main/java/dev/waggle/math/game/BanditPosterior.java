package dev.waggle.math.game;

/**
 * Posterior of the chance of success of an arm after some trials, under a uniform prior: Beta(1 + successes, 1 +
 * failures) (Bayes 1763; for the choice of arms Thompson 1933).
 *
 * @param successes at least 0
 * @param failures at least 0
 */
public record BanditPosterior(long successes, long failures) {

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
}
