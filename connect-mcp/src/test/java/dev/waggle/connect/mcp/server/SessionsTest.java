package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SessionsTest {

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final Sessions sessions = new Sessions(world);

    @Test
    void thereIsRoomForSoManyAndNoMore() {
        for (int i = 0; i < Sessions.MAX; i++) {
            assertThat(sessions.promise()).isTrue();
            if (i % 2 == 0) {
                sessions.open("s" + i);
            }
        }
        assertThat(sessions.promise()).isFalse();

        sessions.giveBack();
        assertThat(sessions.promise()).isTrue();
        assertThat(sessions.promise()).isFalse();

        sessions.close("s0");
        assertThat(sessions.promise()).isTrue();
    }

    @Test
    void theOneThatWasIdleLongestMakesWay() {
        open("a");
        world.advance(Duration.ofMinutes(20));
        open("b");
        assertThat(sessions.use("a")).isTrue();
        world.advance(Sessions.IDLE.minusNanos(1));
        assertThat(sessions.idle()).isEmpty();

        world.advance(Duration.ofNanos(1));

        assertThat(sessions.idle()).contains("b");
        sessions.close("b");
        assertThat(sessions.idle()).contains("a");
        assertThat(sessions.use("b")).isFalse();
    }

    private void open(String session) {
        assertThat(sessions.promise()).isTrue();
        sessions.open(session);
    }
}
