package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import org.jspecify.annotations.Nullable;

/** Parser for the parts of protocol messages that a transport needs. */
final class MessageParser {

    /** Maximum number of bytes of a message: far beyond any question, and a thousand times a usual one. */
    static final int MAX_BYTES = 1 << 20;

    /** The notification by which a client takes a request back. */
    static final String CANCELLED = "notifications/cancelled";

    /** Key of the request id that is passed to the call. */
    private static final String REQUEST = "waggle.request";

    /** Key of the account that is passed to the call. */
    private static final String ACCOUNT = "waggle.account";

    private final McpJsonMapper json;

    MessageParser(McpJsonMapper json) {
        this.json = json;
    }

    /**
     * The request or notification; empty for an answer, because the server asks its clients nothing.
     *
     * @throws InvalidMessageException when it is none
     */
    Optional<JSONRPCMessage> read(byte[] bytes) throws InvalidMessageException {
        String text = text(bytes);
        if (!MessageForm.isCall(value(text))) {
            return Optional.empty();
        }
        try {
            return Optional.of(McpSchema.deserializeJsonRpcMessage(json, text));
        } catch (IOException | RuntimeException noMessage) {
            throw new InvalidMessageException(RpcError.NO_MESSAGE,
                    "this is no request, notification or answer of JSON-RPC 2.0");
        }
    }

    private static JsonValue value(String text) throws InvalidMessageException {
        try {
            return JsonText.read(text);
        } catch (IllegalArgumentException noJson) {
            throw new InvalidMessageException(RpcError.NO_JSON, "this is no JSON in UTF-8, or nested more than "
                    + JsonText.MAX_DEPTH + " deep, or has a name twice in one object");
        }
    }

    /** The request that a message cancels; {@code null} when it cancels none. */
    static @Nullable Object cancelled(JSONRPCMessage message) {
        return message instanceof JSONRPCNotification note && CANCELLED.equals(note.method())
                && note.params() instanceof Map<?, ?> params ? params.get("requestId") : null;
    }

    /** Hands the id of a request and its account on to the call; {@code null} without one. */
    static McpTransportContext context(@Nullable Object requestId, @Nullable Object account) {
        Map<String, Object> known = new HashMap<>();
        if (requestId != null) {
            known.put(REQUEST, requestId);
        }
        if (account != null) {
            known.put(ACCOUNT, account);
        }
        return known.isEmpty() ? McpTransportContext.EMPTY : McpTransportContext.create(known);
    }

    /** The account that was handed on; {@code null} if none was. */
    static @Nullable String accountOf(McpTransportContext context) {
        return context.get(ACCOUNT) instanceof String account ? account : null;
    }

    /** The id that was handed on; something that is equal to nothing else, if none was. */
    static Object requestOf(McpTransportContext context) {
        Object id = context.get(REQUEST);
        return id == null ? new Object() : id;
    }

    private static String text(byte[] bytes) throws InvalidMessageException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notUtf8) {
            throw new InvalidMessageException(RpcError.NO_JSON, "this is no JSON in UTF-8");
        }
    }
}
