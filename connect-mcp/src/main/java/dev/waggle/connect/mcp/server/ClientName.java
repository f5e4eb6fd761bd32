package dev.waggle.connect.mcp.server;

import java.util.Locale;

import io.modelcontextprotocol.spec.McpSchema.Implementation;
import org.jspecify.annotations.Nullable;

/** Name of a client for the host. The client chose it, so no right depends on it. */
final class ClientName {

    /** Prefix of the name, so that no client has the id of an agent of the host. */
    private static final String PREFIX = "mcp:";

    /** Maximum length of a name. */
    private static final int MAX_LENGTH = 48;

    private ClientName() {}

    /** For example {@code mcp:claude-desktop}; only ASCII letters, digits, dots and dashes remain. */
    static String agentId(@Nullable Implementation client) {
        String given = client == null || client.name() == null ? "" : client.name();
        String start = given.substring(0, Math.min(given.length(), 4 * MAX_LENGTH));
        String plain = start.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-").replaceAll("^[-.]+|[-.]+$", "");
        String name = plain.substring(0, Math.min(plain.length(), MAX_LENGTH));
        return PREFIX + (name.isEmpty() ? "client" : name);
    }
}
