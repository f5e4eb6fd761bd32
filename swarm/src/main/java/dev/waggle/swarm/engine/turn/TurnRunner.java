package dev.waggle.swarm.engine.turn;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.ClosingBallot;
import dev.waggle.swarm.agent.DebateContext;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.TurnStatus;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.agent.call.TurnAnswer;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.CoordinationTracker;
import dev.waggle.swarm.engine.speech.SignalBatch;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.WorkExecutor.WorkItem;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.AgentReaction;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.DraftJson;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.ReplayLog;

/**
 * Runs the turns of a round. All called agents think concurrently. Their answers are collected in the order of the
 * seats, each as soon as it and all before it have arrived, and published by {@link #publish}. An agent without an
 * answer at the deadline is interrupted and counts as failed. People who answer later come last, see {@link
 * RemoteTurns}. Owned by the thread of the solve.
 */
public final class TurnRunner {

    private static final WorkExecutor.WorkCodec<
            TurnAnswer> ANSWERS = new WorkExecutor.WorkCodec<>(DraftJson::ofAnswer, DraftJson::readAnswer);

    private static final TurnAnswer NOTHING = new TurnAnswer.Drafted(List.of());

    private final SolveContext context;
    private final StopGuard guard;
    private final WorkExecutor executor;
    private final SolveBus bus;
    private final CoordinationTracker conference;
    private final AgentRoster seats;
    private final CondenserExecutor condenser;
    private final RemoteTurns people;
    private final List<SignalBatch> batches = new ArrayList<>();

    private Instant roundStart;
    /** Turns of this round, those that brought an answer, and those on mail that no turn had before. */
    private int turnCount;
    private int answeredCount;
    private int firstAttemptCount;
    private boolean failedBefore;
    private int activationCount;

    public TurnRunner(SolveContext context, StopGuard guard, WorkExecutor executor, SolveBus bus,
            CoordinationTracker conference, AgentRoster seats, CondenserExecutor condenser) {
        this.context = context;
        this.guard = guard;
        this.executor = executor;
        this.bus = bus;
        this.conference = conference;
        this.seats = seats;
        this.condenser = condenser;
        people = new RemoteTurns(context, guard);
        roundStart = context.clock().now();
    }

    public void beginRound(Instant start) {
        roundStart = start;
        failedBefore = hasFailed();
        turnCount = 0;
        answeredCount = 0;
        firstAttemptCount = 0;
    }

    /** Runs the turns of all these agents; their answers wait for {@link #publish}. */
    public void run(List<AgentSeat> called) {
        runAll(called, new Occasion.Round());
    }

    /** Runs turns of these agents on two proposals and the signals since the debate began; their other mail waits. */
    public void run(List<AgentSeat> called, DebateContext debate) {
        runAll(called, new Occasion.Debate(debate));
    }

    /** Runs closing turns of these agents, each with its ballot; all their mail waits. */
    public void runClosing(List<AgentSeat> called, Map<String, ClosingBallot> ballots) {
        runAll(called, new Occasion.Closing(ballots));
    }

    /** Occasion of turns that run together. */
    private sealed interface Occasion {

        /** The usual turns of a round. */
        record Round() implements Occasion {}

        /** Turns in a debate. */
        record Debate(DebateContext debate) implements Occasion {}

        /** Closing turns with the ballot of each agent. */
        record Closing(Map<String, ClosingBallot> ballots) implements Occasion {}
    }

    private void runAll(List<AgentSeat> called, Occasion occasion) {
        if (!(occasion instanceof Occasion.Closing)) {
            condenser.condense(called.stream().map(seat -> bus.history(seat.id())).toList());
        }
        List<PendingTurn> waiting = new ArrayList<>();
        for (PendingTurn thinking : startTurns(remoteLast(called), occasion)) {
            thinking.piece().ifPresentOrElse(piece -> settle(thinking, executor.await(piece)),
                    () -> waiting.add(thinking));
        }
        executor.recordLatePayments();
        settleRemote(waiting);
    }

    /** Asks people who answer later, all before the first answer is taken; a missing answer suspends the solve. */
    private void settleRemote(List<PendingTurn> waiting) {
        List<RemoteTurns.RemoteTurn> asked = waiting.stream().map(turn -> people.ask(turn.seat(), turn.turn()))
                .toList();
        for (int i = 0; i < asked.size(); i++) {
            settle(waiting.get(i), executor.complete(asked.get(i).seat().turn(), ANSWERS,
                    people.take(asked.subList(i, asked.size()))));
        }
    }

