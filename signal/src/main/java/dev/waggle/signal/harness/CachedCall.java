package dev.waggle.signal.harness;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("pieces", JsonValue.of(pieces.stream().map(CachedCall::json).toList()));
        fields.put("tookMs", JsonValue.of(durationMs));
        if (output != null) {
            fields.put("output", HarnessCodec.encode(output));
        }
        if (failure != null) {
            fields.put("failure", json(failure));
        }
        return JsonValue.of(fields);
    }

    /** Reads a stored call; empty when the value is none. */
    static Optional<CachedCall> read(JsonValue json) {
        try {
            Map<String, JsonValue> fields = object(json);
            JsonValue output = fields.get("output");
            JsonValue failure = fields.get("failure");
            return Optional.of(new CachedCall(items(fields.get("pieces")).stream().map(CachedCall::piece).toList(),
                    number(fields.get("tookMs")), output == null ? null : output(object(output)),
                    failure == null ? null : failure(object(failure))));
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return Optional.empty();
        }
    }

    private static JsonValue json(OutputPiece piece) {
        return JsonValue.of(Map.of(piece.isThinking() ? "thinking" : "text", JsonValue.of(piece.text())));
    }

    private static OutputPiece piece(JsonValue json) {
        Map<String, JsonValue> fields = object(json);
        return fields.containsKey("thinking")
                ? new OutputPiece(true, text(fields.get("thinking")))
                : new OutputPiece(false, text(fields.get("text")));
    }

    private static JsonValue json(HarnessFailure failure) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("kind", JsonValue.of(failure.kind().wireName()));
        fields.put("message", JsonValue.of(failure.message()));
        Duration wait = failure.retryAfter();
        if (wait != null) {
            fields.put("retryAfterNanos", JsonValue.of(wait.toNanos()));
        }
        return JsonValue.of(fields);
    }

    private static HarnessFailure failure(Map<String, JsonValue> fields) {
        JsonValue wait = fields.get("retryAfterNanos");
        return new HarnessFailure(HarnessFailure.Kind.of(text(fields.get("kind"))), text(fields.get("message")),
                wait instanceof JsonValue.Num nanos ? Duration.ofNanos(nanos.value().longValueExact()) : null);
    }

    private static HarnessOutput output(Map<String, JsonValue> fields) {
        JsonValue session = fields.get("sessionId");
        JsonValue usage = fields.get("usage");
        JsonValue stopReason = fields.get("stopReason");
        return new HarnessOutput(text(fields.get("content")), calls(fields.get("toolCalls")),
                session == null ? null : text(session), usage == null ? null : usage(object(usage)),
                stopReason == null ? null : ModelStopReason.valueOf(text(stopReason).toUpperCase(Locale.ROOT)));
    }

    private static List<ToolCall> calls(@Nullable JsonValue json) {
        List<ToolCall> calls = new ArrayList<>();
        for (JsonValue item : json == null ? List.<JsonValue>of() : items(json)) {
            Map<String, JsonValue> fields = object(item);
            calls.add(new ToolCall(text(fields.get("id")), text(fields.get("name")), fields.get("input")));
        }
        return calls;
    }

    private static TokenUsage usage(Map<String, JsonValue> fields) {
        return new TokenUsage(number(fields.get("inputTokens")), number(fields.get("outputTokens")),
                number(fields.get("totalTokens")));
    }

    private static Map<String, JsonValue> object(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Obj object) {
            return object.fields();
        }
        throw new IllegalArgumentException("an object is expected, got " + json);
    }

    private static List<JsonValue> items(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Arr list) {
            return list.items();
        }
        throw new IllegalArgumentException("a list is expected, got " + json);
    }

    private static String text(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Str text) {
            return text.value();
        }
        throw new IllegalArgumentException("a text is expected, got " + json);
    }

    private static double number(@Nullable JsonValue json) {
        if (json instanceof JsonValue.Num number) {
            BigDecimal value = number.value();
            return value.doubleValue();
        }
        throw new IllegalArgumentException("a number is expected, got " + json);
    }
}
