package dev.waggle.swarm.reputation;

/**
 * Prior outcomes of an agent about which nothing is known, as counts of a Beta distribution.
 *
 * @param successes the prior successes, above 0
 * @param failures the prior failures, above 0
 */
public record ReputationPrior(double successes, double failures) {

    /** Largest count: a stronger prior would never yield to outcomes. */
    public static final double MAX_COUNT = 1e6;

    /** One success and one failure (Laplace 1774): every share is equally likely. */
    public static final ReputationPrior UNIFORM = new ReputationPrior(1, 1);

    public ReputationPrior {
        if (!(successes > 0 && successes <= MAX_COUNT && failures > 0 && failures <= MAX_COUNT)) {
            throw new IllegalArgumentException("prior counts must be above 0 and at most " + MAX_COUNT + ", got "
                    + successes + " and " + failures);
        }
    }

    /** Sum of both counts. */
    public double total() {
        return successes + failures;
    }
}
