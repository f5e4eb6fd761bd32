package dev.waggle.signal.learning;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MemoryBanditStoreTest implements BanditStoreContract {

    @Override
    public BanditStore newStore() {
        return new MemoryBanditStore();
    }

    @Override
    public BanditStore beside(BanditStore store) {
        return store;
    }

    @Test
    void theStandInKeepsNothing() {
        BanditStore.NONE.teach("ada", "solve", Map.of("propose", BanditStoreContract.lesson(1)));

        assertThat(BanditStore.NONE.load("ada")).isEqualTo(Learned.NOTHING);
    }

    @Test
    void badEvidenceIsRefusedWithItsNumbers() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Evidence(-1, List.of(1.0), List.of(1.0)))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new Evidence(1, List.of(Double.NaN), List.of(1.0)))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new Evidence(1, List.of(-1.0), List.of(1.0)))
                .withMessageContaining("-1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Evidence(1, List.of(1.0), List.of(Double.POSITIVE_INFINITY)))
                .withMessageContaining("Infinity");
        assertThatIllegalArgumentException().isThrownBy(() -> new Evidence(1, List.of(1.0), List.of()))
                .withMessageContaining("1 and 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Evidence.none(Evidence.MAX_SIZE + 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Learned(Map.of(" ", Evidence.none(1)), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Learned(Map.of(), Collections.nCopies(Learned.MAX_RUNS + 1, "solve")));
    }
}
