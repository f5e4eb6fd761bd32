package dev.waggle.swarm.consensus.evaluation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteTally;

/**
 * Probability that each of two rival proposals is the better one, updated as their debate goes on.
 *
 * <p>The prior is the votes that stand when the debate begins, even if there are none. From then on only new evidence
 * counts: a vote on one of the two that is new or changed in stance or weight. Every agent has one ballot on each of
 * the two, the latest that counts. A repeated vote changes nothing, so certainty does not grow by repetition. The
 * ballots of an agent that votes on neither in the debate stay. The probability is that of the result of the solve
 * ({@link AnswerPosterior}) for two answers of which one is right. Immutable; O(votes) to make.
 *
 * <p>Before the fourth version of the loop, each ballot has the likelihood ratio 1 + w when it agrees, 1 / (1 + w) when
 * it disagrees and 1 when it abstains. There, w is the weight that the consensus counts, and ballots are taken as
 * independent (naive Bayes).
 */
public final class DebateOdds {

    /** Probability from which one of the two counts as the better one. */
    public static final double CONVERGED = 0.8;

    private final ConsensusConfig config;
    private final Optional<VoterModel> voters;
    private final String a;
    private final String b;
    private final int votesBefore;
    private final Map<BallotKey, Ballot> before;
    private final Map<BallotKey, Ballot> now;

    private DebateOdds(ConsensusConfig config, Optional<VoterModel> voters, String a, String b, int votesBefore,
            Map<BallotKey, Ballot> before, Map<BallotKey, Ballot> now) {
        this.config = config;
        this.voters = voters;
        this.a = a;
        this.b = b;
        this.votesBefore = votesBefore;
        this.before = before;
        this.now = now;
    }

    /**
     * Odds at the start of a debate.
     *
     * @param input all votes so far, with the weights that count
     * @param voters the assumption about voters; empty before the fourth version of the loop
     * @param a the id of one proposal
     * @param b the id of the other
     */
    public static DebateOdds of(ConsensusInput input, ConsensusConfig config, Optional<VoterModel> voters, String a,
            String b) {
        if (a.equals(b)) {
            throw new IllegalArgumentException("a proposal is no rival of itself: \"" + a + '"');
        }
        DebateOdds empty = new DebateOdds(config, voters, a, b, input.votes().size(), Map.of(), Map.of());
        Map<BallotKey, Ballot> ballots = empty.ballots(input);
        return new DebateOdds(config, voters, a, b, input.votes().size(), ballots, ballots);
    }

    /** Updates the odds with the same input, extended by later votes. */
    public DebateOdds updatedWith(ConsensusInput input) {
        Set<String> spoke = input.votes().stream().skip(votesBefore).filter(vote -> isOnEither(vote.proposalId()))
                .map(VoteRecord::agentId).collect(Collectors.toSet());
        Map<BallotKey, Ballot> later = new LinkedHashMap<>(before);
        later.keySet().removeIf(key -> spoke.contains(key.agent()));
        ballots(input).forEach((key, ballot) -> {
            if (spoke.contains(key.agent())) {
                later.put(key, ballot);
            }
        });
        return new DebateOdds(config, voters, a, b, votesBefore, before, later);
    }

    /** True if the debate has brought a new or changed vote on either of the two. */
    public boolean hasMoved() {
        return !now.equals(before);
    }

    /** True if new evidence has made one of the two likely enough. */
    public boolean isResolved() {
        return hasMoved() && DecisionRule.reaches(probability(leader()), CONVERGED);
    }

    /** The likelier of the two; the first of them when they are even. */
    public String leader() {
        return probability(b) > probability(a) ? b : a;
    }

    /** Probability of one of the two, 0..1; both sum to 1. */
    public double probability(String proposalId) {
        if (!isOnEither(proposalId)) {
            throw new IllegalArgumentException("\"" + proposalId + "\" is neither \"" + a + "\" nor \"" + b + '"');
        }
        double ofA = voters.map(this::probabilityOfA).orElseGet(() -> 1 / (1 + Math.exp(nats(b) - nats(a))));
        return proposalId.equals(a) ? ofA : 1 - ofA;
    }

    /** Both probabilities, by proposal. */
    public Map<String, Double> probabilities() {
        Map<String, Double> both = new LinkedHashMap<>();
        both.put(a, probability(a));
        both.put(b, probability(b));
        return both;
    }

    private boolean isOnEither(String proposalId) {
        return proposalId.equals(a) || proposalId.equals(b);
    }

    private double probabilityOfA(VoterModel model) {
        Map<String, Map<Integer, Double>> stances = new LinkedHashMap<>();
        now.forEach((key, ballot) -> stances.computeIfAbsent(key.agent(), _ -> new LinkedHashMap<>())
                .put(key.proposal().equals(a) ? 0 : 1, ConfidenceModel.signed(ballot.stance(), ballot.weight())));
        AnswerPosterior posterior = new AnswerPosterior(2);
        stances.values().forEach(ballot -> posterior.cast(AnswerBallot.ofStances(ballot)));
        return posterior.probabilities(model, 0)[0];
    }

    /** Sum of the logarithms of the likelihood ratios, in the order of the ballots. */
    private double nats(String proposalId) {
        double sum = 0;
        for (Map.Entry<BallotKey, Ballot> entry : now.entrySet()) {
            if (entry.getKey().proposal().equals(proposalId)) {
                sum += entry.getValue().nats();
            }
        }
        return sum;
    }

    private Map<BallotKey, Ballot> ballots(ConsensusInput input) {
        VoteTally tally = config.tally(input);
        Map<BallotKey, Ballot> ballots = new LinkedHashMap<>();
        for (int i = 0; i < tally.votes().size(); i++) {
            VoteRecord vote = tally.votes().get(i);
            if (isOnEither(vote.proposalId())) {
                ballots.put(new BallotKey(vote.agentId(), vote.proposalId()), new Ballot(vote.vote().stance(),
                        voters.isPresent() ? tally.evidenceOf(i) : tally.weightOf(vote)));
            }
        }
        return ballots;
    }

    private record BallotKey(String agent, String proposal) {}

    private record Ballot(Stance stance, double weight) {

        double nats() {
            return switch (stance) {
                case AGREE -> Math.log1p(weight);
                case DISAGREE -> -Math.log1p(weight);
                case ABSTAIN -> 0;
            };
        }
    }
}
