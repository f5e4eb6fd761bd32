package dev.waggle.swarm.lens.data;

import java.util.Arrays;

import dev.waggle.math.inference.DesignEffect;
import dev.waggle.math.inference.LikelihoodEvidence;
import dev.waggle.math.inference.Posterior;
import org.jspecify.annotations.Nullable;

/** Posterior of the group over the proposals from all ballots, now and before the round. Owned by one thread. */
final class GroupPosterior {

    private final double dependence;
    private @Nullable Posterior posterior;
    private double[] before = new double[0];

    /** Posterior in which votes on one proposal are correlated by that much, 0..1. */
    GroupPosterior(double dependence) {
        this.dependence = dependence;
    }

    void addProposal() {
        if (posterior == null) {
            posterior = Posterior.uniform(1);
        } else {
            posterior.join();
        }
    }

    void beginRound() {
        before = new double[size()];
        Arrays.setAll(before, this::nats);
    }

    void add(Ballot ballot) {
        all().add(evidence(ballot));
    }

    void withdraw(Ballot ballot) {
        all().withdraw(evidence(ballot));
    }

    int size() {
        return posterior == null ? 0 : posterior.size();
    }

    double nats(int proposal) {
        return all().weightOfEvidence(proposal);
    }

    /** Part of the evidence that this round added, in nats. */
    double natsOfRound(int proposal) {
        return nats(proposal) - (proposal < before.length ? before[proposal] : 0);
    }

    /** Exponent of the evidence on that proposal, because its voters depend on each other. */
    double exponent(int proposal) {
        return DesignEffect.exponent(Math.max(1, (double) all().informative(proposal)), dependence);
    }

    double[] independent() {
        return posterior == null ? new double[0] : posterior.probabilities();
    }

    double[] tempered() {
        return posterior == null ? new double[0] : posterior.tempered(dependence);
    }

    /** Tempered probabilities of the proposals without the evidence of this round, with the current exponents. */
    double[] temperedBefore() {
        double[] nats = new double[size()];
        for (int i = 0; i < Math.min(before.length, nats.length); i++) {
            nats[i] = exponent(i) * before[i];
        }
        return probabilities(nats);
    }

    /** Converts logarithms of odds to probabilities, in place. */
    static double[] probabilities(double[] nats) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double value : nats) {
            largest = Math.max(largest, value);
        }
        double sum = 0;
        for (int i = 0; i < nats.length; i++) {
            nats[i] = Math.exp(nats[i] - largest);
            sum += nats[i];
        }
        for (int i = 0; i < nats.length; i++) {
            nats[i] /= sum;
        }
        return nats;
    }

    private Posterior all() {
        if (posterior == null) {
            throw new IllegalStateException("there is no proposal yet");
        }
        return posterior;
    }

    /** Agreement multiplies the odds by (1 + weight)^confidence, disagreement divides them, abstention leaves them. */
    private static LikelihoodEvidence evidence(Ballot ballot) {
        double ratio = switch (ballot.stance()) {
            case AGREE -> 1 + ballot.weight();
            case DISAGREE -> 1 / (1 + ballot.weight());
            case ABSTAIN -> 1;
        };
        return new LikelihoodEvidence(ballot.proposal(), ratio, ballot.confidence());
    }
}
