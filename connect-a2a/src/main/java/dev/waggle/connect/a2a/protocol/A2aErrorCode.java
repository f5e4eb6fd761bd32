package dev.waggle.connect.a2a.protocol;

import java.util.Optional;

/** Errors of JSON-RPC and of the protocol. */
public enum A2aErrorCode {

    PARSE_ERROR(-32700),
    INVALID_REQUEST(-32600),
    METHOD_NOT_FOUND(-32601),
    INVALID_PARAMS(-32602),
    INTERNAL_ERROR(-32603),
    TASK_NOT_FOUND(-32001),
    TASK_NOT_CANCELABLE(-32002),
    PUSH_NOTIFICATION_NOT_SUPPORTED(-32003),
    UNSUPPORTED_OPERATION(-32004),
    CONTENT_TYPE_NOT_SUPPORTED(-32005),
    INVALID_AGENT_RESPONSE(-32006),
    EXTENDED_AGENT_CARD_NOT_CONFIGURED(-32007),
    EXTENSION_SUPPORT_REQUIRED(-32008),
    VERSION_NOT_SUPPORTED(-32009);

    private final int code;

    A2aErrorCode(int code) {
        this.code = code;
    }

    /** Number on the wire. */
    public int code() {
        return code;
    }

    /** True if the protocol defines the error, and not JSON-RPC; version 1.0 then writes its name as the reason. */
    public boolean isOfProtocol() {
        return code > -32100;
    }

    /** Returns the error with that number, if the protocol defines it. */
    public static Optional<A2aErrorCode> of(long code) {
        for (A2aErrorCode error : values()) {
            if (error.code == code) {
                return Optional.of(error);
            }
        }
        return Optional.empty();
    }
}
