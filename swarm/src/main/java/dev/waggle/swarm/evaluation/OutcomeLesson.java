package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.evaluation.OutcomeBallot.CastVote;
import dev.waggle.swarm.evaluation.OutcomeBallot.StatedAnswer;
import dev.waggle.swarm.evaluation.OutcomeRecord.RightAnswer;
import dev.waggle.swarm.reputation.AgentOutcome;
import dev.waggle.swarm.selection.AgentCalibration.ClaimOutcome;

/**
 * Lessons of one outcome.
 *
 * <table>
 * <caption>Reliability: at most one outcome for each agent</caption>
 * <tr><th>told</th><th>right</th><th>wrong</th></tr>
 * <tr><td>correct</td><td>authors of the leader, voters that agree with it</td>
 * <td>voters that disagree with it</td></tr>
 * <tr><td>incorrect</td><td>voters that disagree with it</td>
 * <td>authors of it, voters that agree with it</td></tr>
 * <tr><td>the right answer</td><td>voters that agree with it, authors of it without another vote</td>
 * <td>agents with another answer, voters that disagree with it</td></tr>
 * <tr><td>partial</td><td>none</td><td>none</td></tr>
 * </table>
 *
 * <p>A vote counts more than authorship, and the last of several votes counts. Beside the right answer, the last of
 * several proposals of an agent counts, so that proposing every answer earns nothing. Under {@link
 * BallotRule#EXCLUSIVE} the agreement with another answer disagrees with the leader. An abstention says nothing.
 *
 * <p>Claims, for the calibration of stated confidences, are every proposal and vote that the outcome settles. If the
 * right answer is known, every proposal and agreement is right or wrong, and so is a disagreement with it. Otherwise
 * only statements about the leader are settled, and proposals of other answers if the leader is right.
 */
final class OutcomeLesson {

    private final OutcomeRecord record;

    OutcomeLesson(OutcomeRecord record) {
        this.record = record;
    }

    /** Outcomes of the agents, at most one for each, in the order of their ids. */
    List<AgentOutcome> outcomes() {
        List<AgentOutcome> outcomes = new ArrayList<>();
        for (OutcomeBallot ballot : record.ballots().ballots()) {
            isRight(ballot).ifPresent(
                    right -> outcomes.add(new AgentOutcome(ballot.agentId(), record.taskType(), right)));
        }
        return outcomes;
    }

    /** Outcomes of stated confidences, by agent: its proposals, then its votes. */
    List<ClaimOutcome> claims() {
        List<ClaimOutcome> claims = new ArrayList<>();
        for (OutcomeBallot ballot : record.ballots().ballots()) {
            for (StatedAnswer proposal : ballot.proposals()) {
                if (proposal.confidence() != null) {
                    double stated = proposal.confidence();
                    isRight(proposal).ifPresent(
                            right -> claims.add(new ClaimOutcome(ballot.agentId(), stated, right)));
                }
            }
            for (CastVote vote : ballot.votes()) {
                if (vote.confidence() != null) {
                    double stated = vote.confidence();
                    isRight(vote).ifPresent(right -> claims.add(new ClaimOutcome(ballot.agentId(), stated, right)));
                }
            }
        }
        return claims;
    }

    private Optional<Boolean> isRight(OutcomeBallot ballot) {
        RightAnswer right = record.judgement().right();
        if (right != null) {
            return isRightBy(right, ballot);
        }
        return switch (record.judgement().verdict()) {
            case CORRECT -> supportsLeader(ballot);
            case INCORRECT -> supportsLeader(ballot).map(supports -> !supports);
            case PARTIAL -> Optional.empty();
        };
    }

    private static Optional<Boolean> isRightBy(RightAnswer right, OutcomeBallot ballot) {
        if (ballot.agreesWithAny()) {
            return Optional.of(ballot.agreesWith(right.id()));
        }
        Optional<CastVote> vote = ballot.voteOn(right.id());
        if (vote.isPresent()) {
            return vote.get().stance() == Stance.DISAGREE ? Optional.of(false) : Optional.empty();
        }
        return ballot.answer().map(answer -> answer.answer().equals(right.id()));
    }

    /** True for support of the leader, false for opposition; empty for an agent without a position. */
    private Optional<Boolean> supportsLeader(OutcomeBallot ballot) {
        String leader = record.ballots().leader();
        Optional<CastVote> vote = ballot.voteOn(leader);
        if (vote.isPresent() && vote.get().stance() != Stance.ABSTAIN) {
            return Optional.of(vote.get().agrees());
        }
        if (isExclusive() && ballot.agreesWithAny()) {
            return Optional.of(false);
        }
        return vote.isEmpty() && ballot.proposed(leader) ? Optional.of(true) : Optional.empty();
    }

    private Optional<Boolean> isRight(StatedAnswer proposal) {
        RightAnswer right = record.judgement().right();
        if (right != null) {
            return Optional.of(proposal.answer().equals(right.id()));
        }
        boolean isLeader = proposal.answer().equals(record.ballots().leader());
        return switch (record.judgement().verdict()) {
            case CORRECT -> Optional.of(isLeader);
            case INCORRECT -> isLeader ? Optional.of(false) : Optional.empty();
            case PARTIAL -> Optional.empty();
        };
    }

    private Optional<Boolean> isRight(CastVote vote) {
        RightAnswer right = record.judgement().right();
        OutcomeVerdict verdict = record.judgement().verdict();
        if (vote.stance() == Stance.ABSTAIN || (right == null && verdict == OutcomeVerdict.PARTIAL)) {
            return Optional.empty();
        }
        String settled = right == null ? record.ballots().leader() : right.id();
        boolean isSettledRight = right != null || verdict == OutcomeVerdict.CORRECT;
        if (vote.answer().equals(settled)) {
            return Optional.of(vote.agrees() == isSettledRight);
        }
        boolean isRival = vote.agrees() && isSettledRight && (right != null || isExclusive());
        return isRival ? Optional.of(false) : Optional.empty();
    }

    private boolean isExclusive() {
        return record.ballots().rule() == BallotRule.EXCLUSIVE;
    }
}
