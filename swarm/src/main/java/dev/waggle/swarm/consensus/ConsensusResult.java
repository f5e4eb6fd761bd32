package dev.waggle.swarm.consensus;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Result of an evaluation of the votes, with everything that led to it.
 *
 * @param verdict decided or not, the leader, the confidence and the reasoning
 * @param strategy the id of the evaluated strategy
 * @param standings every proposal, the leader first, then by share
 * @param votingRecord every vote ever cast, replaced and rejected ones too
 * @param dissent every dissent from the leader
 * @param rejectedVotes the number of votes about unknown proposals
 * @param duration the duration of the evaluation; zero if it was not measured
 */
public record ConsensusResult(ConsensusVerdict verdict, String strategy, List<ProposalStanding> standings,
        List<VoteRecord> votingRecord, List<Dissent> dissent, int rejectedVotes, Duration duration) {

    public ConsensusResult {
        standings = List.copyOf(standings);
        votingRecord = List.copyOf(votingRecord);
        dissent = List.copyOf(dissent);
    }

    public boolean decided() {
        return verdict.decided();
    }

    public double confidence() {
        return verdict.confidence();
    }

    public String reasoning() {
        return verdict.reasoning();
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
        return new ConsensusResult(verdict, strategy, standings, votingRecord, dissent, rejectedVotes, measured);
    }
}
