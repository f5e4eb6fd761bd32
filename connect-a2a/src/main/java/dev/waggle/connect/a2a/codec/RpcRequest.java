package dev.waggle.connect.a2a.codec;

import java.math.BigDecimal;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Envelope of a request of JSON-RPC.
 *
 * @param id text or whole number that the answer repeats; null for a notification, which has no answer
 */
public record RpcRequest(@Nullable JsonValue id, String method, JsonValue params) {

    static final String VERSION = "2.0";

    private static final int MAX_ID = 256;

    /** A request with a number as its id. */
    public static RpcRequest of(long id, String method, JsonValue params) {
        return new RpcRequest(JsonValue.of(id), method, params);
    }

    /**
     * Envelope of a body.
     *
     * @throws A2aException if it is none, with the error of JSON-RPC
     */
    public static RpcRequest of(JsonValue body) {
        if (body instanceof JsonValue.Arr) {
            throw invalid("batches of requests are not supported\nMaybe send each request by itself.");
        }
        if (!(body instanceof JsonValue.Obj(var fields))) {
            throw invalid("a request must be an object");
        }
        if (!JsonValue.of(VERSION).equals(fields.get("jsonrpc"))) {
            throw invalid("jsonrpc must be \"2.0\"");
        }
        JsonValue id = fields.get("id");
        if (id != null && !isId(id)) {
            throw invalid("id must be a text of at most " + MAX_ID + " characters or a whole number");
        }
        if (!(fields.get("method") instanceof JsonValue.Str(String method)) || method.isEmpty()) {
            throw invalid("method must be a text");
        }
        JsonValue params = fields.getOrDefault("params", A2aMetadata.NONE);
        return new RpcRequest(id, method, params instanceof JsonValue.Null ? A2aMetadata.NONE : params);
    }

    /** Id of a body that is refused, as far as it has one. */
    public static JsonValue idOf(JsonValue body) {
        JsonValue id = body instanceof JsonValue.Obj obj ? obj.fields().get("id") : null;
        return id == null || !isId(id) ? JsonValue.ofNull() : id;
    }

    /** JSON of the envelope. */
    public JsonValue.Obj json() {
        return new JsonObjectBuilder().with("jsonrpc", VERSION).withPresent("id", id).with("method", method)
                .with("params", params).json();
    }

    private static boolean isId(JsonValue id) {
        return switch (id) {
            case JsonValue.Str(String text) -> text.length() <= MAX_ID;
            case JsonValue.Num(BigDecimal number) -> isWhole(number);
            case JsonValue.Null ignored -> true;
            case JsonValue.Bool ignored -> false;
            case JsonValue.Arr ignored -> false;
            case JsonValue.Obj ignored -> false;
        };
    }

    private static boolean isWhole(BigDecimal number) {
        try {
            var _ = number.longValueExact();
            return true;
        } catch (ArithmeticException bad) {
            return false;
        }
    }

    static String excerpt(String text) {
        return QuotedValue.of(text);
    }

    private static A2aException invalid(String message) {
        return new A2aException(A2aErrorCode.INVALID_REQUEST, message);
    }
}
