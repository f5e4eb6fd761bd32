package dev.waggle.connect.mcp.server;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** The answer to an unreadable message. It names no request, because none could be read. */
final class RpcError {

    /** The request is not JSON. */
    static final int NO_JSON = -32_700;

    /** The request is not a message of the protocol, or not a supported one. */
    static final int NO_MESSAGE = -32_600;

    private RpcError() {}

    /** One line of JSON. */
    static String of(int code, String message) {
        return JsonText.write(new JsonObjectBuilder().with("jsonrpc", "2.0")
                .with("id", JsonValue.ofNull())
                .with("error", new JsonObjectBuilder().with("code", code).with("message", message).json()).json());
    }
}
