package dev.waggle.swarm.consensus;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload.Stance;

/**
 * How likely each of two rival proposals is the better one, as a debate between them goes on.
 *
 * <p>It starts from the votes that stand when the debate begins, even without any, and from then on moves by new
 * evidence only: a vote on one of the two that was not there before, or that changed in stance or weight. Every agent
 * has one ballot on each of the two, the latest that counts; saying it again changes nothing, so certainty does not
 * grow by repetition. Who votes on neither in the debate keeps the ballots that it had. Each ballot has the likelihood
 * ratio 1 + w when it agrees, 1 / (1 + w) when it disagrees and 1 when it abstains (w: its weight, as the consensus
 * counts it); ballots are taken as independent (naive Bayes). Immutable; O(votes) to make.
 */
public final class DebateOdds {

    /** What makes one of the two the better one. */
    public static final double CONVERGED = 0.8;

    private final ConsensusConfig config;
    private final String a;
    private final String b;
    private final int votesBefore;
    private final Map<BallotKey, Ballot> before;
    private final Map<BallotKey, Ballot> now;

    private DebateOdds(ConsensusConfig config, String a, String b, int votesBefore, Map<BallotKey, Ballot> before,
            Map<BallotKey, Ballot> now) {
        this.config = config;
        this.a = a;
        this.b = b;
        this.votesBefore = votesBefore;
        this.before = before;
        this.now = now;
    }

    /**
     * The odds when a debate begins.
     *
     * @param input all votes so far, as heavy as they count
     * @param a the id of one proposal
     * @param b the id of the other
     */
    public static DebateOdds of(ConsensusInput input, ConsensusConfig config, String a, String b) {
        if (a.equals(b)) {
            throw new IllegalArgumentException("a proposal is no rival of itself: \"" + a + '"');
        }
        Map<BallotKey, Ballot> ballots = ballots(input, config, a, b);
        return new DebateOdds(config, a, b, input.votes().size(), ballots, ballots);
    }

    /** The odds after more was said: the same input, with more votes behind those that were there before. */
    public DebateOdds updatedWith(ConsensusInput input) {
        Set<String> spoke = input.votes().stream().skip(votesBefore).filter(vote -> isOnEither(vote.proposalId()))
                .map(VoteRecord::agentId).collect(Collectors.toSet());
        Map<BallotKey, Ballot> later = new LinkedHashMap<>(before);
        later.keySet().removeIf(voice -> spoke.contains(voice.agent()));
        ballots(input, config, a, b).forEach((voice, ballot) -> {
            if (spoke.contains(voice.agent())) {
                later.put(voice, ballot);
            }
        });
        return new DebateOdds(config, a, b, votesBefore, before, later);
    }

    /** Whether the debate has brought a new vote or a changed one on either of the two. */
    public boolean hasMoved() {
        return !now.equals(before);
    }

    /** Whether new evidence has made one of the two likely enough. */
    public boolean isResolved() {
        return hasMoved() && DecisionRule.reaches(probability(leader()), CONVERGED);
    }

    /** The likelier of the two; the first of them when they are even. */
    public String leader() {
        return probability(b) > probability(a) ? b : a;
    }

    /** The probability of one of the two, 0..1; together they make 1. */
    public double probability(String proposalId) {
        if (!isOnEither(proposalId)) {
            throw new IllegalArgumentException("\"" + proposalId + "\" is neither \"" + a + "\" nor \"" + b + '"');
        }
        double ofA = 1 / (1 + Math.exp(nats(b) - nats(a)));
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

    /** The sum of the logarithms of the ratios, in the order of the ballots. */
    private double nats(String proposalId) {
        double sum = 0;
        for (Map.Entry<BallotKey, Ballot> entry : now.entrySet()) {
            if (entry.getKey().proposal().equals(proposalId)) {
                sum += entry.getValue().nats();
            }
        }
        return sum;
    }

    private static Map<BallotKey, Ballot> ballots(ConsensusInput input, ConsensusConfig config, String a, String b) {
        VoteTally tally = config.tally(input);
        Map<BallotKey, Ballot> ballots = new LinkedHashMap<>();
        for (VoteRecord vote : tally.votes()) {
            if (vote.proposalId().equals(a) || vote.proposalId().equals(b)) {
                ballots.put(new BallotKey(vote.agentId(), vote.proposalId()),
                        new Ballot(vote.vote().stance(), tally.weightOf(vote)));
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
