package dev.waggle.swarm.lens.data;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import dev.waggle.math.inference.DesignEffect;
import dev.waggle.math.inference.LikelihoodEvidence;
import dev.waggle.math.inference.Posterior;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import org.jspecify.annotations.Nullable;

/**
 * Posterior with an exponent for each proposal, by the number of its own voters. A further supporter may lower its
 * proposal (decision 0027); runs of earlier versions of the loop replay with it. Owned by one thread.
 */
final class ProposalPosteriors implements GroupPosterior {

    private final double dependence;
    private @Nullable Posterior posterior;
    private double[] before = new double[0];

    /** Posterior in which votes on one proposal are correlated by that much, 0..1. */
    ProposalPosteriors(double dependence) {
        this.dependence = dependence;
    }

    @Override
    public void addProposal() {
        if (posterior == null) {
            posterior = Posterior.uniform(1);
        } else {
            posterior.join();
        }
    }

    @Override
    public void beginRound() {
        before = new double[size()];
        Arrays.setAll(before, this::nats);
    }

    @Override
    public void replace(@Nullable Ballot before, @Nullable Ballot after) {
        if (after != null) {
            all().add(evidence(after));
        }
        if (before != null) {
            all().withdraw(evidence(before));
        }
    }

    @Override
    public double nats(int proposal) {
        return all().weightOfEvidence(proposal);
    }

    @Override
    public double natsOfRound(int proposal) {
        return nats(proposal) - (proposal < before.length ? before[proposal] : 0);
    }

    @Override
    public double exponent(int proposal) {
        return DesignEffect.exponent(Math.max(1, (double) all().informative(proposal)), dependence);
    }

    @Override
    public double[] shares() {
        return posterior == null ? new double[0] : posterior.tempered(dependence);
    }

    @Override
    public double[] sharesBefore() {
        double[] nats = new double[size()];
        for (int i = 0; i < Math.min(before.length, nats.length); i++) {
            nats[i] = exponent(i) * before[i];
        }
        return probabilities(nats);
    }

    @Override
    public double[] probabilities() {
        return shares();
    }

    @Override
    public double[] independent() {
        return posterior == null ? new double[0] : posterior.probabilities();
    }

    @Override
    public OptionalInt leader(double[] shares) {
        int best = -1;
        boolean tied = false;
        for (int i = 0; i < shares.length; i++) {
            if (best < 0 || shares[i] > shares[best]) {
                best = i;
                tied = false;
            } else if (shares[i] == shares[best]) {
                tied = true;
            }
        }
        return best < 0 || tied ? OptionalInt.empty() : OptionalInt.of(best);
    }

    @Override
    public double effectiveVoters(int voters) {
        return voters == 0 ? 0 : DesignEffect.effectiveSize(voters, dependence);
    }

    @Override
    public double natsOfAgreement(double confidence) {
        return confidence * Math.log(2);
    }

    @Override
    public List<EvidenceChange> changes(List<BallotChange> changes) {
        return changes.stream().filter(change -> change.evidence() != 0)
                .map(change -> new EvidenceChange(change.agent(), Map.of(change.proposal(), change.evidence())))
                .toList();
    }

    @Override
    public Map<Integer, Double> natsOf(int agent, Map<Integer, Ballot> ballots) {
        Map<Integer, Double> nats = new LinkedHashMap<>();
        ballots.forEach((proposal, ballot) -> nats.put(proposal, ballot.evidence()));
        return nats;
    }

    private int size() {
        return posterior == null ? 0 : posterior.size();
    }

    /** Converts logarithms of odds to probabilities, in place. */
    private static double[] probabilities(double[] nats) {
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
