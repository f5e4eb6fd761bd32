package dev.waggle.swarm.engine.speech;

import java.time.Duration;
import java.util.List;

import dev.waggle.signal.bus.BusConfig;
import dev.waggle.swarm.Limits;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SolveBusConfigTest {

    @Test
    void aSolveSweepsNothingAndKeepsSignalsForTwiceItsTime() {
        BusConfig bus = SolveBus.busConfig(Limits.defaults());
        assertThat(bus.sweepInterval()).isZero();
        assertThat(bus.defaultTtl()).isEqualTo(Duration.ofMinutes(4));
        BusConfig usual = BusConfig.defaults();
        assertThat(List.of(usual.sweepInterval(), usual.defaultTtl(), usual.maxHistorySize(), usual.detectConflicts()))
                .containsExactly(Duration.ofSeconds(10), Duration.ofMinutes(1), 1_000, true);
    }
}
