package dev.waggle.math.inference;

import java.util.Arrays;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Free energy of a belief in a discrete model (Friston 2010, The free-energy principle; Parr, Pezzulo and Friston 2022,
 * Active Inference, chapters 2 and 4). All values are in nats.
 *
 * <p>Variational free energy bounds the surprise -ln p(o) of the observation from above and reaches it when the
 * belief is the posterior. It is the cost of a belief given an observation, against the prior just before it. Over a
 * sequence, the posterior of each step is the prior of the next, and the free energies of exact beliefs add up to -ln
 * p(all). Expected free energy rates future observations.
 *
 * <p>Distributions must sum to 1 but for rounding (1e-6), which is taken out. Nothing is smoothed: a belief in a
 * state that the prior or the observation rules out has an infinite free energy.
 */
public final class FreeEnergy {

    private FreeEnergy() {}

    /**
     * Variational free energy and its parts, in nats.
     *
     * @param complexity KL(q || prior), at least 0; +Infinity when q believes in a state that the prior rules out
     * @param accuracy E_q ln p(o|s), at most 0; -Infinity when q believes in a state that the observation rules out
     * @param freeEnergy  complexity - accuracy, at least -logEvidence
     * @param logEvidence ln p(o) = ln sum prior x likelihood, finite, at most 0
     * @param gap         freeEnergy + logEvidence = KL(q || posterior), at least 0, 0 when q is the posterior
     */
    public record Variational(double complexity, double accuracy, double freeEnergy, double logEvidence, double gap) {}

    /**
     * Expected free energy of a policy and its parts, in nats.
     *
     * @param risk KL(q(o) || preferences), q(o) as in {@link #outcomes}, at least 0; +Infinity when an excluded
     *        outcome is expected
     * @param ambiguity E_q H[p(o|s)], at least 0: the uncertainty of the outcomes given the state
     * @param freeEnergy      G = risk + ambiguity
     * @param informationGain H[q(o)] - ambiguity, at least 0: mutual information between state and outcome, the
     *        expected information
     */
    public record Expected(double risk, double ambiguity, double freeEnergy, double informationGain) {}

    /**
     * Free energy with a score in the place of a likelihood, in nats.
     *
     * @param complexity KL(posterior || prior), at least 0, may be +Infinity
     * @param accuracy   ln score, at most 0; -Infinity for a score of 0
     * @param freeEnergy complexity - accuracy
     */
    public record ScoredEnergy(double complexity, double accuracy, double freeEnergy) {}

    /**
     * The variational free energy of a belief. O(states).
     *
     * @param prior      p(s), sums to 1, at least one state
     * @param likelihood p(o|s) of the observation under each state, 0..1; above 0 for some state of prior above 0, or
     *        else it is refused
     * @param belief     q(s), sums to 1
     */
    public static Variational variational(double[] prior, double[] likelihood, double[] belief) {
        DomainCheck.sameLength("prior", prior, "likelihood", likelihood);
        DomainCheck.sameLength("prior", prior, "belief", belief);
        double[] p = ProbabilityCheck.of("prior", prior);
        double[] q = ProbabilityCheck.of("belief", belief);
        DomainCheck.shares("likelihood", likelihood);
        double logEvidence = logEvidence(p, likelihood);
        double complexity = divergence(q, p);
        CompensatedSum accuracy = new CompensatedSum();
        CompensatedSum gap = new CompensatedSum(); // Of its own: from F + ln p(o) it could come out below 0.
        for (int i = 0; i < q.length; i++) {
            if (q[i] > 0 && likelihood[i] == 0) {
                return new Variational(complexity, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, logEvidence,
                        Double.POSITIVE_INFINITY);
            }
            if (q[i] > 0) {
                accuracy.add(q[i] * Math.log(likelihood[i]));
                gap.add(q[i] * (Math.log(q[i]) - (Math.log(p[i]) + Math.log(likelihood[i]) - logEvidence)));
            }
        }
        return new Variational(complexity, accuracy.get(), complexity - accuracy.get(), logEvidence,
                Double.isInfinite(complexity) ? Double.POSITIVE_INFINITY : Math.max(0, gap.get()));
    }