    private void settle(PendingTurn thinking, WorkExecutor.WorkOutcome<TurnAnswer> result) {
        result.unwrittenFacts().forEach(lost -> fail(failure(thinking.seat(), List.of(lost.factId()), "transcript",
                lost.reason())));
        switch (result.outcome()) {
            case Answered<TurnAnswer> answer -> {
                remember(thinking, answer.answer());
                accept(thinking, answer);
                settleMail(thinking, answer.answer());
            }
            case Failed<TurnAnswer> failed -> {
                remember(thinking, NOTHING);
                conference.onTurnFailed(thinking.seat().id());
                fail(failure(thinking.seat(), thinking.stimulusIds(), "react", failed.message()));
                settleMail(thinking, failed);
            }
        }
    }

    /** The agents in their order, but people who answer later last, so that no other answer waits for theirs. */
    private static List<AgentSeat> remoteLast(List<AgentSeat> called) {
        return Stream.concat(called.stream().filter(seat -> !seat.isRemote()),
                called.stream().filter(AgentSeat::isRemote)).toList();
    }

    private void settleMail(PendingTurn thinking, TurnAnswer answer) {
        switch (answer) {
            case TurnAnswer.Drafted _ -> {
                thinking.seat().markAnswered(thinking.turn().mail());
                thinking.seat().mailbox().finish();
            }
            case TurnAnswer.Deferred deferred -> returnMail(thinking, deferred.reason(), true);
        }
    }

    private void settleMail(PendingTurn thinking, Failed<TurnAnswer> failed) {
        boolean isUnavailable = failed.permanent() || AbsentParticipant.isAbsence(failed.message());
        if (isUnavailable && context.loop().isAtLeast(LoopVersion.SECOND)) {
            dismiss(thinking, failed.message());
        } else {
            returnMail(thinking, failed.message(), false);
        }
    }

    /**
     * Dismisses an agent whose every later turn would fail: it could not join, or its model cannot be called. Its mail
     * of the solve is given up. The items of its inbox come back in the next solve.
     */
    private void dismiss(PendingTurn thinking, String reason) {
        AgentSeat seat = thinking.seat();
        boolean isClosing = thinking.turn().closing().isPresent();
        List<Signal> dead = seats.dismissUnavailable(seat, isClosing ? AgentMail.NONE : thinking.turn().mail());
        recordDead(seat, dead, List.of(), 1, reason);
        recordDead(seat, List.of(), seat.mailbox().retry(reason), AgentMail.MAX_ATTEMPTS, reason);
    }

    /**
     * Returns the mail of a turn without an answer, for a later turn. What has had all its attempts is given up. The
     * first version of the loop gave all mail up at once.
     */
    private void returnMail(PendingTurn thinking, String reason, boolean wasDeferred) {
        AgentSeat seat = thinking.seat();
        if (!context.loop().isAtLeast(LoopVersion.SECOND)) {
            seat.mailbox().finish();
            return;
        }
        if (thinking.turn().closing().isPresent()) {
            return; // Its ballot is no mail, and no turn follows.
        }
        List<Signal> dead = seat.returnMail(thinking.turn().mail(), wasDeferred, AgentMail.MAX_ATTEMPTS);
        recordDead(seat, dead, seat.mailbox().retry(reason), AgentMail.MAX_ATTEMPTS, reason);
    }

    private void recordDead(AgentSeat seat, List<Signal> dead, List<InboxItem> deadItems, int attempts,
            String reason) {
        if (!dead.isEmpty() || !deadItems.isEmpty()) {
            context.log().recordDead(new InboxFacts.DeadMail(seat.id(), dead.stream().map(Signal::id).toList(),
                    deadItems.stream().map(item -> new InboxFacts.DeadItem(item.sequence(), item.signal().id()))
                            .toList(),
                    attempts, reason));
        }
    }

    /** Records a failed turn: announced now, logged as a signal when the round is published. */
    void fail(AgentFailure failure) {
        batches.add(bus.recordFailure(failure));
    }

    /** Records the failures of inboxes: announced now, logged as signals when the round is published. */
    public void collectInboxFailures() {
        seats.all().forEach(seat -> inboxFailure(seat).ifPresent(this::fail));
    }

    /** Answers and failures that wait for {@link #publish}, in the order of the seats. */
    public List<SignalBatch> pending() {
        return List.copyOf(batches);
    }

    /**
     * Publishes the answers to the log and to all subscribers, in the order of the seats. Only then are the items read
     * from inboxes acknowledged.
     */
    public void publish() {
        List<SignalBatch> taken = List.copyOf(batches);
        batches.clear();
        bus.divideQuota(seats.active().size());
        for (SignalBatch answer : taken) {
            bus.beginTurn();
            bus.publish(answer);
        }
        acknowledgeInboxes();
    }

