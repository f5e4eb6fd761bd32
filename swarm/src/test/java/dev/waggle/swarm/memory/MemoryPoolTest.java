package dev.waggle.swarm.memory;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** The pool of memories of one process. */
class MemoryPoolTest extends MemoryStoreContract {

    @Override
    protected MemoryStore open(MemoryRules rules) {
        return new MemoryPool(rules, world);
    }

    @Test
    void badInputIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> share("a", " ", 0.5)).withMessageContaining("blank");
        assertThatIllegalArgumentException().isThrownBy(() -> share("a", "x", Double.NaN))
                .withMessage("importance must be between 0 and 1, got NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRules(0, 0.2, 0.1, 1))
                .withMessageContaining("rate");
        assertThatIllegalArgumentException().isThrownBy(() -> new MemoryRules(0.05, 0.2, 0.1, 0))
                .withMessageContaining("capacity");
    }
}
