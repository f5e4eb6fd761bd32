package dev.waggle.connect.mcp.server;

import java.util.Locale;

import io.modelcontextprotocol.spec.McpSchema.Implementation;
import org.jspecify.annotations.Nullable;

/** Agent id of a client. The client chose its name itself, so no right depends on it. */
final class ClientName {

    /** Before the name, so that no client can be taken for an agent of the host. */
    private static final String PREFIX = "mcp:";

    /** Longest name that is kept. */
    private static final int MAX_LENGTH = 48;

    private ClientName() {}

    /** Returns for example {@code mcp:claude-desktop}, with only letters, digits, dots and dashes of ASCII. */
    static String agentId(@Nullable Implementation client) {
        String given = client == null || client.name() == null ? "" : client.name();
        String start = given.substring(0, Math.min(given.length(), 4 * MAX_LENGTH));
        String plain = start.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        String name = plain.substring(0, Math.min(plain.length(), MAX_LENGTH));
        return PREFIX + (name.isEmpty() ? "client" : name);
    }
}