    /**
     * Acknowledges the inbox items that agents read, once their answers or failures were published. The log is synced
     * first: else a loss of power could leave the mail acknowledged and the answer lost.
     */
    public void acknowledgeInboxes() {
        if (!context.replayLog().isExhausted()) {
            return; // It was acknowledged then, or will be with the next items.
        }
        if (seats.all().stream().anyMatch(seat -> seat.mailbox().needsAcknowledgement())) {
            context.log().sync();
        }
        seats.all().forEach(seat -> seat.mailbox().acknowledge());
    }

    /**
     * Reports the failures of agents, and of their inboxes, that failed when they were asked and get no further turn.
     */
    public void reportPendingFailures() {
        for (AgentSeat seat : seats.all()) {
            inboxFailure(seat).ifPresent(failure -> bus.publish(bus.recordFailure(failure)));
            seat.askFailure().ifPresent(
                    message -> bus.reportFailure(seat.id(), "agent." + seat.id() + ".wantsTurn", message));
        }
    }

    /**
     * True if every turn of this round failed. A round of nothing but further attempts at mail that came back is as the
     * round before it. So one agent that keeps failing does not make a failure of a solve in which others answered.
     */
    public boolean hasFailed() {
        return answeredCount == 0 && (turnCount == 0 || firstAttemptCount > 0 || failedBefore);
    }

    /** Number of turns in the whole solve. */
    public int activationCount() {
        return activationCount;
    }

    /** Number of turns of this round that brought an answer. */
    public int answeredCount() {
        return answeredCount;
    }

    /** Starts the turns; none starts when the solve has to stop, since calls of models cost money. */
    private List<PendingTurn> startTurns(List<AgentSeat> called, Occasion occasion) {
        List<PendingTurn> thinking = new ArrayList<>();
        if (occasion instanceof Occasion.Round && context.replayLog().isExhausted()) {
            called.stream().filter(seat -> seat.askFailure().isEmpty()).forEach(seat -> seat.mailbox().fetch());
        }
        for (AgentSeat seat : called) {
            if (guard.stopReason().isPresent()) {
                return thinking;
            }
            AgentMail mail = switch (occasion) {
                case Occasion.Round _ -> seat.takeMail(delivered(seat));
                case Occasion.Debate _ -> seat.takeSignals();
                case Occasion.Closing closing -> seat.takeClosing(ballot(closing, seat).proposals());
            };
            noteRead(seat, mail);
            List<Signal> stimuli = mail.stimuli();
            context.log().recordLifecycle(LifecycleFacts.AGENT_ACTIVATED,
                    LifecycleFacts.activated(seat.turn(), context.log().round(), stimuli),
                    LifecycleFacts.trigger(stimuli));
            activationCount++;
            turnCount++;
            firstAttemptCount += seat.isFirstAttempt(mail) ? 1 : 0;
            thinking.add(startTurn(seat, mail, occasion));
        }
        return thinking;
    }

    private PendingTurn startTurn(AgentSeat seat, AgentMail mail, Occasion occasion) {
        Turn.TurnTime time = new Turn.TurnTime(roundStart, guard.timeLeft());
        int round = context.log().round();
        Turn.TurnPosition position = new Turn.TurnPosition(round, seat.invocations(), debate(occasion), status(seat),
                closing(occasion, seat));
        HistoryView history = condenser.withSummaries(bus.history(seat.id()));
        Turn turn = new Turn(position, mail, history, time, Turn.TurnCalls.UNRECORDED);
        if (seat.isRemote()) {
            boolean _ = seat.clearAskFailure();
            return new PendingTurn(seat, turn, Optional.empty(), false);
        }
        WorkItem<TurnAnswer> piece = executor.start(seat.turn(), seat.span(), ANSWERS,
                work -> inVersion(seat.turnCode(new Turn(position, mail, history, time,
                        new Turn.TurnCalls(work.calls(), work.answers(), work.replies())), work.meter())));
        boolean wasAsked = piece.isRecorded() && !seat.clearAskFailure();
        return new PendingTurn(seat, turn, Optional.of(piece), wasAsked && context.replayContext().isLive());
    }

    /** State of the solve for that agent. An agent that it does not hear is no voter for it. */
    private TurnStatus status(AgentSeat seat) {
        List<String> voters = seats.active().stream()
                .filter(other -> other.profile().mayEmit(SignalType.VOTE))
                .map(AgentSeat::id).filter(other -> other.equals(seat.id()) || bus.hearing().hears(seat.id(), other))
                .toList();
        return new TurnStatus(context.config().limits().maxRounds(), context.config().consensus().minVoters(), voters);
    }

