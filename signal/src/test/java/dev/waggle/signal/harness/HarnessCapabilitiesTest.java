package dev.waggle.signal.harness;

import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HarnessCapabilitiesTest {

    @Test
    void aPlainModelHasTheDefaultLimitAndNoKnownOnes() {
        assertThat(new HarnessCapabilities(true, false, true, false))
                .isEqualTo(new HarnessCapabilities(true, false, true, false, 1_200, null, null, false));
    }

    @Test
    void limitsBelowOneAreRefusedByName() {
        assertThatIllegalArgumentException().isThrownBy(() -> limits(0, null, null, false))
                .withMessage("usualOutputTokens must be at least 1, got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> limits(1, -1, null, false))
                .withMessage("maxOutputTokens must be at least 1, got -1");
        assertThatIllegalArgumentException().isThrownBy(() -> limits(1, null, 0, false))
                .withMessage("contextTokens must be at least 1, got 0");
        assertThatIllegalArgumentException().isThrownBy(() -> limits(1, null, null, false).outputTokensFor(0))
                .withMessage("need must be at least 1, got 0");
    }

    @Test
    void theLimitOfACallCoversItsNeedAndTheThinkingUpToTheMaximumOfTheModel() {
        assertThat(limits(8_192, null, null, true).outputTokensFor(600)).isEqualTo(8_192);
        assertThat(limits(8_192, null, null, true).outputTokensFor(9_000)).isEqualTo(9_000);
        assertThat(limits(8_192, null, null, false).outputTokensFor(600)).isEqualTo(600);
        assertThat(limits(8_192, 4_096, null, true).outputTokensFor(600)).isEqualTo(4_096);

        for (long seed = 0; seed < 1_000; seed++) {
            Random random = new Random(seed);
            Integer most = random.nextBoolean() ? null : 1 + random.nextInt(20_000);
            HarnessCapabilities limits = limits(1 + random.nextInt(20_000), most, null, random.nextBoolean());
            int need = 1 + random.nextInt(20_000);
            int tokens = limits.outputTokensFor(need);

            assertThat(limits.usualOutputTokens()).as("seed %d", seed)
                    .isLessThanOrEqualTo(most == null ? Integer.MAX_VALUE : most);
            assertThat(tokens).as("seed %d", seed).isLessThanOrEqualTo(most == null ? Integer.MAX_VALUE : most)
                    .isGreaterThanOrEqualTo(Math.min(need, most == null ? need : most));
            assertThat(limits.thinks() && tokens < limits.usualOutputTokens()).as("seed %d", seed).isFalse();
        }
    }

    private static HarnessCapabilities limits(int usual, @Nullable Integer most, @Nullable Integer context,
            boolean thinks) {
        return new HarnessCapabilities(true, true, true, true, usual, most, context, thinks);
    }
}
