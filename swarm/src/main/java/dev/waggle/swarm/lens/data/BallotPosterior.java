package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.TreeMap;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import org.jspecify.annotations.Nullable;

/**
 * Posterior in which each agent counts once, by its {@link AnswerBallot}, with one exponent for all proposals:
 * {@link AnswerPosterior}. Beside the proposals there is one more answer, that none of them is right.
 *
 * <p>An agent whose votes changed is counted again when the posterior is read: O(its votes). Owned by one thread.
 */
final class BallotPosterior implements GroupPosterior {

    /** Strength below which a vote counts as an abstention: the sums of the posterior do not resolve it. */
    private static final double LEAST_STRENGTH = 0x1p-60;

    /** Answers beside the proposals: none of them. */
    private static final int OTHERS = 1;

    private final VoterModel model;
    private final VoterModel independent;
    private final AnswerPosterior posterior = new AnswerPosterior(0);
    private final List<Voter> voters = new ArrayList<>();
    private final BitSet unsettled = new BitSet();
    /** Agents whose ballots changed in the round. */
    private final BitSet changed = new BitSet();
    /** Changes of the round; {@code null} until they are read. */
    private @Nullable List<EvidenceChange> evidence = List.of();
    private double[] before = new double[0];

    /** State of an agent. */
    private static final class Voter {

        /** Strength of its votes by proposal, without zeros. */
        private final Map<Integer, Double> strengths = new HashMap<>();
        /** The ballot that counts. */
        private AnswerBallot ballot = AnswerBallot.NEUTRAL;
        /** The ballot at the beginning of the last round in which it changed. */
        private AnswerBallot earlier = AnswerBallot.NEUTRAL;
        /** Evidence of the ballot by proposal, in rising order; {@code null} until it is read. */
        private @Nullable Map<Integer, Double> nats = Map.of();
    }

    /** Posterior in which the ballots of two voters are correlated by that much, 0..1. */
    BallotPosterior(double dependence) {
        model = new VoterModel(VoterModel.READERS.gain(), dependence);
        independent = new VoterModel(model.gain(), 0);
    }

    @Override
    public void addProposal() {
        posterior.join();
    }

    @Override
    public void beginRound() {
        settle();
        changed.clear();
        evidence = List.of();
        before = new double[posterior.size()];
        Arrays.setAll(before, posterior::support);
    }

    @Override
    public void replace(@Nullable Ballot before, @Nullable Ballot after) {
        Ballot any = after != null ? after : Objects.requireNonNull(before, "one ballot must be given");
        Map<Integer, Double> own = voter(any.agent()).strengths;
        double strength = after == null ? 0 : strength(after);
        if (strength == 0) {
            own.remove(any.proposal());
        } else {
            own.put(any.proposal(), strength);
        }
        unsettled.set(any.agent());
    }

    @Override
    public double nats(int proposal) {
        settle();
        return model.gain() * posterior.support(proposal);
    }

    @Override
    public double natsOfRound(int proposal) {
        settle();
        return model.gain() * (posterior.support(proposal) - (proposal < before.length ? before[proposal] : 0));
    }

    @Override
    public double exponent(int proposal) {
        settle();
        return model.nats(posterior.voters()) / model.gain();
    }

    @Override
    public double[] shares() {
        settle();
        return posterior.size() == 0 ? new double[0] : posterior.probabilities(model, 0);
    }

