package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A call in the form in which an {@link AnswerStore} stores it.
 *
 * <pre>
 *   pieces   in order: {"text": words} or {"thinking": words}
 *   tookMs   how long it took
 *   output   what was answered, or
 *   failure  kind, message, retryAfterNanos, and if there is one: chargeable (true), usage
 * </pre>
 *
 * @param pieces the streamed pieces, in order
 * @param durationMs the duration of the call, in milliseconds
 * @param output the answer, unless it failed
 * @param failure the reason for the missing answer
 */
record CachedCall(List<OutputPiece> pieces, double durationMs, @Nullable HarnessOutput output,
        @Nullable HarnessFailure failure) {

    /** A piece of an answer, or of the thinking before it. */
    record OutputPiece(boolean isThinking, String text) {}

    CachedCall {
        pieces = List.copyOf(pieces);
        durationMs = HarnessPreconditions.nonNegative("tookMs", durationMs);
        if ((output == null) == (failure == null)) {
            throw new IllegalArgumentException("a call has an answer or a failure");
        }
    }

    static CachedCall answered(List<OutputPiece> pieces, double tookMs, HarnessOutput output) {
        return new CachedCall(pieces, tookMs, output, null);
    }

    static CachedCall failed(List<OutputPiece> pieces, double tookMs, HarnessFailure failure) {
        return new CachedCall(pieces, tookMs, null, failure);
    }

    HarnessOutput answer() {
        if (output == null) {
            throw new IllegalStateException("the call failed: " + failure);
        }
        return output;
    }

    JsonValue json() {
        return new JsonObjectBuilder().with("pieces", pieces.stream().map(CachedCall::json).toList())
                .with("tookMs", durationMs)
                .withPresent("output", output == null ? null : HarnessCodec.encode(output))
                .withPresent("failure", failure == null ? null : json(failure)).json();
    }

    /** Reads the output of {@link #json()}; empty when the value is anything else, so that the call is made again. */
    static Optional<CachedCall> read(JsonValue json) {
        try {
            return Optional.of(read(JsonObjectReader.root("a stored call", json)));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private static CachedCall read(JsonObjectReader call) {
        JsonObjectReader output = call.optionalObject("output");
        JsonObjectReader failure = call.optionalObject("failure");
        CachedCall read = new CachedCall(call.objects("pieces").stream().map(CachedCall::piece).toList(),
                call.nonNegative("tookMs"), output == null ? null : HarnessReader.STORED.output(output),
                failure == null ? null : failure(failure));
        call.rejectUnknownFields();
        return read;
    }

    private static JsonValue json(OutputPiece piece) {
        return new JsonObjectBuilder().with(piece.isThinking() ? "thinking" : "text", piece.text()).json();
    }

    private static OutputPiece piece(JsonObjectReader piece) {
        boolean isThinking = piece.has("thinking");
        OutputPiece read = new OutputPiece(isThinking, piece.text(isThinking ? "thinking" : "text"));
        piece.rejectUnknownFields();
        return read;
    }

    /** A wait beyond the range of nanoseconds, 292 years, is written as the longest of them. */
    private static JsonValue json(HarnessFailure failure) {
        Duration wait = failure.retryAfter();
        TokenUsage usage = failure.usage();
        return new JsonObjectBuilder().with("kind", failure.kind().wireName())
                .with("message", failure.message())
                .withPresent("retryAfterNanos", wait == null ? null : JsonValue.of(TimeUnit.NANOSECONDS.convert(wait)))
                .withPresent("chargeable", failure.chargeable() ? JsonValue.of(true) : null)
                .withPresent("usage", usage == null ? null : HarnessCodec.encode(usage))
                .json();
    }

    private static HarnessFailure failure(JsonObjectReader failure) {
        Long wait = failure.optionalInteger("retryAfterNanos");
        boolean chargeable = failure.has("chargeable");
        if (chargeable && !failure.flag("chargeable")) {
            throw failure.invalid("chargeable", "true");
        }
        JsonObjectReader usage = failure.optionalObject("usage");
        HarnessFailure read = new HarnessFailure(
                failure.oneOf("kind", HarnessFailure.Kind.values(), HarnessFailure.Kind::wireName),
                failure.text("message"), wait == null ? null : Duration.ofNanos(wait), chargeable,
                usage == null ? null : HarnessReader.STORED.usage(usage));
        failure.rejectUnknownFields();
        return read;
    }
}
