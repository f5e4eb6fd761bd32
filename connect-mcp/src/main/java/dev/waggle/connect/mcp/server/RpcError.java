package dev.waggle.connect.mcp.server;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Codes of JSON-RPC errors, and the answer to a message that is refused before the library sees it. */
final class RpcError {

    /** The request is not JSON. */
    static final int NO_JSON = -32_700;

    /** The request is not a message of the protocol, or not a supported one. */
    static final int NO_MESSAGE = -32_600;

    /** The method is unknown. */
    static final int NO_METHOD = -32_601;

    /** The parameters do not fit the method. */
    static final int BAD_PARAMS = -32_602;

    private RpcError() {}

    /** One line of JSON; it names no request, because none could be read. */
    static String of(int code, String message) {
        return of(code, message, JsonValue.ofNull());
    }

    /** One line of JSON. */
    static String of(int code, String message, JsonValue id) {
        return JsonText.write(new JsonObjectBuilder().with("jsonrpc", "2.0")
                .with("id", id)
                .with("error", new JsonObjectBuilder().with("code", code).with("message", message).json()).json());
    }
}
