package dev.waggle.swarm.engine.loop;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.RoundVotes;
import dev.waggle.swarm.consensus.evaluation.StagnationMonitor.Stagnation;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.TurnRunner;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;

/**
 * Ends a solve whose votes lead nowhere, after the votes and the debates of the round. It needs no lens. A round does
 * not count while the discussion is open:
 *
 * <ul>
 * <li>a proposal is new, or two are debated,
 * <li>a turn failed, or an agent with mail got no turn,
 * <li>an agent without a vote said something, so that a person who asks first is not cut off,
 * <li>a required voter has not voted on the leader.
 * </ul>
 *
 * <p>Owned by the thread of the solve.
 */
final class StagnationPhase {

    private final SolveBus bus;
    private final AgentRoster seats;
    private final TurnRunner turns;
    private final VoteEvaluator votes;
    private final DebateRunner debates;
    private final DecisionHold hold;
    private final StagnationMonitor monitor = new StagnationMonitor();
    private int position;
    private int debateCount;

    StagnationPhase(SolveBus bus, AgentRoster seats, TurnRunner turns, VoteEvaluator votes, DebateRunner debates,
            DecisionHold hold) {
        this.bus = bus;
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
    Optional<SolveEnding> observe(int called, int skipped) {
        if (!hold.isEnabled()) {
            return Optional.empty();
        }
        ConsensusResult standing = votes.standing();
        Optional<String> leader = standing.leader().map(Proposal::id);
        RoundVotes round = RoundVotes.of(votes.tally(), leader, standing.confidence());
        boolean isOpen = skipped > 0 || turns.answeredCount() < called || hasDebated()
                || isUndecidedVoterSpeaking(round) || awaitsApproval(standing, round);
        if (isOpen) {
            monitor.observeOpen(round);
            return Optional.empty();
        }
        return monitor.observe(round).map(StagnationPhase::ending);
    }

    private static SolveEnding ending(Stagnation stagnation) {
        return switch (stagnation) {
            case STALLED -> LoopStop.STALLED;
            case OSCILLATING -> LoopStop.OSCILLATING;
        };
    }

    private boolean hasDebated() {
        int before = debateCount;
        debateCount = debates.results().size();
        return debateCount > before;
    }

    /** True if an agent that may vote and has no vote said something since the last observation. */
    private boolean isUndecidedVoterSpeaking(RoundVotes round) {
        List<Signal> log = bus.summary().log();
        Set<String> speakers = log.subList(position, log.size()).stream().map(signal -> signal.source().label())
                .collect(Collectors.toSet());
        position = log.size();
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
