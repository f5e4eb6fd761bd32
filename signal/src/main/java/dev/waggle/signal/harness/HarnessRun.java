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
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
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

    /**
     * Largest output as a multiple of its limit. The limit is in tokens and the output is heard in bytes, of which a
     * token has up to twice as many as estimated.
     */
    private static final double MAX_OUTPUT_FACTOR = 2;

    /** Factor between heard and reported tokens from which a report cannot be true: a token of almost 200 bytes. */
    private static final double MAX_UNDERCOUNT = 64;

    private final Harness harness;
    private final RunContext context;
    private final @Nullable Double outputLimit;
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
    private double heardBytes;
    private boolean cut;

    private HarnessRun(Harness harness, HarnessInput input, RunContext context) {
        this.harness = harness;
        this.context = context;
        outputLimit = input.maxTokens();
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
        if (cut) {
            return "";
        }
        double bytes = TokenEstimator.bytes(piece);
        double wanted = TokenEstimator.ofBytes(heardBytes + bytes);
        double most = outputLimit == null ? wanted : Math.min(wanted, outputLimit * MAX_OUTPUT_FACTOR);
        double covered = context.meter().coverOutput(most);
        if (wanted <= covered) {
            heardBytes += bytes;
            return piece;
        }
        cut = true;
        String beginning = beginning(piece, covered * TokenEstimator.BYTES_PER_TOKEN - heardBytes);
        heardBytes += TokenEstimator.bytes(beginning);
        return beginning;
    }

    /** Returns true once a piece was cut; the client ends the call. */
    public synchronized boolean isCut() {
        return cut;
    }

    /**
     * Returns the usage that a provider reports; {@code null} if it cannot be true, so that the usage is estimated. The
     * report of a cut output is of an earlier moment, and no output has that many bytes for each token.
     */
    public synchronized @Nullable TokenUsage credible(@Nullable TokenUsage reported) {
        double heard = TokenEstimator.ofBytes(heardBytes);
        return reported == null || (cut && reported.outputTokens() < heard)
                || reported.outputTokens() * MAX_UNDERCOUNT < heard ? null : reported;
    }

    /** The longest beginning of whole characters that has at most so many bytes. */
    private static String beginning(String piece, double bytes) {
        int end = 0;
        double left = bytes;
        while (end < piece.length()) {
            int next = piece.offsetByCodePoints(end, 1);
            left -= TokenEstimator.bytes(piece.substring(end, next));
            if (left < 0) {
                break;
            }
            end = next;
        }
        return piece.substring(0, end);
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

    /** Span of a call of a model, as a child of the current span. */
    private static final class CallTrace {

        private CallTrace() {}

        /** A call of a model. */
        @FunctionalInterface
        interface ModelCall {
            HarnessOutput run() throws HarnessException, InterruptedException;
        }

        /** Makes the call within a span, which has its usage and its failure. */
        static HarnessOutput measure(Harness harness, HarnessInput input, RunContext context, ModelCall call)
                throws HarnessException, InterruptedException {
            TraceSpan parent = TraceSpan.current();
            if (parent == TraceSpan.NONE) {
                return call.run();
            }
            TraceSpan span = parent.child(TraceSpanKind.MODEL_CALL, harness.model());
            try {
                begin(span, harness.model(), input, context);
                HarnessOutput output = span.<HarnessOutput, Exception>within(call::run);
                end(span, output);
                return output;
            } catch (HarnessException failed) {
                span.fail(failed.failure().kind().wireName(), failed.failure().message());
                throw failed;
            } catch (InterruptedException stopped) {
                span.fail(HarnessFailure.Kind.CANCELLED.wireName(), "the call was cancelled");
                throw stopped;
            } catch (RuntimeException | Error broken) {
                span.fail(broken.getClass().getName(), String.valueOf(broken.getMessage()));
                throw broken;
            } catch (Exception impossible) { // The call throws no other one; a lambda of two kinds has to name the wider one.
                throw new IllegalStateException(impossible);
            } finally {
                span.end();
            }
        }

        private static void begin(TraceSpan span, String model, HarnessInput input, RunContext context) {
            if (!span.isRecording()) {
                return;
            }
            int colon = model.indexOf(':');
            span.set(TraceAttribute.PROVIDER, colon < 1 ? model : model.substring(0, colon));
            span.set(TraceAttribute.MODEL, colon < 1 ? model : model.substring(colon + 1));
            span.set(TraceAttribute.AGENT_ID, context.caller().emission().by());
            String run = context.caller().scope().run();
            if (run != null) {
                span.set(TraceAttribute.RUN, run);
            }
            Double maxTokens = input.maxTokens();
            if (maxTokens != null) {
                span.set(TraceAttribute.MAX_TOKENS, maxTokens.longValue());
            }
            Double temperature = input.temperature();
            if (temperature != null) {
                span.set(TraceAttribute.TEMPERATURE, temperature);
            }
            if (span.recordsContent()) {
                String system = input.system();
                if (system != null) {
                    span.set(TraceAttribute.SYSTEM_INSTRUCTIONS, JsonLine.of(HarnessCodec.traced(system)));
                }
                span.set(TraceAttribute.INPUT_MESSAGES, JsonLine.of(HarnessCodec.traced(input)));
            }
        }

        private static void end(TraceSpan span, HarnessOutput output) {
            if (!span.isRecording()) {
                return;
            }
            TokenUsage usage = output.usage();
            if (usage != null) {
                span.set(TraceAttribute.INPUT_TOKENS, (long) usage.inputTokens());
                span.set(TraceAttribute.OUTPUT_TOKENS, (long) usage.outputTokens());
                setPositive(span, TraceAttribute.CACHED_TOKENS, usage.cachedInputTokens());
                setPositive(span, TraceAttribute.CACHE_WRITE_TOKENS, usage.cacheWriteTokens());
                setPositive(span, TraceAttribute.REASONING_TOKENS, usage.reasoningTokens());
            }
            ModelStopReason stop = output.stopReason();
            if (stop != null) {
                span.set(TraceAttribute.FINISH_REASON, stop.wireName());
            }
            if (span.recordsContent()) {
                span.set(TraceAttribute.OUTPUT_MESSAGES, JsonLine.of(HarnessCodec.traced(output)));
            }
        }

        private static void setPositive(TraceSpan span, TraceAttribute attribute, double tokens) {
            if (tokens > 0) {
                span.set(attribute, (long) tokens);
            }
        }
    }
}
