package dev.waggle.signal.harness;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeadlineTest {

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 1);

    @Test
    void countsDownWithTheStopwatch() {
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), world);
        world.advance(Duration.ofSeconds(4));

        assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(6));
        assertThat(deadline.isExpired()).isFalse();
    }

    @Test
    void isOverAtItsMomentAndNothingIsLeftAfterIt() {
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), world);
        world.advance(Duration.ofSeconds(10));
        assertThat(deadline.isExpired()).isTrue();
        world.advance(Duration.ofDays(1));

        assertThat(deadline.isExpired()).isTrue();
        assertThat(deadline.remaining()).isEqualTo(Duration.ZERO);
    }

    @Test
    void aShorterSpanComesFirstAndALongerOneChangesNothing() {
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), world);

        assertThat(deadline.within(Duration.ofSeconds(3)).remaining()).isEqualTo(Duration.ofSeconds(3));
        assertThat(deadline.within(Duration.ofSeconds(30))).isEqualTo(deadline);
        assertThat(deadline.within(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(deadline);
    }

    @Test
    void spansBeyondEverythingCountAsACentury() {
        assertThat(Deadline.in(Duration.ofSeconds(Long.MAX_VALUE), world)).isEqualTo(Deadline.never(world));
        assertThat(Deadline.never(world).remaining()).isEqualTo(Duration.ofDays(36_500));
    }

    @Test
    void aSpanOfThePastIsOverAtOnce() {
        assertThat(Deadline.in(Duration.ofSeconds(-5), world).isExpired()).isTrue();
        assertThat(Deadline.in(Duration.ofSeconds(Long.MIN_VALUE), world).isExpired()).isTrue();
        assertThat(Deadline.in(Duration.ZERO, world).isExpired()).isTrue();
    }
}
