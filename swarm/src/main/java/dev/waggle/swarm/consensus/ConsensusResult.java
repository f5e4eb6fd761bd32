package dev.waggle.swarm.consensus;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.reliability.TalliedVotes;

/**
 * Result of an evaluation of the votes, with everything that led to it.
 *
 * @param verdict decided or not, the leader, the agreement, the reasoning and the approval
 * @param strategy the id of the evaluated strategy
 * @param standings every proposal, the leader first, then by share
 * @param votingRecord every vote ever cast, replaced and rejected ones too
 * @param dissent every dissent from the leader
 * @param rejectedVotes the number of votes about unknown proposals
 * @param duration the duration of the evaluation; zero if it was not measured
 * @param estimate the probability that the leader is right, decided or not
 * @param reading the reading of the votes; empty if it is not known
 */
public record ConsensusResult(ConsensusVerdict verdict, String strategy, List<ProposalStanding> standings,
        List<VoteRecord> votingRecord, List<Dissent> dissent, int rejectedVotes, Duration duration,
        ConfidenceEstimate estimate, Optional<VoteReading> reading) {

    public ConsensusResult {
        standings = List.copyOf(standings);
        votingRecord = List.copyOf(votingRecord);
        dissent = List.copyOf(dissent);
    }

    /** Result without a probability. */
    public ConsensusResult(ConsensusVerdict verdict, String strategy, List<ProposalStanding> standings,
            List<VoteRecord> votingRecord, List<Dissent> dissent, int rejectedVotes, Duration duration) {
        this(verdict, strategy, standings, votingRecord, dissent, rejectedVotes, duration,
                ConfidenceEstimate.ofAgreement(verdict), Optional.empty());
    }

    /** Result whose reading of the votes is not known. */
    public ConsensusResult(ConsensusVerdict verdict, String strategy, List<ProposalStanding> standings,
            List<VoteRecord> votingRecord, List<Dissent> dissent, int rejectedVotes, Duration duration,
            ConfidenceEstimate estimate) {
        this(verdict, strategy, standings, votingRecord, dissent, rejectedVotes, duration, estimate,
                Optional.empty());
    }

    public boolean decided() {
        return verdict.decided();
    }

    /**
     * The {@link #agreement} under the name that the strategies of the specification give it. The probability that the
     * leader is right is the {@link #estimate}.
     */
    public double confidence() {
        return agreement();
    }

    /** The agreement of the group with the leader as the strategy defines it, 0..1, which the threshold decides on. */
    public double agreement() {
        return verdict.agreement();
    }

    public String reasoning() {
        return verdict.reasoning();
    }

    /** Approval of the leader by the required voters, and every veto; empty lists without an approval rule. */
    public ApprovalStatus approval() {
        return verdict.approval();
    }

    /** The leading proposal, decided or not. */
    public Optional<Proposal> leader() {
        return verdict.leader() == null ? Optional.empty()
                : standings.stream().map(ProposalStanding::proposal).findFirst();
    }

    /** Content of the winning proposal; absent while nothing is decided. */
    public Optional<String> decision() {
        return decided() ? leader().map(Proposal::content) : Optional.empty();
    }

    /** Copy with the measured duration. */
    public ConsensusResult withDuration(Duration measured) {
        return new ConsensusResult(verdict, strategy, standings, votingRecord, dissent, rejectedVotes, measured,
                estimate, reading);
    }

    /** The votes as they were counted, with everything that a case to learn from needs; empty without a reading. */
    public Optional<TalliedVotes> tallied() {
        List<Proposal> proposals = standings.stream().map(ProposalStanding::proposal).toList();
        return reading.map(how -> how.cases()
                .count(VoteTally.of(proposals, votingRecord, how.ballots(), how.maxWeight())));
    }

    /**
     * Reading of votes.
     *
     * @param ballots the meaning of a vote for one proposal with respect to the others
     * @param maxWeight the weight to which heavier votes are cut
     * @param cases the case that weights decide by, and learn from
     */
    public record VoteReading(BallotRule ballots, double maxWeight, LearnedCase cases) {}

    /**
     * Standing of one proposal in the votes.
     *
     * @param proposal the proposal
     * @param share its part of all agreeing weight on all proposals, 0..1; the shares sum to 1 when any agent agrees
     * @param weightRatio agreeing weight over all weight on it, 0..1
     * @param agreeVoters the number of agents that agree with it
     * @param allVoters the number of agents that voted on it, abstentions too
     * @param figure the strategy's own figure of it among all proposals, 0..1, see
     *        {@link ConsensusStrategy#figures}
     */
    public record ProposalStanding(Proposal proposal, double share, double weightRatio, int agreeVoters,
            int allVoters, double figure) {

        /** Standing whose figure is the ratio of the weights. */
        public ProposalStanding(Proposal proposal, double share, double weightRatio, int agreeVoters, int allVoters) {
            this(proposal, share, weightRatio, agreeVoters, allVoters, weightRatio);
        }
    }

    /** Reason why the votes do not decide. */
    public enum ConsensusFailure {
        /** No proposal exists. */
        NO_PROPOSALS,
        /** Fewer agents have voted than the rule needs. */
        INSUFFICIENT_VOTERS,
        /** Enough agents have voted, but too few for the leader, or none agrees with anything. */
        NO_MAJORITY,
        /** The votes decide, and a required approval is missing or a vetoer disagrees. */
        NOT_APPROVED,
        /** The time limit was reached. */
        TIMEOUT,
        /** The question was escalated to an outside party. */
        ESCALATED;
    }
}
