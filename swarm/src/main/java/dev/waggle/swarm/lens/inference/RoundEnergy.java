package dev.waggle.swarm.lens.inference;

import java.util.List;
import java.util.Optional;

import dev.waggle.math.inference.FreeEnergy;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.EvidenceChange;

/**
 * Free energy of the votes of a round, in nats for one vote.
 *
 * <p>The model is that exactly one of p proposals is right. The vote of an agent is the change of its evidence e(k) for
 * each proposal k, 0 for most. Its probability is e^e(k) / sum e^e(j) if k is right. So a vote for one proposal of
 * evidence e has r / (r + p - 1) if that is right and 1 / (r + p - 1) if another is, with r = e^e. It multiplies the
 * odds by r, as in all lenses. Votes depend on each other. Therefore their likelihood is raised to the same power t as
 * their evidence is, and a vote counts as t votes. The prior is the belief before the round, and the belief is the one
 * after it. So the belief is the posterior and the free energy is the surprise -ln p(votes). The uniform belief has
 * ln p for a single vote of any content, of a weight of at most 1.
 *
 * <p>Where each proposal has its own exponent (earlier versions of the loop), each ballot is a vote of its own.
 *
 * <p>Costs O(votes of the round + p). Sources: Friston 2010; Grünwald 2012 for the power of a likelihood.
 *
 * @param freeEnergy complexity - accuracy, at least 0
 * @param complexity the movement of the belief, KL(belief || prior), at least 0
 * @param accuracy the fit of the belief to the votes, E ln p(votes | right proposal), at most 0
 * @param gap the excess of the free energy over the surprise; 0 but for rounding
 * @param ignorance ln p, the free energy of a single vote under the uniform belief
 * @param contradiction ln p(all votes | nothing believed) - ln p(all votes | prior): above 0 when the uniform belief
 *        would have predicted the votes better, not divided by votes
 * @param votes the number of independent votes that the round was worth, above 0
 */
record RoundEnergy(double freeEnergy, double complexity, double accuracy, double gap, double ignorance,
        double contradiction, double votes) {

    /** Substitute for a probability that underflows in a double. */
    private static final double VANISHED = 1e-300;

    /** Energy of a round with that evidence; empty without any or with fewer than two proposals to compare. */
    static Optional<RoundEnergy> of(DeliberationData deliberation, List<EvidenceChange> changes) {
        int proposals = deliberation.proposalCount();
        if (proposals < 2) {
            return Optional.empty();
        }
        double votes = 0;
        double common = 0;
        for (EvidenceChange change : changes) {
            double exponent = deliberation.temper(change.nats().keySet().iterator().next());
            votes += exponent;
            common -= exponent * logOfAll(change, proposals);
        }
        return votes == 0 ? Optional.empty() : Optional.of(of(deliberation, proposals, votes, common));
    }

    private static RoundEnergy of(DeliberationData deliberation, int proposals, double votes, double common) {
        double[] likelihood = new double[proposals];
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < proposals; i++) {
            likelihood[i] = deliberation.temper(i) * deliberation.logOddsOfRound(i);
            largest = Math.max(largest, likelihood[i]);
        }
        double[] prior = deliberation.distributionBefore();
        double sum = 0;
        for (int i = 0; i < proposals; i++) {
            likelihood[i] = Math.max(VANISHED, Math.exp(likelihood[i] - largest));
            prior[i] = Math.max(VANISHED, prior[i]);
            sum += likelihood[i];
        }
        FreeEnergy.Variational energy = FreeEnergy.variational(prior, likelihood, deliberation.distribution());
        double scale = common + largest; // The logarithm of the sum of which the likelihoods above are shares.
        return new RoundEnergy(Math.max(0, energy.freeEnergy() - scale) / votes, energy.complexity() / votes,
                Math.min(0, energy.accuracy() + scale) / votes, energy.gap() / votes, Math.log(proposals),
                Math.log(sum / proposals) - energy.logEvidence(), votes);
    }

    /** Logarithm of the sum of e^evidence over that many proposals. */
    private static double logOfAll(EvidenceChange change, int proposals) {
        double sum = Math.log(proposals - change.nats().size());
        for (double nats : change.nats().values()) {
            sum = logOfSum(nats, sum);
        }
        return sum;
    }

    /** ln(e^left + e^right), without overflow; left is finite. */
    private static double logOfSum(double left, double right) {
        return Math.max(left, right) + Math.log1p(Math.exp(-Math.abs(left - right)));
    }
}
