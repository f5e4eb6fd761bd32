package dev.waggle.swarm.consensus;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Payload.Stance;
import org.jspecify.annotations.Nullable;

/**
 * Assumption by which votes become the probability that a proposal is right. Exactly one answer is right: one of the
 * proposals, or one that nobody proposed. Each voter has one ballot ({@link AnswerBallot}), and there is one effective
 * number of voters ({@link AnswerPosterior}).
 *
 * @param voters the evidence of a voter and the dependence between voters
 * @param weakestGain the gain in nats of weak voters, for the low end of the interval; above 0 and at most the gain of
 *        {@code voters}
 * @param strongestGain the gain in nats of strong voters, for the high end; at least the gain of {@code voters}
 * @param answers the number of possible answers if it is known, at least 1; if not, there is one more than the proposals
 * @param outcomes the number of outcomes from which the gain was learned, at least 0; 0 if it is assumed
 */
public record ConfidenceModel(VoterModel voters, double weakestGain, double strongestGain, OptionalInt answers,
        int outcomes) {

    public ConfidenceModel {
        if (!(weakestGain > 0 && weakestGain <= voters.gain() && voters.gain() <= strongestGain
                && strongestGain <= Double.MAX_VALUE)) {
            throw new IllegalArgumentException("the gain must be between the weakest, above 0, and the strongest, got "
                    + weakestGain + ", " + voters.gain() + ", " + strongestGain);
        }
        if (answers.isPresent() && answers.getAsInt() < 1) {
            throw new IllegalArgumentException("answers must be at least 1, got " + answers.getAsInt());
        }
        if (outcomes < 0) {
            throw new IllegalArgumentException("outcomes must be at least 0, got " + outcomes);
        }
    }

    /**
     * Voters that answered alone, an unknown number of answers. The gains at the ends are the tenth and the ninetieth
     * percentile of the best gains of twelve recorded sets (docs/quality.md).
     */
    public static ConfidenceModel alone() {
        return new ConfidenceModel(VoterModel.ALONE, 2.43, 4.72, OptionalInt.empty(), 0);
    }

    /**
     * Voters that have read each other, an unknown number of answers. The recorded sets of debates are too few for
     * percentiles, so the gains at the ends have the ratios of {@link #alone}.
     */
    public static ConfidenceModel readers() {
        return new ConfidenceModel(VoterModel.READERS, 0.9, 1.75, OptionalInt.empty(), 0);
    }

    /** Copy for a question with that number of possible answers, at least 1. */
    public ConfidenceModel withAnswers(int possible) {
        return new ConfidenceModel(voters, weakestGain, strongestGain, OptionalInt.of(possible), outcomes);
    }

    /** Copy in which the ballots of two voters are correlated by that much, 0..1. */
    public ConfidenceModel withDependence(double dependence) {
        return new ConfidenceModel(new VoterModel(voters.gain(), dependence), weakestGain, strongestGain, answers,
                outcomes);
    }

    /** Posterior over the proposals of a tally, each at its index; O(votes + proposals). */
    static AnswerPosterior posterior(VoteTally tally) {
        AnswerPosterior posterior = new AnswerPosterior(tally.size());
        Map<String, Map<Integer, Double>> stances = new LinkedHashMap<>();
        List<VoteRecord> votes = tally.votes();
        for (int i = 0; i < votes.size(); i++) {
            stances.computeIfAbsent(votes.get(i).agentId(), _ -> new HashMap<>()).put(tally.proposalOf(i),
                    signed(votes.get(i).vote().stance(), tally.evidenceOf(i)));
        }
        stances.values().forEach(ballot -> posterior.cast(AnswerBallot.ofStances(ballot)));
        return posterior;
    }

    /** Support of each proposal of a tally at its index, in voters of usual confidence, less half of the objections. */
    public static double[] support(VoteTally tally) {
        AnswerPosterior posterior = posterior(tally);
        return IntStream.range(0, tally.size()).mapToDouble(posterior::support).toArray();
    }

    /** Evidence of a stance with its sign: above 0 for agreement, below 0 for disagreement, 0 for an abstention. */
    public static double signed(Stance stance, double evidence) {
        return switch (stance) {
            case AGREE -> evidence;
            case DISAGREE -> -evidence;
            case ABSTAIN -> 0;
        };
    }

    /**
     * Estimate of the probability that the leader is right.
     *
     * @param leader the id of the leading proposal; {@code null} if none leads, and then the probability is 0
     */
    public ConfidenceEstimate estimate(VoteTally tally, @Nullable String leader) {
        AnswerPosterior posterior = posterior(tally);
        double[] expected = probabilities(posterior, voters.gain());
        Map<String, Double> ofProposals = LinkedHashMap.newLinkedHashMap(expected.length);
        int place = -1;
        for (int proposal = 0; proposal < expected.length; proposal++) {
            ofProposals.put(tally.proposal(proposal).id(), expected[proposal]);
            place = tally.proposal(proposal).id().equals(leader) ? proposal : place;
        }
        if (place < 0) {
            return new ConfidenceEstimate(0, 0, 0, basis(), outcomes, ofProposals);
        }
        double weak = probabilities(posterior, weakestGain)[place];
        double strong = probabilities(posterior, strongestGain)[place];
        double now = expected[place];
        return new ConfidenceEstimate(now, Math.min(now, Math.min(weak, strong)), Math.max(now, Math.max(weak, strong)),
                basis(), outcomes, ofProposals);
    }

    private ConfidenceEstimate.Basis basis() {
        return outcomes == 0 ? ConfidenceEstimate.Basis.ASSUMED : ConfidenceEstimate.Basis.CALIBRATED;
    }

    /** Number of answers that nobody proposed, beside that many proposals: at least 1 unless the answers are known. */
    public int others(int proposals) {
        return answers.isEmpty() ? 1 : Math.max(proposals < 2 ? 1 : 0, answers.getAsInt() - proposals);
    }

    private double[] probabilities(AnswerPosterior posterior, double gain) {
        return posterior.probabilities(new VoterModel(gain, voters.dependence()), others(posterior.size()));
    }
}
