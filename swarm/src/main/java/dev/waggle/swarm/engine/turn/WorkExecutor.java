package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.agent.ReplyReading;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveLog;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.runlog.HarnessTranscript;
import dev.waggle.swarm.runlog.PaymentLedger;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayEnd;
import dev.waggle.swarm.runlog.ReplayLog;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.runlog.WorkResult;
import org.jspecify.annotations.Nullable;

/**
 * Runs every external call of a solve (agent turns, models, memory) and logs its result so that a replay can reuse it.
 *
 * <pre>
 *   is its answer in the log?   -> it stands in
 *   was its answer kept?        -> it stands in, and goes into the log
 *   else                        -> it is done, on a thread of its own; calls that were answered before are not made again
 * </pre>
 *
 * <p>A call is logged when its owner takes the result: harness signals first, then the outcome and the cost. Owned by
 * the thread of the solve.
 */
public final class WorkExecutor {

    private final SolveContext context;
    private final StopGuard guard;
    private final HarnessEventQueue harnessEvents;
    private final PaymentLedger payments;
    private final Set<TimedCall<?>> running = new LinkedHashSet<>();
    private boolean areLostBooked;
    private final Set<Emission> bookedWork = new HashSet<>();
    private boolean isPayingLive;
    private final List<ReplyReading> readings = new ArrayList<>();

    public WorkExecutor(SolveContext context, StopGuard guard, HarnessEventQueue harnessEvents,
            PaymentLedger payments) {
        this.context = context;
        this.guard = guard;
        this.harnessEvents = harnessEvents;
        this.payments = payments;
    }

    /** Ends all calls whose results were not taken, because the solve is over or its log failed. */
    public void close() {
        running.forEach(call -> call.abandon("the solve was over"));
        running.clear();
    }

    /** Codec between answers of one kind and their JSON in the log. */
    record WorkCodec<T>(Function<T, JsonValue> json, Function<JsonValue, T> answer) {

        JsonValue write(T given) {
            return json.apply(given);
        }

        CallOutcome<JsonValue> write(CallOutcome<T> outcome) {
            return switch (outcome) {
                case Answered<T> answered -> new Answered<>(json.apply(answered.answer()), answered.took());
                case Failed<T> failed -> new Failed<>(failed.message(), failed.permanent());
            };
        }

        CallOutcome<T> read(CallOutcome<JsonValue> outcome) {
            return switch (outcome) {
                case Answered<JsonValue> answered ->
                    new Answered<>(answer.apply(answered.answer()), answered.took());
                case Failed<JsonValue> failed -> new Failed<>(failed.message(), failed.permanent());
            };
        }
    }

    /** Context of a call: the harness transcript, the payer, the earlier answers and the recorder of replies. */
    record WorkContext(HarnessTranscript calls, CallMeter meter, AnswerStore answers, ReplyRecorder replies) {}

    /** The code of a piece of work. */
    @FunctionalInterface
    interface WorkPlan<T> {
        Callable<T> codeFor(WorkContext context);
    }

    /** A piece of work under way, or one that was done before. */
    static final class WorkItem<T> {

        private final Emission by;
        private final WorkCodec<T> form;
        private final @Nullable WorkResult recorded;
        private final @Nullable TimedCall<T> call;
        private final HarnessTranscript calls;
        private final PaymentLedger.PaymentRecorder recorder;
        private final ReplyRecorder replies;

        private WorkItem(Emission by, WorkCodec<T> form, @Nullable WorkResult before, @Nullable TimedCall<T> call,
                HarnessTranscript calls,
                PaymentLedger.PaymentRecorder recorder, ReplyRecorder replies) {
            this.by = by;
            this.form = form;
            this.recorded = before;
            this.call = call;
            this.calls = calls;
            this.recorder = recorder;
            this.replies = replies;
        }

        /** True if the call was answered before the solve was interrupted. */
        boolean isRecorded() {
            return recorded != null;
        }
    }

    /**
     * Outcome of a call.
     *
     * @param unwrittenFacts harness signals that the journal could not hold
     */
    record WorkOutcome<T>(CallOutcome<T> outcome, List<SolveLog.UnwrittenFact> unwrittenFacts) {}

    /**
     * Span of a piece of work.
     *
     * @param name of the agent, or of the operation of a part of the runtime
     */
    record WorkSpan(TraceSpanKind kind, String name) {}

    /** Begins a piece of work; unless it was done before. */
    <T> WorkItem<T> start(Emission by, WorkSpan span, WorkCodec<T> form, WorkPlan<T> plan) {
        HarnessTranscript calls = new HarnessTranscript(by, context.world(),
                signal -> harnessEvents.add(by.by(), signal),
                context.log().runScope());
        PaymentLedger.PaymentRecorder recorder = payments.openRecorder();
        ReplyRecorder replies = new ReplyRecorder();
        ReplayContext replay = context.replayContext();
        Optional<WorkResult> before = replay.recordedWork(by);
        if (before.isPresent() || replay.mode() == ReplayContext.ReplayMode.REPLAY) {
            return new WorkItem<>(by, form, before.orElse(null), null, calls, recorder, replies);
        }
        requireNotAnswered(by);
        expectPaymentsAhead();
        WorkContext workContext = new WorkContext(calls, payments.meter(by.by(), recorder),
                replay.answers().storeFor(by), replies);
        Callable<T> code = plan.codeFor(workContext);
        TimedCall<T> call = TimedCall.start(by.by(), context.world(), code, open(by, span), outcome -> {
            if (replay.answers().isEnabled()) {
                replay.answers().store(by, new WorkResult(form.write(outcome), calls.close(), recorder.close(),
                        replies.close()));
            }
        }, () -> {
            var _ = calls.close(); // Events after its interrupt no longer belong to the solve.
            var _ = replies.close();
        });
        running.add(call);
        return new WorkItem<>(by, form, null, call, calls, recorder, replies);
    }

