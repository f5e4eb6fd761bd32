package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * One run of a harness as signals.
 *
 * <pre>
 *   harness:start -> [ thinking:delta | text:delta ]* -> thinking:complete, text:complete, tool:call* -> harness:end
 *                                                     -> harness:error -> harness:end (stop reason error)
 * </pre>
 *
 * The cause of the start is the signal that gave the turn; the cause of all others is the start.
 * {@code text:complete} is the joined deltas of its run. After the end no signal is emitted, even if a late thread
 * adds text. Thread-safe. The sink receives the signals of one run one after the other, under a lock that only this
 * run takes. An exception of the sink at the start or the end propagates unchanged.
 */
public final class HarnessRun {

    /** The field of {@code harness:start} that names the model, {@code provider:model}. */
    public static final String MODEL = "model";
    /** The field of {@code harness:start} that holds the {@link RequestHash}. */
    public static final String REQUEST = "request";
    /** The field of {@code harness:error} that is true if the endpoint had accepted the request; otherwise absent. */
    public static final String CHARGEABLE = "chargeable";

    private final Harness harness;
    private final RunContext context;
    private final StreamedOutputLimit limit;
    private final String request;
    private final long begin;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder thinking = new StringBuilder();
    private final List<CachedCall.OutputPiece> pieces = new ArrayList<>();
    /** Key of the request in the answer store. It omits the output limit, which varies with the budget. */
    private final String key;
    private volatile @Nullable Double cachedDurationMs;
    private @Nullable String start;
    private boolean chargeable;
    private boolean ended;

    private HarnessRun(Harness harness, HarnessInput input, RunContext context) {
        this.harness = harness;
        this.context = context;
        limit = new StreamedOutputLimit(context.meter(), input.maxTokens());
        request = RequestHash.of(harness.model(), input, context.replySchema());
        key = context.answers().equals(AnswerStore.NONE)
                ? request
                : RequestHash.of(harness.model(), input.withMaxTokens(null), context.replySchema());
        begin = context.world().nanos();
    }

    /** Work of a harness between the start and the end of a run. */
    @FunctionalInterface
    public interface HarnessCall {
        HarnessOutput answer(HarnessRun run) throws HarnessException, InterruptedException;
    }

    /**
     * Runs a harness: emits the start, runs the work, emits the end. An exception of the work becomes
     * {@code harness:error} and {@code harness:end} first. An unchecked one is then thrown as a
     * {@link HarnessException} of the kind {@code FAILED}.
     */
    public static HarnessOutput of(Harness harness, HarnessInput input, RunContext context, HarnessCall work)
            throws HarnessException, InterruptedException {
        HarnessRun run = new HarnessRun(harness, input, context);
        run.begin(input);
        HarnessOutput output;
        try {
            output = run.answer(input, work);
        } catch (HarnessException failed) {
            run.fail(failed.failure());
            throw failed;
        } catch (InterruptedException stopped) {
            run.fail(HarnessFailure.of(HarnessFailure.Kind.CANCELLED, "the call was cancelled"));
            throw stopped;
        } catch (RuntimeException | Error broken) {
            HarnessFailure failure = HarnessFailure.of(HarnessFailure.Kind.FAILED, String.valueOf(broken));
            run.fail(failure);
            throw new HarnessException(failure, broken);
        }
        run.end(output); // Outside of the try: a sink that fails on the end must not receive a second one.
        return output;
    }

    /** Returns the stored answer if there is one, else runs the work and stores its answer. */
    private HarnessOutput answer(HarnessInput input, HarnessCall work) throws HarnessException, InterruptedException {
        if (context.answers().equals(AnswerStore.NONE)) {
            return CallTrace.measure(harness, input, context, () -> work.answer(this));
        }
        Optional<CachedCall> known = context.answers().poll(key).flatMap(CachedCall::read);
        if (known.isPresent()) {
            return replay(known.get());
        }
        try {
            HarnessOutput output = CallTrace.measure(harness, input, context, () -> work.answer(this));
            context.answers().store(key, CachedCall.answered(outputSoFar(), durationMs(), output).json());
            return output;
        } catch (HarnessException failed) {
            context.answers()
                    .store(key, CachedCall.failed(outputSoFar(), durationMs(), charged(failed.failure())).json());
            throw failed;
        }
    }

    /** Replays a stored call. */
    private HarnessOutput replay(CachedCall known) throws HarnessException {
        for (CachedCall.OutputPiece piece : known.pieces()) {
            if (piece.isThinking()) {
                thinking(piece.text());
            } else {
                text(piece.text());
            }
        }
        cachedDurationMs = known.durationMs();
        HarnessFailure failure = known.failure();
        if (failure != null) {
            throw new HarnessException(failure);
        }
        return known.answer();
    }

    private synchronized List<CachedCall.OutputPiece> outputSoFar() {
        return List.copyOf(pieces);
    }

    private double durationMs() {
        return Duration.ofNanos(context.world().nanos() - begin).toNanos() / 1e6;
    }

    /** Returns the hash of the request, as used in recordings. */
    public String request() {
        return request;
    }

