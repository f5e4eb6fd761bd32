package dev.waggle.swarm.engine.loop;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.RoundVotes;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.Stagnation;
import dev.waggle.swarm.engine.speech.CoordinationTracker;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.TurnRunner;
import dev.waggle.swarm.event.SolveEnding.LoopStop;

/**
 * Ends a solve whose votes lead nowhere, after the votes and the debates of the round. It needs no lens. A round does
 * not count while the discussion is open:
 *
 * <ul>
 * <li>a proposal is new, or two are debated,
 * <li>a turn failed, or an agent with mail got no turn,
 * <li>an agent joined, or an escalation awaits its answer,
 * <li>an agent without a vote said something, so that a person who asks first is not cut off,
 * <li>a required voter has not voted on the leader.
 * </ul>
 *
 * <p>The end waits one round for an objection of the runtime that awaits its first turn. In that round the runtime
 * challenges no proposal, because no agent could answer. Owned by the thread of the solve.
 */
final class StagnationPhase {

    private final SolveBus bus;
    private final CoordinationTracker conference;
    private final AgentRoster seats;
    private final TurnRunner turns;
    private final VoteEvaluator votes;
    private final DebateRunner debates;
    private final DecisionHold hold;
    private final StagnationMonitor monitor = new StagnationMonitor();
    private Set<String> agents = Set.of();
    private boolean isFound;
    private boolean hasWaited;
    private int position;
    private int debateCount;

    StagnationPhase(SolveBus bus, CoordinationTracker conference, AgentRoster seats, TurnRunner turns,
            VoteEvaluator votes, DebateRunner debates, DecisionHold hold) {
        this.bus = bus;
        this.conference = conference;
        this.seats = seats;
        this.turns = turns;
        this.votes = votes;
        this.debates = debates;
        this.hold = hold;
    }

    /**
     * Observes the votes at the end of a round.
     *
     * @param called number of agents that got a turn
     * @param skipped number of agents with mail that got none
     * @return the ending of the solve, if its votes lead nowhere
     */
    Optional<LoopStop> observe(int called, int skipped) {
        if (!hold.isEnabled()) {
            return Optional.empty();
        }
        ConsensusResult standing = votes.standing();
        Optional<String> leader = standing.leader().map(Proposal::id);
        RoundVotes round = RoundVotes.of(votes.tally(), leader, standing.confidence());
        Optional<LoopStop> found = Optional.empty();
        if (isOpen(called, skipped, standing, round)) {
            monitor.observeOpen(round);
        } else {
            found = monitor.observe(round).map(StagnationPhase::ending);
        }
        isFound = found.isPresent();
        boolean waits = isFound && !hasWaited && hold.awaitsAnswer();
        hasWaited |= waits;
        return waits ? Optional.empty() : found;
    }

    /** True if the end waited for an objection in the last round, so that no other objection could be answered. */
    boolean isWaiting() {
        return isFound && hasWaited;
    }

    /** Every question is asked in every round, because most compare with the round before. */
    private boolean isOpen(int called, int skipped, ConsensusResult standing, RoundVotes round) {
        boolean hasDebated = hasDebated();
        boolean hasJoined = hasJoined();
        boolean isSpeaking = isUndecidedVoterSpeaking(round);
        return skipped > 0 || turns.answeredCount() < called || hasDebated || hasJoined || isSpeaking
                || conference.isEscalated() || awaitsApproval(standing, round);
    }

    private static LoopStop ending(Stagnation stagnation) {
        return switch (stagnation) {
            case STALLED -> LoopStop.STALLED;
            case OSCILLATING -> LoopStop.OSCILLATING;
        };
    }

    private boolean hasJoined() {
        Set<String> now = seats.active().stream().map(AgentSeat::id).collect(Collectors.toSet());
        boolean hasJoined = !agents.containsAll(now);
        agents = now;
        return hasJoined;
    }

    private boolean hasDebated() {
        int before = debateCount;
        debateCount = debates.results().size();
        return debateCount > before;
    }

    /** True if an agent that may vote and has no vote said something since the last observation. */
    private boolean isUndecidedVoterSpeaking(RoundVotes round) {
        Set<String> speakers = bus.speakersSince(position);
        position = bus.summary().log().size();
        Set<String> voted = new HashSet<>();
        round.stances().keySet().forEach(ballot -> voted.add(ballot.agent()));
        return seats.active().stream().filter(seat -> seat.profile().mayEmit(SignalType.VOTE)).map(AgentSeat::id)
                .anyMatch(agent -> speakers.contains(agent) && !voted.contains(agent));
    }

    /** True if a required voter that can still vote has not voted on the leader. */
    private boolean awaitsApproval(ConsensusResult standing, RoundVotes round) {
        ApprovalStatus approval = standing.approval();
        String leader = standing.leader().map(Proposal::id).orElse("");
        Map<StagnationMonitor.Ballot, ?> stances = round.stances();
        return approval.withheld() && !approval.isVetoed(leader) && approval.missing().stream()
                .filter(agent -> seats.active().stream().anyMatch(seat -> seat.id().equals(agent)))
                .anyMatch(agent -> !stances.containsKey(new StagnationMonitor.Ballot(agent, leader)));
    }
}
