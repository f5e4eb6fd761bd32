package dev.waggle.swarm.engine.loop;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.engine.turn.TurnRunner;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Closing call of a solve that is about to end undecided. The agents whose votes are missing are asked for them, once.
 *
 * <pre>
 *   open proposals -> who takes closing turns and has not voted? -> closing turns -> votes -> evaluated -> ending
 *                            nobody: the ending stands
 * </pre>
 *
 * <p>It comes before every ending but those that forbid another call: a decision, a cancellation, and a limit of
 * signals, time or money. Its turns belong to the last round. Their mail is the ballot alone, and only votes are taken
 * from them. All limits hold as for any call. The agents asked are in the log, so that a replay asks the same. The log
 * names none when their votes could not decide. Owned by the thread of the solve.
 */
final class ClosingCall {

    private final SolveContext context;
    private final StopGuard guard;
    private final SolveBus bus;
    private final AgentRoster seats;
    private final TurnRunner turns;
    private final VoteEvaluator votes;
    private final DecisionHold hold;
    private boolean wasMade;

    ClosingCall(SolveContext context, StopGuard guard, SolveBus bus, AgentRoster seats, TurnRunner turns,
            VoteEvaluator votes, DecisionHold hold) {
        this.context = context;
        this.guard = guard;
        this.bus = bus;
        this.seats = seats;
        this.turns = turns;
        this.votes = votes;
        this.hold = hold;
    }

    /** Asks for missing votes before that ending; the ending of the solve after the call. */
    SolveEnding endingAfter(SolveEnding reason) {
        if (!isDue(reason)) {
            return reason;
        }
        wasMade = true;
        Optional<List<AgentSeat>> asked = asked();
        asked.ifPresent(agents -> context.log().recordClosing(agents.stream().map(AgentSeat::id).toList()));
        if (asked.isEmpty() || asked.get().isEmpty()) {
            return isSilentWithout(asked.isPresent(), reason) ? LoopStop.NO_VOTES : reason;
        }
        Optional<SolveEnding> limit = limit();
        if (limit.isPresent()) {
            return reason == LoopStop.SILENCE ? limit.get() : reason;
        }
        ask(asked.get());
        return ending(reason, asked.get());
    }

    /** True if missing votes may be asked for before that ending: a proposal is open, and the votes do not decide. */
    private boolean isDue(SolveEnding reason) {
        return context.loop().isAtLeast(LoopVersion.SECOND) && !wasMade && context.log().round() > 0
                && !isFinal(reason) && !bus.deliberationInput().proposals().isEmpty() && !votes.wouldDecide();
    }

    /** Limit that forbids the call, if any. */
    private Optional<SolveEnding> limit() {
        Optional<SolveEnding> stop = guard.stopReason();
        if (stop.isPresent()) {
            return stop;
        }
        if (bus.signalsLeft() == 0) {
            return Optional.of(LoopStop.MAX_SIGNALS);
        }
        return guard.isSpent() ? Optional.of(LoopStop.BUDGET) : Optional.empty();
    }

    /** True if no call follows that ending: it is a decision or a limit. */
    private static boolean isFinal(SolveEnding reason) {
        return switch (reason) {
            case LoopStop stop -> switch (stop) {
                case CONSENSUS, MAX_SIGNALS, TIMEOUT, BUDGET, CANCELLED, SUSPENDED -> true;
                case MAX_ROUNDS, SILENCE, NO_VOTES, FAILURE, ESCALATED, STALLED, OSCILLATING -> false;
            };
            case SolveEnding.MathStop _ -> false;
        };
    }

    /** True if the solve would end in silence while votes are missing, of agents to ask or of unavailable ones. */
    private boolean isSilentWithout(boolean areVotesMissing, SolveEnding reason) {
        return reason == LoopStop.SILENCE && (areVotesMissing
                || !ballots(seats.all().stream().filter(AgentSeat::isUnavailable).toList()).isEmpty());
    }

    private void ask(List<AgentSeat> asked) {
        guard.beginRound();
        hold.close();
        bus.takeVotesOnly();
        turns.runClosing(asked, ballots(asked));
        turns.publish();
        if (guard.stopReason().isEmpty()) {
            votes.checkAtEnd();
        }
    }

