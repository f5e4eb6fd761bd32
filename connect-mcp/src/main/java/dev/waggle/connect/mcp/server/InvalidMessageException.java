package dev.waggle.connect.mcp.server;

import dev.waggle.signal.json.JsonValue;

/** Error of a client that sent no valid message. */
final class InvalidMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient JsonValue id;

    InvalidMessageException(int code, String message) {
        this(code, message, JsonValue.ofNull());
    }

    /**
     * Creates an error.
     *
     * @param id the id of the message; null where it has none that is valid
     */
    InvalidMessageException(int code, String message, JsonValue id) {
        super(message, null, false, false);
        this.code = code;
        this.id = id;
    }

    /** The answer to it, one line of JSON. */
    String answer() {
        return RpcError.of(code, String.valueOf(getMessage()), id);
    }
}