    @Override
    public double[] sharesBefore() {
        settle();
        double nats = model.nats(posterior.voters());
        double[] shares = Arrays.copyOf(before, posterior.size());
        double largest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < shares.length; i++) {
            shares[i] *= nats;
            largest = Math.max(largest, shares[i]);
        }
        // In the order of AnswerPosterior: a round without evidence leaves each bit as it was.
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            shares[i] = StrictMath.exp(shares[i] - largest);
            sum += shares[i];
        }
        for (int i = 0; i < shares.length; i++) {
            shares[i] /= sum;
        }
        return shares;
    }

    @Override
    public double[] probabilities() {
        settle();
        return posterior.probabilities(model, OTHERS);
    }

    @Override
    public double[] independent() {
        settle();
        return posterior.probabilities(independent, OTHERS);
    }

    @Override
    public OptionalInt leader(double[] shares) {
        settle();
        return posterior.leader();
    }

    @Override
    public double effectiveVoters(int voters) {
        settle();
        return posterior.voters() * model.nats(posterior.voters()) / model.gain();
    }

    @Override
    public double natsOfAgreement(double confidence) {
        return model.gain() * confidence / UnstatedConfidence.USUAL;
    }

    @Override
    public List<EvidenceChange> changes(List<BallotChange> changes) {
        settle();
        List<EvidenceChange> known = evidence;
        if (known == null) {
            known = changesOfRound();
            evidence = known;
        }
        return known;
    }

    @Override
    public Map<Integer, Double> natsOf(int agent, Map<Integer, Ballot> ballots) {
        settle();
        Voter own = voter(agent);
        Map<Integer, Double> known = own.nats;
        if (known == null) {
            known = nats(own.ballot);
            own.nats = known;
        }
        return known;
    }

    private Voter voter(int agent) {
        while (voters.size() <= agent) {
            voters.add(new Voter());
        }
        return voters.get(agent);
    }

    /** Nats of a ballot by proposal in rising order. */
    private Map<Integer, Double> nats(AnswerBallot ballot) {
        Map<Integer, Double> support = ballot.support();
        if (support.size() == 1) { // Most ballots.
            Map.Entry<Integer, Double> only = support.entrySet().iterator().next();
            return Map.of(only.getKey(), model.gain() * only.getValue());
        }
        int[] proposals = new int[support.size()];
        int count = 0;
        for (int proposal : support.keySet()) {
            proposals[count++] = proposal;
        }
        Arrays.sort(proposals);
        Map<Integer, Double> nats = LinkedHashMap.newLinkedHashMap(proposals.length);
        for (int proposal : proposals) {
            nats.put(proposal, model.gain() * support.getOrDefault(proposal, 0.0));
        }
        return Collections.unmodifiableMap(nats);
    }

    /** Nats by proposal in rising order, without zeros. */
    private Map<Integer, Double> difference(AnswerBallot old, AnswerBallot now) {
        Map<Integer, Double> nats = new TreeMap<>();
        for (Map.Entry<Integer, Double> support : now.support().entrySet()) {
            double more = support.getValue() - old.support().getOrDefault(support.getKey(), 0.0);
            if (more != 0) {
                nats.put(support.getKey(), model.gain() * more);
            }
        }
        for (Map.Entry<Integer, Double> support : old.support().entrySet()) {
            if (!now.support().containsKey(support.getKey())) {
                nats.put(support.getKey(), model.gain() * -support.getValue());
            }
        }
        return nats;
    }

    /** Counts the agents again whose votes changed. */
    private void settle() {
        if (unsettled.isEmpty()) {
            return;
        }
        for (int agent = unsettled.nextSetBit(0); agent >= 0; agent = unsettled.nextSetBit(agent + 1)) {
            Voter voter = voter(agent);
            AnswerBallot now = AnswerBallot.ofStances(voter.strengths);
            if (!now.equals(voter.ballot)) {
                if (!changed.get(agent)) {
                    changed.set(agent);
                    voter.earlier = voter.ballot;
                }
                posterior.withdraw(voter.ballot);
                posterior.cast(now);
                voter.ballot = now;
                voter.nats = null;
            }
        }
        unsettled.clear();
        evidence = null;
    }

    private List<EvidenceChange> changesOfRound() {
        List<EvidenceChange> all = new ArrayList<>(changed.cardinality());
        for (int agent = changed.nextSetBit(0); agent >= 0; agent = changed.nextSetBit(agent + 1)) {
            Voter voter = voter(agent);
            Map<Integer, Double> nats = difference(voter.earlier, voter.ballot);
            if (!nats.isEmpty()) {
                all.add(new EvidenceChange(agent, nats));
            }
        }
        return Collections.unmodifiableList(all);
    }

    /** Weight times the worth of the confidence, below 0 for an objection. */
    private static double strength(Ballot ballot) {
        double size = Math.min(ballot.weight() * ballot.worth(), AnswerBallot.MAX_WEIGHT);
        return size < LEAST_STRENGTH ? 0 : switch (ballot.stance()) {
            case AGREE -> size;
            case DISAGREE -> -size;
            case ABSTAIN -> 0;
        };
    }
}
