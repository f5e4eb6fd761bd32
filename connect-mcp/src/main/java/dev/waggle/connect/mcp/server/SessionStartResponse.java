package dev.waggle.connect.mcp.server;

import java.util.Optional;

import io.modelcontextprotocol.spec.HttpHeaders;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

/**
 * Response to {@code initialize}. The session opens before its id leaves, because a client may use it at once. Owned
 * by the thread of the request.
 */
final class SessionStartResponse extends LibraryResponse {

    private final HttpSessionRegistry sessions;
    private @Nullable String opened;

    /** Creates a response that uses a reserved place of these sessions. */
    SessionStartResponse(HttpServletResponse response, HttpSessionRegistry sessions) {
        super(response);
        this.sessions = sessions;
    }

    /** The session that was opened. */
    Optional<String> opened() {
        return Optional.ofNullable(opened);
    }

    @Override
    public void setHeader(String name, String value) {
        if (opened == null && name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID)) {
            opened = value;
            sessions.open(value);
        }
        super.setHeader(name, value);
    }
}
