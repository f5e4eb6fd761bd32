package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HttpSessionRegistryTest {

    private static final HttpEndpoint.SessionLimits LIMITS = new HttpEndpoint.SessionLimits(4, Duration.ofMinutes(5));

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final HttpSessionRegistry sessions = new HttpSessionRegistry(LIMITS, world);

    @Test
    void thereIsRoomForSoManyAndNoMore() {
        for (int i = 0; i < LIMITS.count(); i++) {
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
        openAndUse("a");
        world.advance(Duration.ofMinutes(3));
        openAndUse("b");
        use("a");
        assertThat(sessions.retryAfter()).isEqualTo(LIMITS.idle());
        world.advance(LIMITS.idle().minusNanos(1));
        assertThat(sessions.evict()).isEmpty();
        assertThat(sessions.retryAfter()).isEqualTo(Duration.ofSeconds(1));

        world.advance(Duration.ofNanos(1));

        assertThat(sessions.evict()).contains("b");
        assertThat(sessions.evict()).contains("a");
        assertThat(sessions.evict()).isEmpty();
        assertThat(sessions.enter("b")).isFalse();
    }

    @Test
    void aSessionWithARequestUnderWayStays() {
        openAndUse("a");
        assertThat(sessions.enter("a")).isTrue();
        world.advance(LIMITS.idle().multipliedBy(10));
        assertThat(sessions.evict()).isEmpty();

        sessions.leave("a");
        assertThat(sessions.evict()).isEmpty();
        world.advance(LIMITS.idle());
        assertThat(sessions.evict()).contains("a");
        sessions.leave("a");
        assertThat(sessions.enter("a")).isFalse();
    }

    @Test
    void aSessionOfWhichNothingElseWasHeardMakesWayAtOnce() {
        openAndUse("a");
        open("b");
        open("c");

        assertThat(sessions.evict()).contains("b");
        assertThat(sessions.evict()).contains("c");
        assertThat(sessions.evict()).isEmpty();
    }

    private void openAndUse(String session) {
        open(session);
        use(session);
    }

    private void use(String session) {
        assertThat(sessions.enter(session)).isTrue();
        sessions.leave(session);
    }

    private void open(String session) {
        assertThat(sessions.reserve()).isTrue();
        sessions.open(session);
    }
}
