package dev.waggle.connect.mcp.server;

import java.math.BigDecimal;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/**
 * Rules of JSON-RPC 2.0 for the form of a message: a request, a notification or an answer. The protocol narrows them:
 * an id is a text or a whole number, and there are no batches.
 */
final class MessageForm {

    /** Longest id that is a text, in UTF-16 units: every answer repeats it. */
    static final int MAX_ID = 256;

    private static final JsonValue VERSION = JsonValue.of("2.0");
    private static final BigDecimal MAX_NUMBER = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MIN_NUMBER = BigDecimal.valueOf(Long.MIN_VALUE);

    private MessageForm() {}

    /** Requires that form; true for a request or a notification, false for an answer. */
    static boolean isCall(JsonValue message) throws InvalidMessageException {
        if (!(message instanceof JsonValue.Obj(Map<String, JsonValue> fields))) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE, message instanceof JsonValue.Arr
                    ? "a message is one object; batches are not taken\nMaybe send each message by itself."
                    : "a message is one object\nMaybe send a request of JSON-RPC 2.0.");
        }
        JsonValue id = fields.get("id");
        boolean isAnswer = fields.containsKey("result") || fields.containsKey("error");
        if (id != null && !isId(id) && !(isAnswer && id instanceof JsonValue.Null)) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE, "id must be a text of at most " + MAX_ID
                    + " characters or a whole number of 64 bits\nMaybe count: 1, 2, 3.");
        }
        JsonValue known = id == null ? JsonValue.ofNull() : id;
        if (!VERSION.equals(fields.get("jsonrpc"))) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE, "jsonrpc must be \"2.0\"", known);
        }
        if (fields.containsKey("method") == isAnswer) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE,
                    "a message has a method, or a result, or an error", known);
        }
        if (isAnswer) {
            checkAnswer(fields, known);
        } else if (!(fields.get("method") instanceof JsonValue.Str)) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE, "method must be a text", known);
        }
        return !isAnswer;
    }

    private static void checkAnswer(Map<String, JsonValue> fields, JsonValue id) throws InvalidMessageException {
        boolean isBoth = fields.containsKey("result") && fields.containsKey("error");
        boolean isError = fields.get("error") instanceof JsonValue.Obj(Map<String, JsonValue> error)
                && error.get("code") instanceof JsonValue.Num && error.get("message") instanceof JsonValue.Str;
        if (isBoth || !fields.containsKey("id") || (fields.containsKey("error") && !isError)) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE,
                    "an answer has an id and either a result or an error with code and message", id);
        }
    }

    private static boolean isId(JsonValue id) {
        return switch (id) {
            case JsonValue.Str(String text) -> text.length() <= MAX_ID;
            case JsonValue.Num(BigDecimal number) -> number.scale() == 0 && number.compareTo(MIN_NUMBER) >= 0
                    && number.compareTo(MAX_NUMBER) <= 0;
            case JsonValue.Null _, JsonValue.Bool _, JsonValue.Arr _, JsonValue.Obj _ -> false;
        };
    }
}
