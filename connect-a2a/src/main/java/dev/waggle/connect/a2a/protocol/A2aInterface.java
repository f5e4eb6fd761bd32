package dev.waggle.connect.a2a.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Address of an agent with the protocol that is spoken there.
 *
 * @param binding transport, such as {@link #JSON_RPC}
 * @param protocolVersion version of the protocol
 * @param tenant tenant that requests to the address state; version 0.3 has none
 */
public record A2aInterface(String url, String binding, String protocolVersion, @Nullable String tenant) {

    /** Transport by JSON-RPC over HTTP, with server-sent events. */
    public static final String JSON_RPC = "JSONRPC";
}
