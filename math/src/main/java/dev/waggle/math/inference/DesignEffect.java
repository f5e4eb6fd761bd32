package dev.waggle.math.inference;

import dev.waggle.math.DomainCheck;

/**
 * Design effect: the redundancy of dependent sources (Kish 1965, Survey Sampling, 5.4 and 8.2; Kish 1992 for weights).
 *
 * <p>The mean of n equally correlated sources has the variance of n / (1 + (n-1) rho) independent ones. So their
 * joint evidence, if multiplied as if independent, is raised to the power 1 / (1 + (n-1) rho). This is the mean log
 * likelihood ratio times the effective number of sources. rho is the mean pairwise correlation, estimated by the
 * caller. All O(1) unless stated.
 */
public final class DesignEffect {

    private DesignEffect() {}

    /**
     * The factor 1 + (n-1) rho by which dependence inflates the variance: 1 for rho 0 or one source, n for rho 1.
     *
     * @param sources     n, at least 1; need not be whole
     * @param correlation rho, 0..1
     */
    public static double of(double sources, double correlation) {
        DomainCheck.between("sources", sources, 1, Double.MAX_VALUE);
        DomainCheck.share("correlation", correlation);
        return 1 + (sources - 1) * correlation;
    }

    /** The power of the joint evidence, 1 / (1 + (n-1) rho): 1 for rho 0, 1/n for rho 1. */
    public static double exponent(double sources, double correlation) {
        return 1 / of(sources, correlation);
    }

    /** Effective number of independent sources, n / (1 + (n-1) rho): n for rho 0, 1 for rho 1. */
    public static double effectiveSize(double sources, double correlation) {
        return sources / of(sources, correlation);
    }
}
