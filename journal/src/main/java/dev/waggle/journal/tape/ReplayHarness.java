package dev.waggle.journal.tape;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.ForwardingHarness;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.session.CallTokenEstimator;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;

/**
 * Harness that answers from a tape. A recorded call is replayed attempt by attempt, without waiting between them. The
 * request, thinking, text, tool calls and output, or the failure, are the same, under new ids, each text in one piece.
 * The meter pays the recorded cost. Nothing leaves the process.
 *
 * <p>Each {@code harness:start} has the extension {@value #RECORDING}, which names the run and the signal that it
 * repeats.
 *
 * <p>A request continues a session. It is also found in the form with the whole conversation, which was sent when its
 * recording left a tape for a live model. A request that is not on the tape is passed to {@link HarnessFallback}.
 * Thread-safe.
 */
final class ReplayHarness extends ForwardingHarness {

    /** The extension that links a call to its recording. */
    static final String RECORDING = "recording";

    private final TapePosition playhead;
    private final Predicate<RecordedCall> willDo;
    private final HarnessFallback elsewhere;
    private final CallTokenEstimator estimates = new CallTokenEstimator();

    /** Fallback for requests that the tape does not answer. */
    @FunctionalInterface
    interface HarnessFallback {
        HarnessOutput answer(Harness harness, HarnessInput input, RunContext context)
                throws HarnessException, InterruptedException;
    }

    private ReplayHarness(TapePosition playhead, Harness stoodInFor, Predicate<RecordedCall> willDo,
            HarnessFallback elsewhere) {
        super(stoodInFor);
        this.playhead = playhead;
        this.willDo = willDo;
        this.elsewhere = elsewhere;
    }

    /** Replay harness that never asks the live model, and fails when the tape has no answer. */
    static ReplayHarness only(TapePosition playhead, Harness stoodInFor) {
        return new ReplayHarness(playhead, stoodInFor, RecordedCall::isWhole, (harness, input, context) -> HarnessRun
                .of(harness, input, context, _ -> {
                    throw new HarnessException(RequestMismatch.of(playhead, context.caller().emission(),
                            TapePosition.Request.of(harness.model(), input, context.replySchema())));
                }));
    }

    /**
     * Replay harness that asks the live model when the tape has no answer of the model. Then the request differs, or
     * the recorded run was cancelled, out of time or out of money. A session of the tape is unknown to the model, so
     * the conversation so far is sent as messages.
     */
    static ReplayHarness elseLive(TapePosition playhead, Harness live) {
        return elseLive(playhead, live, call -> call.last().isModelOutcome());
    }

    /** The same for calls that will do; the live model is asked the others. */
    static ReplayHarness elseLive(TapePosition playhead, Harness live, Predicate<RecordedCall> willDo) {
        return new ReplayHarness(playhead, live, willDo, (_, input, context) -> live
                .run(ConversationRebuilder.withoutSession(playhead.tape(), context.caller().emission(), input),
                        context));
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        Emission by = context.caller().emission();
        Optional<RecordedCall> call = take(by, input, context);
        if (call.isEmpty() && input.sessionId() != null) {
            call = take(by, ConversationRebuilder.withoutSession(playhead.tape(), by, input), context);
        }
        return call.isPresent() ? replay(call.get(), context) : elsewhere.answer(this, input, context);
    }

    private Optional<RecordedCall> take(Emission by, HarnessInput input, RunContext context) {
        return playhead.play(by, TapePosition.Request.of(model(), input, context.replySchema()), willDo);
    }

    private HarnessOutput replay(RecordedCall call, RunContext context) throws HarnessException, InterruptedException {
        for (RecordedAttempt attempt : call.attempts().subList(0, call.attempts().size() - 1)) {
            tellFailed(attempt, context);
        }
        return replay(call.last(), context);
    }

    /** Publishes only the failure of a repeated attempt. The replay publishes the attempt that followed it. */
    private void tellFailed(RecordedAttempt attempt, RunContext context) throws HarnessException, InterruptedException {
        try {
            var _ = replay(attempt, context);
        } catch (HarnessException failed) {
            if (!new RecordedAttempt.End.Failed(failed.failure()).equals(attempt.end())) {
                throw failed;
            }
        }
    }

    private HarnessOutput replay(RecordedAttempt attempt, RunContext context)
            throws HarnessException, InterruptedException {
        HarnessInput input = attempt.request().input();
        return HarnessRun.of(this, input, linked(attempt.request(), context), run -> {
            requireTime(context);
            double in = estimates.of(input, context.replySchema());
            CallMeter meter = pricing().map(context.meter()::withPricing).orElse(context.meter());
            CallMeter.Reservation reservation = meter.reserve(model(), in, input.maxTokens(), context.deadline());
            RecordedAttempt.Cost cost = attempt.cost(in);
            reservation.settle(cost.usage(), cost.estimated());
            run.thinking(attempt.thinking());
            run.text(attempt.text());
            return switch (attempt.end()) {
                case RecordedAttempt.End.Answered(HarnessOutput output) -> {
                    estimates.record(in, output);
                    yield output;
                }
                case RecordedAttempt.End.Failed(HarnessFailure failure) -> throw new HarnessException(failure);
                case RecordedAttempt.End.Open _ -> throw new IllegalStateException("the recorded call has no end");
            };
        });
    }

    private static void requireTime(RunContext context) throws HarnessException, InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the call was cancelled");
        }
        if (context.deadline().isExpired()) {
            throw HarnessException.of(HarnessFailure.Kind.DEADLINE, "there was no time left to replay the call");
        }
    }

    private static RunContext linked(RecordedAttempt.RecordedRequest recorded, RunContext context) {
        JsonValue link = new JsonObjectBuilder().withPresent("run", recorded.run())
                .with("signal", recorded.signalId()).json();
        return context.withSink(signal -> context.sink()
                .accept(signal.type().equals(HarnessSignals.START) ? with(signal, link) : signal));
    }

    private static Signal with(Signal signal, JsonValue link) {
        Map<String, JsonValue> extensions = new LinkedHashMap<>(signal.extensions());
        extensions.put(RECORDING, link);
        return new Signal(signal.id(), signal.type(), signal.source(), signal.time(), signal.payload(), signal.scope(),
                signal.links(), signal.grading(), signal.lifetime(), signal.audience(), extensions);
    }
}
