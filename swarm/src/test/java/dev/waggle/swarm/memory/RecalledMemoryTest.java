package dev.waggle.swarm.memory;

import java.util.Map;

import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class RecalledMemoryTest {

    @Test
    void itsImportanceIsItsStrengthTimesItsRelevance() {
        assertThat(new RecalledMemory("m", "x", null, 0.6, 0.5, Map.of()).importance()).isCloseTo(0.3, within(1e-12));
    }

    @Test
    void badNumbersAndBlankTextsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RecalledMemory("m", "x", null, Double.NaN, 1, Map.of()))
                .withMessageContaining("relevance").withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new RecalledMemory("m", "x", null, 1, 1.1, Map.of()))
                .withMessageContaining("strength").withMessageContaining("1.1");
        assertThatIllegalArgumentException().isThrownBy(() -> new RecalledMemory("m", " ", null, 1, 1, Map.of()))
                .withMessageContaining("memory m");
        assertThatIllegalArgumentException().isThrownBy(() -> new RecalledMemory("", "x", null, 1, 1, Map.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MemoryNote("\n", "finding", "ada", null, 1, "sig_1", Map.of()))
                .withMessageContaining("sig_1");
    }

    @Test
    void theStandInRemembersNothing() throws Exception {
        SharedMemory.NONE.store(new MemoryNote("x", "finding", "ada", null, 1, "sig_1", Map.of()));
        SharedMemory.NONE.reinforce("nothing", "ada");

        assertThat(SharedMemory.NONE.recall("x", 5)).isEmpty();
        assertThat(SharedMemory.NONE.decay()).isZero();
    }
}
