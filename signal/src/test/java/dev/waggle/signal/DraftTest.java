package dev.waggle.signal;

import dev.waggle.signal.Payload.Stance;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DraftTest {

    @Test
    void theShortFormsAreDraftsOfTheirPayloads() {
        assertThat(Draft.proposal("shard", "Shard by tenant", "writes double", 0.8))
                .isEqualTo(Draft.of(new Payload.Proposal("shard", "Shard by tenant", "writes double"), 0.8));
        assertThat(Draft.vote("shard", Stance.DISAGREE, 0.7))
                .isEqualTo(Draft.of(new Payload.Vote("shard", Stance.DISAGREE, null, 0.7), 0.7));
        assertThat(Draft.discovery("It grows", 0.6))
                .isEqualTo(Draft.of(new Payload.Discovery("It grows", null, 0.6), 0.6));
    }

    @Test
    void theShortFormsRefuseAConfidenceThatIsNone() {
        for (double bad : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> Draft.proposal("a", "A", "", bad));
            assertThatIllegalArgumentException().isThrownBy(() -> Draft.vote("a", Stance.AGREE, bad));
            assertThatIllegalArgumentException().isThrownBy(() -> Draft.discovery("It grows", bad));
        }
    }
}
