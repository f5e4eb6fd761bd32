package dev.waggle.signal.learning;

import java.util.Collections;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
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

        assertThat(BanditStore.NONE.load("ada")).isEqualTo(LearningRecord.EMPTY);
    }

    @Test
    void badEvidenceIsRefusedWithItsNumbers() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ArmEvidence(-1, List.of(1.0), List.of(1.0)))
                .withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new ArmEvidence(1, List.of(Double.NaN), List.of(1.0)))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new ArmEvidence(1, List.of(-1.0), List.of(1.0)))
                .withMessageContaining("-1.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ArmEvidence(1, List.of(1.0), List.of(Double.POSITIVE_INFINITY)))
                .withMessageContaining("Infinity");
        assertThatIllegalArgumentException().isThrownBy(() -> new ArmEvidence(1, List.of(1.0), List.of()))
                .withMessageContaining("1 and 0");
        assertThatIllegalArgumentException().isThrownBy(() -> ArmEvidence.none(ArmEvidence.MAX_SIZE + 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LearningRecord(Map.of(" ", ArmEvidence.none(1)), List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new LearningRecord(Map.of(), Collections.nCopies(LearningRecord.MAX_RUNS + 1, "solve")));
    }

    @Test
    void evidenceIsJsonAndBackWithoutLoss() {
        Map<String,
                ArmEvidence> arms = Map.of("propose",
                        new ArmEvidence(Long.MAX_VALUE, List.of(0.1 + 0.2, Double.MIN_VALUE),
                                List.of(-1e300, 1.0 / 3)),
                        "support", ArmEvidence.none(1));

        assertThat(EvidenceJson.read(EvidenceJson.of(arms))).isEqualTo(arms);
    }

    @Test
    void jsonThatIsNoEvidenceIsRefusedAndNamed() {
        JsonValue one = JsonValue.of(List.of(JsonValue.of(1)));
        JsonValue text = JsonValue.of(List.of(JsonValue.of("1")));

        assertThatIllegalArgumentException().isThrownBy(() -> EvidenceJson.read(one));
        assertThatIllegalArgumentException().isThrownBy(() -> EvidenceJson.read(arm(JsonValue.of(0.5), one, one)))
                .withMessageContaining("propose.lessons must be a whole number");
        assertThatIllegalArgumentException().isThrownBy(() -> EvidenceJson.read(arm(JsonValue.of(1), text, one)))
                .withMessageContaining("precision");
        assertThatIllegalArgumentException().isThrownBy(() -> EvidenceJson.read(arm(JsonValue.of(1), one, text)))
                .withMessageContaining("weighted");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EvidenceJson.read(JsonValue.of(Map.of("propose", JsonValue.of(Map.of())))));
    }

    private static JsonValue arm(JsonValue lessons, JsonValue precision, JsonValue weighted) {
        return JsonValue.of(Map.of("propose",
                JsonValue.of(Map.of("lessons", lessons, "precision", precision, "weighted", weighted))));
    }
}
