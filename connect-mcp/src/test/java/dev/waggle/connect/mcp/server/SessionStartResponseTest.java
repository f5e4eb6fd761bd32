package dev.waggle.connect.mcp.server;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.world.ManualWorld;
import jakarta.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionStartResponseTest {

    private final HttpSessionRegistry sessions = new HttpSessionRegistry(HttpEndpoint.SessionLimits.defaults(),
            new ManualWorld(Instant.EPOCH, 1));
    private final List<String> sent = new ArrayList<>();

    /** A client may send its next request as soon as it has the id, before the servlet has returned. */
    @Test
    void theSessionIsOpenBeforeItsIdLeaves() {
        SessionStartResponse response = new SessionStartResponse(recording(), sessions);
        assertThat(sessions.reserve()).isTrue();

        response.setHeader("Content-Type", "application/json");
        assertThat(response.opened()).isEmpty();
        response.setHeader("mcp-session-id", "s1");

        assertThat(response.opened()).contains("s1");
        assertThat(sent).containsExactly("Content-Type false", "mcp-session-id true");
    }

    @Test
    void aResponseWithoutASessionOpensNone() {
        SessionStartResponse response = new SessionStartResponse(recording(), sessions);

        response.setStatus(500);

        assertThat(response.opened()).isEmpty();
        assertThat(response.failure()).hasValue(500);
    }

    /** A response that records, at each header, whether the session is open. */
    private HttpServletResponse recording() {
        return (HttpServletResponse) Proxy.newProxyInstance(HttpServletResponse.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class}, (_, method, arguments) -> {
                    if (method.getName().equals("setHeader")) {
                        sent.add(arguments[0] + " " + sessions.isOpen("s1"));
                    }
                    return null;
                });
    }
}
