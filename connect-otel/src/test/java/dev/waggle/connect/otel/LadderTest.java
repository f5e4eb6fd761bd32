package dev.waggle.connect.otel;

import java.util.List;
import java.util.Set;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.waggle.signal.Ladder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LadderTest {

    private static final String OTEL = "dev.waggle.connect.otel";

    private static final JavaClasses MODULE = Ladder.moduleOf(OtelTracer.class);

    @Test
    void theModuleIsOneRoom() {
        Ladder.rooms(List.of(Set.of(OTEL))).check(MODULE);
    }

    @Test
    void theModuleNeedsOnlyThePortsAndTheApiOfOpenTelemetry() {
        Ladder.needsOnly("java..", "org.jspecify.annotations", "dev.waggle.signal.trace", "dev.waggle.swarm.metric",
                "io.opentelemetry.api..", "io.opentelemetry.context..", OTEL).check(MODULE);
    }

    @Test
    void clocksAndChanceComeFromTheWorldOnly() {
        Ladder.noClockNoChanceOutside().check(MODULE);
    }

    @Test
    void filesOfARoomFormNoCircle() {
        assertThat(Ladder.circles(MODULE)).isEmpty();
    }
}
