package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HttpSessionRegistryTest {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final HttpSessionRegistry sessions = new HttpSessionRegistry(world);

    @Test
    void thereIsRoomForSoManyAndNoMore() {
        for (int i = 0; i < HttpSessionRegistry.MAX_SESSIONS; i++) {
            assertThat(sessions.reserve()).isTrue();
            if (i % 2 == 0) {
                sessions.open("s" + i);
            }
        }
        assertThat(sessions.reserve()).isFalse();

        sessions.releaseReservation();
        assertThat(sessions.reserve()).isTrue();
        assertThat(sessions.reserve()).isFalse();

        sessions.close("s0");
        assertThat(sessions.reserve()).isTrue();
    }

    @Test
    void theOneThatWasIdleLongestMakesWay() {
        open("a");
        world.advance(Duration.ofMinutes(20));
        open("b");
        assertThat(sessions.touch("a")).isTrue();
        world.advance(HttpSessionRegistry.IDLE_TIMEOUT.minusNanos(1));
        assertThat(sessions.longestIdle()).isEmpty();

        world.advance(Duration.ofNanos(1));

        assertThat(sessions.longestIdle()).contains("b");
        sessions.close("b");
        assertThat(sessions.longestIdle()).contains("a");
        assertThat(sessions.touch("b")).isFalse();
    }

    private void open(String session) {
        assertThat(sessions.reserve()).isTrue();
        sessions.open(session);
    }
}
