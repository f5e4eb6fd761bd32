package dev.waggle.swarm.reaction;

import java.util.Random;

import dev.waggle.signal.harness.HarnessCapabilities;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutputLimitTest {

    @Test
    void beginsWithTheUsualLimitOfTheModelUnlessAnotherIsNamed() {
        assertThat(OutputLimit.of(null, model(null)).tokens()).isEqualTo(1_200);
        assertThat(OutputLimit.of(null, model(1_000)).tokens()).isEqualTo(1_000);
        assertThat(OutputLimit.of(500, model(null)).tokens()).isEqualTo(500);
        assertThat(OutputLimit.of(5_000, model(1_000)).tokens()).as("the user's own word").isEqualTo(5_000);
    }

    @Test
    void doublesUpToFourTimesTheFirst() {
        OutputLimit first = OutputLimit.of(500, model(null));

        assertThat(first.raised().tokens()).isEqualTo(1_000);
        assertThat(first.raised().raised().tokens()).isEqualTo(2_000);
        assertThat(first.raised().raised().canRise()).isFalse();
        assertThat(first.raised().raised().isMost()).isFalse();
    }

    @Test
    void endsAtWhatTheModelCanWrite() {
        OutputLimit first = OutputLimit.of(500, model(700));

        assertThat(first.raised().tokens()).isEqualTo(700);
        assertThat(first.raised().canRise()).isFalse();
        assertThat(first.raised().isMost()).isTrue();
        assertThat(OutputLimit.of(Integer.MAX_VALUE, model(null)).canRise()).isFalse();
    }

    @Test
    void aRaiseIsHigherOrTheLimitIsAtItsEnd() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            Integer most = random.nextBoolean() ? null : 1 + random.nextInt(10_000);
            OutputLimit limit = OutputLimit.of(random.nextBoolean() ? null : 1 + random.nextInt(10_000), model(most));
            long first = limit.tokens();
            for (int i = 0; i < 4; i++) {
                OutputLimit next = limit.raised();

                assertThat(next.tokens()).as("seed %d", seed).isBetween(limit.tokens(), (int) (4 * first));
                assertThat(next.tokens() > limit.tokens()).as("seed %d", seed).isEqualTo(limit.canRise());
                assertThat(next.tokens()).as("seed %d", seed)
                        .isLessThanOrEqualTo(most == null ? Integer.MAX_VALUE : (int) Math.max(most, first));
                assertThat(limit.canRise() || limit.isMost() || limit.tokens() == 4 * first).as("seed %d", seed)
                        .isTrue();
                limit = next;
            }
        }
    }

    private static HarnessCapabilities model(@Nullable Integer most) {
        return new HarnessCapabilities(true, true, true, true, 1_200, most, null, false);
    }
}