    /** Emits a piece of the answer; ignores an empty one. */
    public synchronized void text(String delta) {
        if (!ended && !delta.isEmpty()) {
            text.append(delta);
            record(new CachedCall.OutputPiece(false, delta));
            emit(HarnessSignals.TEXT_DELTA, new HarnessPayload.Text(delta), Map.of());
        }
    }

    /** Emits a piece of the model's thinking; ignores an empty one. */
    public synchronized void thinking(String delta) {
        if (!ended && !delta.isEmpty()) {
            thinking.append(delta);
            record(new CachedCall.OutputPiece(true, delta));
            emit(HarnessSignals.THINKING_DELTA, new HarnessPayload.Thinking(delta), Map.of());
        }
    }

    /**
     * Returns the beginning of a piece of live output that its limit admits. Output beyond the limit of the request is
     * admitted while the budget covers it, up to twice the limit. A client asks before it passes on a piece of text, of
     * thinking or of a call. Once a piece was cut, nothing is admitted and the client ends the call.
     */
    public synchronized String admit(String piece) {
        return limit.admit(piece);
    }

    /** Returns true once a piece was cut; the client ends the call. */
    public synchronized boolean isCut() {
        return limit.isCut();
    }

    /**
     * Returns the usage that a provider reports; {@code null} if it cannot be true, so that the usage is estimated. The
     * report of a cut output is of an earlier moment, and no output has that many bytes for each token.
     */
    public synchronized @Nullable TokenUsage credible(@Nullable TokenUsage reported) {
        return limit.credible(reported);
    }

    private void record(CachedCall.OutputPiece piece) {
        if (!context.answers().equals(AnswerStore.NONE)) {
            pieces.add(piece);
        }
    }

    /**
     * Notes that the endpoint has accepted the request. If the call then fails, or is interrupted, it is charged like
     * one of a {@link HarnessFailure#chargeable} failure, even if no output arrives.
     */
    public synchronized void markChargeable() {
        chargeable = true;
    }

    private synchronized HarnessFailure charged(HarnessFailure failure) {
        return new HarnessFailure(failure.kind(), failure.message(), failure.retryAfter(),
                failure.chargeable() || chargeable, failure.usage());
    }

    /** Returns the answer so far. */
    public synchronized String textSoFar() {
        return text.toString();
    }

    /** Returns the length of all text so far, in characters: answer and thinking. */
    public synchronized int length() {
        return text.length() + thinking.length();
    }

    private synchronized void begin(HarnessInput input) {
        JsonValue.Obj about = new JsonObjectBuilder().with(MODEL, harness.model()).with(REQUEST, request).json();
        start = emit(HarnessSignals.START, new HarnessPayload.Start(input), about.fields());
    }

    private synchronized void end(HarnessOutput output) {
        complete();
        for (ToolCall call : output.toolCalls()) {
            emit(HarnessSignals.TOOL_CALL, new HarnessPayload.Call(call.id(), call.name(), call.input()), Map.of());
        }
        finish(output);
    }

    private synchronized void fail(HarnessFailure failure) {
        complete();
        emit(HarnessSignals.ERROR, new HarnessPayload.Error(failure.kind().wireName(), failure.message(),
                failure.recoverable()), extensions(charged(failure)));
        finish(new HarnessOutput(text.toString(), List.of(), null, failure.usage(), ModelStopReason.ERROR));
    }

    private void complete() {
        if (!thinking.isEmpty()) {
            emit(HarnessSignals.THINKING_COMPLETE, new HarnessPayload.Thinking(thinking.toString()), Map.of());
        }
        if (!text.isEmpty()) {
            emit(HarnessSignals.TEXT_COMPLETE, new HarnessPayload.Text(text.toString()), Map.of());
        }
    }

    private void finish(HarnessOutput output) {
        Double before = cachedDurationMs;
        double took = before == null ? durationMs() : before;
        emit(HarnessSignals.END, new HarnessPayload.End(output, took), Map.of());
        ended = true;
    }

    private static Map<String, JsonValue> extensions(HarnessFailure failure) {
        Duration wait = failure.retryAfter();
        return new JsonObjectBuilder()
                .withPresent("retryAfterMs", wait == null ? null : JsonValue.of(TimeUnit.MILLISECONDS.convert(wait)))
                .withPresent(CHARGEABLE, failure.chargeable() ? JsonValue.of(true) : null).json().fields();
    }

    /** Emits one signal and returns its id. */
    private String emit(SignalType type, HarnessPayload payload, Map<String, JsonValue> extensions) {
        String cause = start == null ? context.caller().cause() : start;
        Signal signal = signal(context, harness.type(), type, payload, cause, extensions);
        context.sink().accept(signal);
        return signal.id();
    }

    /** Creates a signal of the harness family in that context, for example the result of a tool. */
    public static Signal signal(RunContext context, String harness, SignalType type, HarnessPayload payload,
            @Nullable String cause, Map<String, JsonValue> extensions) {
        return new Signal(context.world().nextId("sig"), type,
                new Source.Harness(context.caller().emission().by(), harness), context.world().now(),
                Payload.Open.data(HarnessCodec.encode(payload)), context.caller().scope(),
                cause == null ? Links.NONE : new Links(cause, null, null, List.of()), Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), new HashMap<>(extensions));
    }
}