    /**
     * The expected free energy of a policy. O(outcomes x states).
     *
     * @param outcomesByState A[o][s] = p(o|s): a row per outcome, a column per state; each column sums to 1
     * @param belief          q(s), one per state, sums to 1
     * @param preferences C(o), one per outcome, sums to 1: the preferred probabilities of the outcomes
     */
    public static Expected expected(double[][] outcomesByState, double[] belief, double[] preferences) {
        double[] q = ProbabilityCheck.of("belief", belief);
        double[] c = ProbabilityCheck.of("preferences", preferences);
        if (outcomesByState.length != c.length) {
            throw new IllegalArgumentException("outcomesByState must have a row per outcome, got "
                    + outcomesByState.length + " rows and " + c.length + " preferences");
        }
        double[] outcomes = outcomes(outcomesByState, belief);
        double[] columns = columnSums(outcomesByState, q.length);
        CompensatedSum ambiguity = new CompensatedSum();
        for (double[] row : outcomesByState) {
            for (int s = 0; s < q.length; s++) {
                ambiguity.add(q[s] * surprisal(row[s] / columns[s]));
            }
        }
        CompensatedSum entropy = new CompensatedSum();
        for (double outcome : outcomes) {
            entropy.add(surprisal(outcome));
        }
        double risk = divergence(outcomes, c);
        return new Expected(risk, ambiguity.get(), risk + ambiguity.get(),
                Math.max(0, entropy.get() - ambiguity.get()));
    }

    /**
     * The outcomes that a belief expects, q(o) = sum p(o|s) q(s), in a new array that sums to 1. O(outcomes x states).
     *
     * @param outcomesByState as in {@link #expected}
     * @param belief          q(s), one per state, sums to 1
     */
    public static double[] outcomes(double[][] outcomesByState, double[] belief) {
        double[] q = ProbabilityCheck.of("belief", belief);
        double[] columns = columnSums(outcomesByState, q.length);
        double[] outcomes = new double[outcomesByState.length];
        for (int o = 0; o < outcomes.length; o++) {
            for (int s = 0; s < q.length; s++) {
                outcomes[o] += q[s] * (outcomesByState[o][s] / columns[s]);
            }
        }
        return outcomes;
    }

    /**
     * Free energy when the accuracy is known as one score. A stand-in for a model: with the true expected log
     * likelihood as its logarithm it is the variational free energy. O(states).
     *
     * @param posterior sums to 1
     * @param prior     sums to 1
     * @param score     a probability, 0..1
     */
    public static ScoredEnergy scored(double[] posterior, double[] prior, double score) {
        DomainCheck.sameLength("posterior", posterior, "prior", prior);
        DomainCheck.share("score", score);
        double complexity = divergence(ProbabilityCheck.of("posterior", posterior),
                ProbabilityCheck.of("prior", prior));
        double accuracy = score == 0 ? Double.NEGATIVE_INFINITY : Math.log(score);
        return new ScoredEnergy(complexity, accuracy, complexity - accuracy);
    }

    private static double[] columnSums(double[][] matrix, int states) {
        double[] sums = new double[states];
        for (int o = 0; o < matrix.length; o++) {
            String row = "outcomesByState[" + o + "]";
            DomainCheck.sameLength(row, DomainCheck.shares(row, matrix[o]), "belief", sums);
            for (int s = 0; s < states; s++) {
                sums[s] += matrix[o][s];
            }
        }
        for (int s = 0; s < states; s++) {
            if (!(Math.abs(sums[s] - 1) <= ProbabilityCheck.SUM_TOLERANCE)) {
                throw new IllegalArgumentException("outcomesByState must have columns that sum to 1, got " + sums[s]
                        + " in column " + s + "\nMaybe rows and columns are swapped: rows are outcomes.");
            }
        }
        return sums;
    }

    /** ln sum p x likelihood by way of logarithms, since products of small numbers would vanish. */
    private static double logEvidence(double[] prior, double[] likelihood) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < prior.length; i++) {
            largest = Math.max(largest, Math.log(prior[i]) + Math.log(likelihood[i]));
        }
        if (largest == Double.NEGATIVE_INFINITY) {
            throw new IllegalArgumentException("likelihood must be above 0 for some state of prior above 0, got "
                    + Arrays.toString(likelihood) + " under prior " + Arrays.toString(prior));
        }
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < prior.length; i++) {
            sum.add(Math.exp(Math.log(prior[i]) + Math.log(likelihood[i]) - largest));
        }
        return Math.min(0, largest + Math.log(sum.get()));
    }

    /** KL(p || q) in nats. */
    private static double divergence(double[] p, double[] q) {
        CompensatedSum sum = new CompensatedSum();
        for (int i = 0; i < p.length; i++) {
            if (p[i] > 0 && q[i] == 0) {
                return Double.POSITIVE_INFINITY;
            }
            sum.add(p[i] > 0 ? p[i] * (Math.log(p[i]) - Math.log(q[i])) : 0);
        }
        return Math.max(0, sum.get());
    }

    private static double surprisal(double p) {
        return p > 0 ? -p * Math.log(p) : 0;
    }
}
