package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.agent.SeatHistory;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.SeatRequest.OccasionKind;
import dev.waggle.swarm.agent.SeatRequest.SeatOccasion;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.TurnAnswer;
import dev.waggle.swarm.agent.seat.SeatFacts.AskedSeat;
import dev.waggle.swarm.agent.seat.SeatFacts.SeatReply;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayEnd;

/**
 * Turns of people who answer later.
 *
 * <pre>
 *   in the log: the answer, or the end of the deadline -> it is the turn
 *   in the store of answers                            -> into the log, it is the turn
 *   deadline over, by the real date                    -> into the log, the turn is an empty one
 *   the solve has to stop                              -> the turn fails
 *   else                                               -> the solve is suspended
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
final class RemoteTurns {

    private final SolveContext context;
    private final StopGuard guard;

    RemoteTurns(SolveContext context, StopGuard guard) {
        this.context = context;
        this.guard = guard;
    }

    /** Turn whose person was asked. */
    record RemoteTurn(AgentSeat seat, SeatRequest request) {}

    /** Asks the person, unless the log says that it was asked. */
    RemoteTurn ask(AgentSeat seat, Turn turn) {
        SeatTurn key = new SeatTurn(context.run(), seat.id(), turn.round(), turn.invocation());
        Instant deadline = context.log().loggedAsked(key).map(AskedSeat::deadline).orElseGet(
                () -> now().plus(seat.person().map(RemoteSeat.RemoteParticipant::deadline).orElse(Duration.ZERO)));
        SeatRequest request = new SeatRequest(key, context.task(), deadline, occasion(turn), turn.mail(),
                SeatHistory.of(turn.history().select(SignalFilter.ALL), turn.history()::numberOf));
        context.log().recordAsked(request);
        context.events().dispatch(new SwarmEvent.SeatAsked(request));
        return new RemoteTurn(seat, request);
    }

    /**
     * Takes the first of these turns.
     *
     * @throws SuspendedSolveException when its answer is not there yet
     */
    CallOutcome<TurnAnswer> take(List<RemoteTurn> turns) {
        RemoteTurn first = turns.getFirst();
        Optional<SolveEnding> stop = guard.stopReason();
        Optional<SeatReply> reply = context.replayLog().isExhausted()
                ? currentReply(first)
                : context.log().loggedReply(first.request().turn());
        if (reply.isPresent()) {
            return accept(first.request(), reply.get());
        }
        if (stop.isEmpty() && context.replayLog().isExhausted()) {
            throw suspension(turns);
        }
        return new CallOutcome.Failed<>(stop.map(SolveEnding::sentence).orElse("no answer of the person"));
    }

    private static SeatOccasion occasion(Turn turn) {
        if (turn.closing().isPresent()) {
            return new SeatOccasion(OccasionKind.CLOSING,
                    turn.closing().get().proposals().stream().map(Signal::id).toList());
        }
        return turn.debate().map(debate -> new SeatOccasion(OccasionKind.DEBATE, debate.proposalIds()))
                .orElseGet(() -> new SeatOccasion(OccasionKind.ROUND, List.of()));
    }

    private Optional<SeatReply> currentReply(RemoteTurn turn) {
        if (context.replayContext().mode() == ReplayContext.ReplayMode.REPLAY) {
            throw ReplayEnd.missing(context.run(), context.replayLog(), "the answer of " + turn.request().turn(),
                    Optional.empty());
        }
        SeatRequest request = turn.request();
        boolean isOver = !now().isBefore(request.deadline()); // Before the look, so that no answer in time is missed.
        Optional<SeatReply> answered = answer(turn).map(SeatReply.Answered::new);
        return answered.isPresent() || !isOver
                ? answered
                : Optional.of(new SeatReply.Expired(request.turn(), request.deadline()));
    }

    private static Optional<SeatAnswer> answer(RemoteTurn turn) {
        RemoteSeat.RemoteParticipant person = turn.seat().person().orElseThrow(() -> new IllegalStateException("the "
                + turn.request().turn() + " answers later, and the swarm has another agent in its place"
                + "\nMaybe resume the solve with the configuration that it began with."));
        return person.answers().find(turn.request().turn());
    }

    private CallOutcome<TurnAnswer> accept(SeatRequest request, SeatReply reply) {
        context.log().recordReply(reply);
        return switch (reply) {
            case SeatReply.Answered answered -> {
                context.events().dispatch(new SwarmEvent.SeatAnswered(answered.answer()));
                yield read(request, answered.answer());
            }
            case SeatReply.Expired expired -> {
                context.events().dispatch(new SwarmEvent.SeatExpired(expired.turn(), expired.deadline()));
                yield drafted(new TurnAnswer.Drafted(List.of()));
            }
        };
    }

    /** Answers are read before they are stored; an answer of another version may be unreadable all the same. */
    private static CallOutcome<TurnAnswer> read(SeatRequest request, SeatAnswer answer) {
        try {
            return drafted(new TurnAnswer.Drafted(request.check(answer.lines())));
        } catch (IllegalArgumentException unreadable) {
            return CallOutcome.Failed.of(unreadable);
        }
    }

    private static CallOutcome<TurnAnswer> drafted(TurnAnswer answer) {
        return new CallOutcome.Answered<>(answer, Duration.ZERO);
    }

    /** The log is synced, so that no person is asked in vain. */
    private SuspendedSolveException suspension(List<RemoteTurn> turns) {
        context.log().sync();
        return new SuspendedSolveException(turns.stream().filter(turn -> answer(turn).isEmpty())
                .map(RemoteTurn::request).toList());
    }

    /** The real date, which goes on while no process runs. */
    private Instant now() {
        return context.replayContext().realWorld().now();
    }
}