    /** A solve whose votes are still missing does not end in silence. */
    private SolveEnding ending(SolveEnding reason, List<AgentSeat> asked) {
        Optional<SolveEnding> stop = guard.stopReason();
        if (stop.isPresent()) {
            return stop.get();
        }
        if (votes.isDecided()) {
            return LoopStop.CONSENSUS;
        }
        if (bus.isOverfull()) {
            return LoopStop.MAX_SIGNALS;
        }
        if (ballots(asked).isEmpty()) {
            return isSilentWithout(false, reason) ? LoopStop.NO_VOTES : reason;
        }
        if (guard.isSpent() || guard.hasRefusedCalls()) {
            return LoopStop.BUDGET;
        }
        return reason == LoopStop.SILENCE ? LoopStop.NO_VOTES : reason;
    }

    /**
     * Agents to ask: those of the log, else those that take closing turns and whose votes are missing. It is absent
     * when there are none, and has no agents when their votes could not decide, which is logged.
     */
    private Optional<List<AgentSeat>> asked() {
        Set<String> missing = ballots(seats.active()).keySet();
        List<AgentSeat> lacking = seats.active().stream().filter(seat -> missing.contains(seat.id())).toList();
        if (!context.replayLog().isExhausted()) {
            return context.log().loggedClosing()
                    .map(agents -> lacking.stream().filter(seat -> agents.contains(seat.id())).toList());
        }
        List<AgentSeat> asked = lacking.stream().filter(AgentSeat::takesClosingTurn).toList();
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(canDecide(asked) ? asked : List.of());
    }

    /** True if a decision has the voters that it needs when all of these vote. */
    private boolean canDecide(List<AgentSeat> asked) {
        ConsensusInput input = bus.deliberationInput();
        Set<String> open = input.proposals().stream().map(Proposal::id).collect(Collectors.toSet());
        Set<String> voters = asked.stream().map(AgentSeat::id).collect(Collectors.toCollection(HashSet::new));
        input.votes().stream().filter(vote -> open.contains(vote.proposalId())).forEach(
                vote -> voters.add(vote.agentId()));
        return voters.size() >= votes.rules().decision().minVoters();
    }

    /** The ballots of those agents that may vote and whose votes are missing, by agent. */
    private Map<String, ClosingBallot> ballots(List<AgentSeat> agents) {
        ConsensusInput input = bus.deliberationInput();
        Map<String, ClosingBallot> ballots = new LinkedHashMap<>();
        for (AgentSeat seat : agents) {
            List<Signal> open = seat.profile().mayEmit(SignalType.VOTE) ? withoutVoteOf(seat, input) : List.of();
            if (!open.isEmpty()) {
                ballots.put(seat.id(), new ClosingBallot(open));
            }
        }
        return ballots;
    }

    /**
     * Proposals that the agent knows and has not voted on, its own included. None when it supports one and ballots are
     * exclusive.
     */
    private List<Signal> withoutVoteOf(AgentSeat seat, ConsensusInput input) {
        String agent = seat.id();
        Set<String> voted = new HashSet<>();
        boolean agrees = false;
        for (VoteRecord vote : input.votes()) {
            if (vote.agentId().equals(agent)) {
                voted.add(vote.proposalId());
                agrees |= vote.vote().stance() == Stance.AGREE;
            }
        }
        if (agrees && votes.rules().ballots() == BallotRule.EXCLUSIVE) {
            return List.of();
        }
        return input.proposals().stream().filter(proposal -> !voted.contains(proposal.id()))
                .map(Proposal::sourceSignalId).map(bus::signal).filter(signal -> knows(seat, signal)).toList();
    }

    /** True if the agent made that proposal, or listens to proposals and hears its author. */
    private boolean knows(AgentSeat seat, Signal proposal) {
        return proposal.source().isAgent(seat.id())
                || (seat.profile().listens().contains(proposal.type()) && bus.hearing().reaches(seat.id(), proposal));
    }
}
