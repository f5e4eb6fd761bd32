package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

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
 *   failure  kind, message, retryAfterNanos
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

    /** Reads a stored call; empty when the value is none. */
    static Optional<CachedCall> read(JsonValue json) {
        try {
            JsonObjectReader call = JsonObjectReader.root("a stored call", json);
            JsonObjectReader output = call.optionalObject("output");
            JsonObjectReader failure = call.optionalObject("failure");
            return Optional.of(new CachedCall(call.objects("pieces").stream().map(CachedCall::piece).toList(),
                    call.number("tookMs"), output == null ? null : output(output),
                    failure == null ? null : failure(failure)));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private static JsonValue json(OutputPiece piece) {
        return new JsonObjectBuilder().with(piece.isThinking() ? "thinking" : "text", piece.text()).json();
    }

    private static OutputPiece piece(JsonObjectReader piece) {
        String thinking = piece.optionalText("thinking");
        return thinking == null
                ? new OutputPiece(false, piece.text("text"))
                : new OutputPiece(true, thinking);
    }

    private static JsonValue json(HarnessFailure failure) {
        Duration wait = failure.retryAfter();
        return new JsonObjectBuilder().with("kind", failure.kind().wireName())
                .with("message", failure.message())
                .withPresent("retryAfterNanos", wait == null ? null : JsonValue.of(wait.toNanos())).json();
    }

    private static HarnessFailure failure(JsonObjectReader failure) {
        Long wait = failure.optionalInteger("retryAfterNanos");
        return new HarnessFailure(HarnessFailure.Kind.of(failure.text("kind")), failure.text("message"),
                wait == null ? null : Duration.ofNanos(wait));
    }

    private static HarnessOutput output(JsonObjectReader output) {
        JsonObjectReader usage = output.optionalObject("usage");
        return new HarnessOutput(output.text("content"),
                output.optionalObjects("toolCalls").stream().map(CachedCall::call).toList(),
                output.optionalText("sessionId"), usage == null ? null : usage(usage),
                output.optionalConstant("stopReason", ModelStopReason.values()));
    }

    private static ToolCall call(JsonObjectReader call) {
        return new ToolCall(call.text("id"), call.text("name"), call.optional("input"));
    }

    private static TokenUsage usage(JsonObjectReader usage) {
        return new TokenUsage(usage.number("inputTokens"), usage.number("outputTokens"), usage.number("totalTokens"));
    }
}