    private static Optional<DebateContext> debate(Occasion occasion) {
        return occasion instanceof Occasion.Debate debate ? Optional.of(debate.debate()) : Optional.empty();
    }

    private static Optional<ClosingBallot> closing(Occasion occasion, AgentSeat seat) {
        return occasion instanceof Occasion.Closing closing ? Optional.of(ballot(closing, seat)) : Optional.empty();
    }

    private static ClosingBallot ballot(Occasion.Closing closing, AgentSeat seat) {
        return Objects.requireNonNull(closing.ballots().get(seat.id()), "an agent in a closing turn has a ballot");
    }

    /** The first version of the loop knows no deferral: a deferred turn is one that had nothing to say. */
    private Callable<TurnAnswer> inVersion(Callable<TurnAnswer> code) {
        return context.loop().isAtLeast(LoopVersion.SECOND) || code instanceof TimedCall.FailingCode
                ? code
                : () -> new TurnAnswer.Drafted(code.call().drafts());
    }

    /**
     * Items that the inbox of a seat delivers; a turn that can only fail leaves the inbox untouched. Earlier
     * deliveries are in the log, in short behind the refusal of the whole.
     */
    private List<InboxItem> delivered(AgentSeat seat) {
        Optional<LogEntry> next = context.replayLog().nextAfterRefusals(InboxFacts.READ);
        if (next.isEmpty()) {
            return seat.askFailure().isPresent() ? List.of() : seat.mailbox().takeItems();
        }
        if (!InboxFacts.isReadBy(new Emission(seat.id(), seat.invocations() + 1), next.get())) {
            return List.of();
        }
        List<InboxItem> items = InboxFacts.items(next.get().signal());
        seat.mailbox().markTaken(items);
        return items;
    }

    /** Replays the turn for a participant that did not run it itself. */
    private void remember(PendingTurn thinking, TurnAnswer answer) {
        if (thinking.isToRemember()) {
            AgentSeat seat = thinking.seat();
            switch (guard.await(seat.rememberTurn(thinking.turn(), answer, context.world()),
                    guard.helperTimeout(StopGuard.HELPER_TIMEOUT))) {
                case Answered<Boolean> _ -> {}
                case Failed<Boolean> failed -> seat.failEveryTurn(failed.message());
            }
        }
    }

    /** Accepts an answer: announced now. */
    private void accept(PendingTurn thinking, Answered<TurnAnswer> answer) {
        answeredCount++;
        AgentSeat seat = thinking.seat();
        SignalBatch batch = bus.batch(answer.answer().drafts(), seat.turn());
        context.events().dispatch(new SwarmEvent.AgentReacted(new AgentReaction(seat.id(), context.log().round(),
                thinking.stimulusIds(), batch.signals(), answer.took())));
        batches.add(batch);
    }

    /** Records the items that an agent read in its inbox; a failed inbox once all agents have their turns. */
    private void noteRead(AgentSeat seat, AgentMail mail) {
        if (!mail.delivered().isEmpty()) {
            context.log().recordInboxRead(seat.turn(), mail.delivered()).ifPresent(this::fail);
        }
    }

    /** An inbox fails once; that is written down. */
    private Optional<AgentFailure> inboxFailure(AgentSeat seat) {
        ReplayLog replayLog = context.replayLog();
        Optional<String> message = replayLog.isExhausted()
                ? seat.mailbox().pollFailure()
                : replayLog.next(InboxFacts.FAILED).filter(fact -> fact.text("agentId").equals(seat.id()))
                        .map(fact -> fact.text("error"));
        message.ifPresent(words -> {
            context.log().recordInboxFailure(seat.id(), words);
            seat.mailbox().markFailed();
        });
        return message.map(words -> failure(seat, List.of(), "inbox", words));
    }

    private AgentFailure failure(AgentSeat seat, List<String> signalIds, String operation, String message) {
        return new AgentFailure(seat.id(), context.log().round(), signalIds, "agent." + seat.id() + '.' + operation,
                message);
    }

    /**
     * Running turn.
     *
     * @param piece its call; empty for a person who answers later
     * @param isToRemember whether another participant ran it, before the interruption
     */
    private record PendingTurn(AgentSeat seat, Turn turn, Optional<WorkItem<TurnAnswer>> piece, boolean isToRemember) {

        /** Ids of the signals that caused the turn. */
        List<String> stimulusIds() {
            return turn.stimuli().stream().map(Signal::id).toList();
        }
    }
}
