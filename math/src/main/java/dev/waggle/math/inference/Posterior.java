package dev.waggle.math.inference;

import java.util.Arrays;
import java.util.List;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.FixedPointSums;

/**
 * Bayesian posterior over hypotheses of which exactly one is true, from pieces of evidence (Bayes 1763; odds form
 * Good 1950). The probability of h is in proportion to prior(h) x product of ratio^weight over the evidence on h.
 *
 * <p>It stores the exact sum of logarithms per hypothesis, in fixed point. So the result does not depend on the order
 * of evidence, and a withdrawn piece leaves no trace. A later vote takes the place of the same voter's earlier one by
 * {@link #replace}. A piece counts as often as it is added, never again by itself. Exclusions (likelihood 0) are
 * counted beside the sums, so they are exact and can be withdrawn as well.
 *
 * <p>A hypothesis that joins late gets the mean prior mass of the others. So before evidence, all that start or join
 * on equal terms are equally probable.
 *
 * <p>Adding, withdrawing and joining are O(1), probabilities O(p). Pieces are taken as independent; otherwise use
 * {@link #tempered} probabilities. Owned by one thread.
 */
public final class Posterior {

    /** Maximum number of hypotheses, which fit into memory with ease; debates have tens. */
    public static final int MAX_HYPOTHESES = 1_000_000;

    private double[] logPriors; // ln of p x prior, so that the mean mass is 1; -Infinity for a prior of 0
    private long[] exclusions;
    private long[] informative;
    private final FixedPointSums nats;
    private long evidenceCount;

    /** Equally probable hypotheses, at least one. */
    public static Posterior uniform(int hypotheses) {
        DomainCheck.atLeast("hypotheses", hypotheses, 1);
        checkSize(hypotheses);
        return new Posterior(new double[hypotheses]);
    }

    /**
     * Hypotheses with these prior probabilities.
     *
     * @param prior masses, finite, at least 0, not all 0; they are normalised. A prior of 0 stays 0 for good
     */
    public static Posterior of(double[] prior) {
        checkSize(prior.length);
        double[] logPriors = DomainCheck.distribution("prior", prior);
        for (int i = 0; i < logPriors.length; i++) {
            logPriors[i] = StrictMath.log(logPriors[i] * prior.length);
        }
        return new Posterior(logPriors);
    }

    /** The posterior of a prior after this evidence, as a batch. Rejected when the evidence excludes all. O(p + n). */
    public static Posterior given(double[] prior, List<LikelihoodEvidence> evidence) {
        Posterior posterior = of(prior);
        evidence.forEach(posterior::add);
        if (posterior.excludesAll()) {
            throw new IllegalArgumentException("evidence must be possible under some hypothesis, got exclusion of all "
                    + posterior.size() + " by " + evidence.size() + " pieces");
        }
        return posterior;
    }

    /**
     * The posterior probabilities after one observation, prior(h) x likelihood(h) / sum. O(p).
     *
     * @param prior       masses as in {@link #of}
     * @param likelihoods of the observation under each hypothesis; finite, at least 0; only their proportions count.
     *        Rejected when none with a prior above 0 is above 0: the posterior is then undefined
     */
    public static double[] probabilities(double[] prior, double[] likelihoods) {
        DomainCheck.sameLength("prior", prior, "likelihoods", likelihoods);
        double[] logs = DomainCheck.distribution("prior", prior);
        DomainCheck.nonNegative("likelihoods", likelihoods);
        for (int i = 0; i < logs.length; i++) {
            logs[i] = StrictMath.log(logs[i]) + StrictMath.log(likelihoods[i]);
        }
        if (!normalise(logs)) {
            throw new IllegalArgumentException("likelihoods must allow some hypothesis of prior above 0, got "
                    + Arrays.toString(likelihoods) + " under prior " + Arrays.toString(prior));
        }
        return logs;
    }

    private Posterior(double[] logPriors) {
        this.logPriors = logPriors;
        exclusions = new long[logPriors.length];
        informative = new long[logPriors.length];
        nats = new FixedPointSums(logPriors.length);
    }

    /** Adds a hypothesis with the mean prior of the present ones, and returns its place. */
    public int join() {
        checkSize(nats.size() + 1);
        int place = nats.grow();
        if (place == logPriors.length) {
            logPriors = Arrays.copyOf(logPriors, 2 * place);
            exclusions = Arrays.copyOf(exclusions, 2 * place);
            informative = Arrays.copyOf(informative, 2 * place);
        }
        return place;
    }

    /** Takes a piece of evidence into account. */
    public void add(LikelihoodEvidence evidence) {
        count(evidence, place(evidence), 1);
    }

