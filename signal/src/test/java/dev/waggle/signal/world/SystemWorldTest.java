package dev.waggle.signal.world;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SystemWorldTest implements WorldContract {

    @Override
    public World world(long seed) {
        return World.system(seed);
    }

    @Test
    void datesAreCutToMilliseconds() {
        Instant now = world(7).now();

        assertThat(now).isEqualTo(now.truncatedTo(ChronoUnit.MILLIS));
    }

    @Test
    void withoutASeedNobodyKnowsIt() {
        assertThat(World.system().seed()).isNotEqualTo(World.system().seed());
    }
}
