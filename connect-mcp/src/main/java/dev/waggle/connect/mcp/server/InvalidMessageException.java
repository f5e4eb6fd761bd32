package dev.waggle.connect.mcp.server;

/** Received data that is no message of the protocol. */
final class InvalidMessageException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int code;

    InvalidMessageException(int code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** The answer to it, one line of JSON. */
    String answer() {
        return RpcError.of(code, String.valueOf(getMessage()));
    }
}