    /** Removes a piece of evidence, as if it had never been added. It must have been added and not yet withdrawn. */
    public void withdraw(LikelihoodEvidence evidence) {
        int place = place(evidence);
        if (evidenceCount == 0 || (evidence.excludes() && exclusions[place] == 0)
                || (evidence.informs() && informative[place] == 0)) {
            throw new IllegalArgumentException("evidence must have been added before it is withdrawn, got " + evidence
                    + "\nMaybe it was withdrawn already.");
        }
        count(evidence, place, -1);
    }

    /** Puts a later piece in the place of an earlier one, which must have been added. */
    public void replace(LikelihoodEvidence earlier, LikelihoodEvidence later) {
        place(later); // Rejected before anything has changed.
        withdraw(earlier);
        add(later);
    }

    /** The number of hypotheses. */
    public int size() {
        return nats.size();
    }

    /** The number of active pieces, uninformative ones included. */
    public long evidenceCount() {
        return evidenceCount;
    }

    /** The number of informative pieces on a hypothesis: ratio other than 1, weight above 0. */
    public long informative(int hypothesis) {
        return informative[DomainCheck.index("hypothesis", hypothesis, size())];
    }

    /** The sum of the evidence on a hypothesis in nats; 0 without evidence, -Infinity when excluded. */
    public double weightOfEvidence(int hypothesis) {
        DomainCheck.index("hypothesis", hypothesis, size());
        return exclusions[hypothesis] > 0 ? Double.NEGATIVE_INFINITY : nats.get(hypothesis);
    }

    /** True if every hypothesis is excluded, by evidence or by a prior of 0; there is no posterior then. */
    public boolean excludesAll() {
        for (int i = 0; i < size(); i++) {
            if (exclusions[i] == 0 && logPriors[i] != Double.NEGATIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    /** The probability of each hypothesis; they sum to 1. Rejected when {@link #excludesAll}. */
    public double[] probabilities() {
        double[] ones = new double[size()];
        Arrays.fill(ones, 1);
        return probabilities(ones);
    }

    /**
     * The probabilities with the evidence on each hypothesis raised to a power.
     *
     * @param exponents one per hypothesis, 0..1: 1 takes the evidence in full, 0 not at all, exclusions included
     */
    public double[] probabilities(double[] exponents) {
        if (exponents.length != size()) {
            throw new IllegalArgumentException(
                    "exponents must be one per hypothesis, got " + exponents.length + " for " + size());
        }
        double[] logs = DomainCheck.shares("exponents", exponents).clone();
        for (int i = 0; i < logs.length; i++) {
            logs[i] = logPriors[i] + (logs[i] == 0 ? 0 : logs[i] * weightOfEvidence(i));
        }
        if (!normalise(logs)) {
            throw new IllegalStateException("evidence must be possible under some hypothesis, got exclusion of all "
                    + size() + "\nMaybe ask excludesAll() first.");
        }
        return logs;
    }

    /**
     * The tempered probabilities, for dependent sources of evidence. The evidence of the n informative pieces on a
     * hypothesis is raised to the power 1 / (1 + (n-1) rho), see {@link DesignEffect}. The evidence itself stays as
     * it is, so rho may change from round to round.
     *
     * @param correlation rho, the mean pairwise correlation of the sources, 0..1
     */
    public double[] tempered(double correlation) {
        double[] exponents = new double[size()];
        for (int i = 0; i < exponents.length; i++) {
            exponents[i] = DesignEffect.exponent(Math.max(1, (double) informative[i]), correlation);
        }
        return probabilities(exponents);
    }

    /** The most probable hypotheses. */
    public MapEstimate map() {
        return MapEstimate.of(probabilities());
    }

    private static void checkSize(int hypotheses) {
        if (hypotheses > MAX_HYPOTHESES) {
            throw new IllegalArgumentException(
                    "hypotheses must be at most " + MAX_HYPOTHESES + ", got " + hypotheses);
        }
    }

    private int place(LikelihoodEvidence evidence) {
        return DomainCheck.index("hypothesis", evidence.hypothesis(), size());
    }

    private void count(LikelihoodEvidence evidence, int place, int sign) {
        evidenceCount += sign;
        if (evidence.informs()) {
            informative[place] += sign;
        }
        if (evidence.excludes()) {
            exclusions[place] += sign;
        } else {
            nats.add(place, sign * evidence.nats());
        }
    }

    /** Turns logarithms of masses into probabilities; false when there is no mass. */
    private static boolean normalise(double[] logs) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double log : logs) {
            largest = Math.max(largest, log);
        }
        if (largest == Double.NEGATIVE_INFINITY) {
            return false;
        }
        double total = 0;
        for (int i = 0; i < logs.length; i++) {
            logs[i] = StrictMath.exp(logs[i] - largest);
            total += logs[i];
        }
        for (int i = 0; i < logs.length; i++) {
            logs[i] /= total;
        }
        return true;
    }
}