    private TraceSpan open(Emission by, WorkSpan work) {
        TraceSpan span = context.trace().begin(work.kind(), work.name());
        if (span.isRecording()) {
            span.set(TraceAttribute.RUN, context.run());
            span.set(TraceAttribute.AGENT_ID, by.by());
            if (work.kind() == TraceSpanKind.TURN) {
                span.set(TraceAttribute.AGENT_NAME, work.name());
            } else {
                span.set(TraceAttribute.OPERATION, work.name());
            }
            span.set(TraceAttribute.TURN, by.invocation());
            span.set(TraceAttribute.ROUND, context.log().round());
        }
        return span;
    }

    /** Waits for the outcome of a call and logs it. */
    <T> WorkOutcome<T> await(WorkItem<T> piece) {
        return await(piece, guard.timeLeft());
    }

    /** Waits with that timeout for the outcome of a call and logs it. */
    <T> WorkOutcome<T> await(WorkItem<T> piece, Duration atMost) {
        WorkResult before = piece.recorded;
        return before == null ? awaitRunning(piece, atMost) : repeat(piece, before);
    }

    /** Logs a piece of work whose outcome is known without a call; one that was logged before keeps its outcome. */
    <T> WorkOutcome<T> complete(Emission by, WorkCodec<T> form, CallOutcome<T> known) {
        WorkResult done = context.replayContext().recordedWork(by).orElseGet(
                () -> new WorkResult(form.write(known), List.of(), new WorkResult.WorkCost(List.of(), false),
                        List.of()));
        return new WorkOutcome<>(readRecorded(by, form, done), record(by, done));
    }

    /** Counts of the replies in the calls so far, recorded ones included. */
    public ReplyQuality replies() {
        return ReplyQuality.of(readings);
    }

    /** Books and records the payments for work that was over, then those for calls that an interruption lost. */
    public void recordLatePayments() {
        recordLatePayments(WorkFacts.LATE, payments::drainLate);
        recordLatePayments(WorkFacts.LOST, this::bookLostPayments);
    }

    private void recordLatePayments(SignalType type, Supplier<List<BudgetLedger.Payment>> live) {
        Optional<WorkResult.WorkCost> before = context.log().loggedLateCost(type);
        if (before.isPresent()) {
            before.get().bookIn(payments.budget());
            context.log().recordLatePayments(type, before.get().payments());
        } else if (context.replayLog().isExhausted()) {
            List<BudgetLedger.Payment> made = live.get();
            if (!made.isEmpty()) {
                context.log().recordLatePayments(type, made);
            }
        }
    }

    private List<BudgetLedger.Payment> bookLostPayments() {
        if (areLostBooked) {
            return List.of();
        }
        areLostBooked = true;
        return context.replayContext().lostPayments().stream().map(payments.budget()::payLost).toList();
    }

    /** The first new call of a resumed solve finds the budget without what earlier processes spent. */
    private void expectPaymentsAhead() {
        if (!isPayingLive) {
            isPayingLive = true;
            payments.budget().expect(context.replayContext().paymentsAhead(bookedWork));
        }
    }

    /** Rejects a call whose answer is already in the log, so that it is neither repeated nor paid again. */
    private void requireNotAnswered(Emission by) {
        ReplayLog replayLog = context.replayLog();
        replayLog.requireReadable(by);
        replayLog.firstAfterAnswer(by).ifPresent(entry -> {
            throw ReplayEnd.missing(context.run(), replayLog, answerOf(by), Optional.of(entry));
        });
    }

    private static String answerOf(Emission by) {
        return "what " + by.by() + " answered in piece of work " + by.invocation();
    }

    private <T> WorkOutcome<T> awaitRunning(WorkItem<T> piece, Duration atMost) {
        if (piece.call == null) {
            context.replayLog().requireReadable(piece.by);
            throw ReplayEnd.missing(context.run(), context.replayLog(), answerOf(piece.by),
                    context.replayLog().firstUnrelated(piece.by));
        }
        CallOutcome<T> outcome = guard.await(piece.call, atMost);
        running.remove(piece.call);
        List<Signal> signals = piece.calls.close();
        guard.dispatchHarnessEvents();
        CallOutcome<JsonValue> written = piece.form.write(outcome);
        return new WorkOutcome<>(outcome, record(piece.by,
                new WorkResult(written, signals, piece.recorder.close(), piece.replies.close())));
    }

    private <T> WorkOutcome<T> repeat(WorkItem<T> piece, WorkResult before) {
        before.harnessSignals()
                .forEach(fact -> context.events().dispatch(new SwarmEvent.HarnessEmitted(piece.by.by(), fact)));
        before.cost().bookIn(payments.budget());
        bookedWork.add(piece.by);
        CallOutcome<T> outcome = readRecorded(piece.by, piece.form, before);
        return new WorkOutcome<>(outcome, record(piece.by, before));
    }

    private List<SolveLog.UnwrittenFact> record(Emission by, WorkResult done) {
        readings.addAll(done.readings());
        return context.log().recordWork(by, done);
    }

    private <T> CallOutcome<T> readRecorded(Emission by, WorkCodec<T> form, WorkResult before) {
        try {
            return form.read(before.outcome());
        } catch (IllegalArgumentException bad) {
            throw context.replayContext().unreadable(by, bad);
        }
    }
}
