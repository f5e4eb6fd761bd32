package dev.waggle.swarm.harness;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RetryPolicyTest {

    private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;

    @Test
    void theDefaultsAreThoseOfTheSpecification() {
        assertThat(RetryPolicy.DEFAULTS.maxRetries()).isEqualTo(3);
        assertThat(RetryPolicy.DEFAULTS.baseDelay()).isEqualTo(Duration.ofSeconds(1));
        assertThat(RetryPolicy.DEFAULTS.maxDelay()).isEqualTo(Duration.ofSeconds(10));
        assertThat(BreakerPolicy.DEFAULTS.threshold()).isEqualTo(5);
        assertThat(BreakerPolicy.DEFAULTS.openFor()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void waitsDoubleUpToTheLongest() {
        RetryPolicy policy = new RetryPolicy(6, Duration.ofSeconds(1), Duration.ofSeconds(10), 0.2);
        int[] seconds = {1, 2, 4, 8, 10, 10};
        for (int retry = 0; retry < seconds.length; retry++) {
            assertThat(policy.delay(retry, null, MIDDLE)).isEqualTo(Duration.ofSeconds(seconds[retry]));
        }
        assertThat(policy.delay(5_000, null, MIDDLE)).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void chanceStaysWithinItsPart() {
        RandomGenerator random = new SplittableRandom(1);
        for (int i = 0; i < 1_000; i++) {
            assertThat(RetryPolicy.DEFAULTS.delay(1, null, random)).isBetween(Duration.ofMillis(1_600),
                    Duration.ofMillis(2_400));
        }
    }

    @Test
    void theWaitIsAtLeastWhatTheOtherSideAsksFor() {
        assertThat(RetryPolicy.DEFAULTS.delay(0, Duration.ofHours(1), MIDDLE)).isEqualTo(Duration.ofHours(1));
        assertThat(RetryPolicy.DEFAULTS.delay(0, Duration.ZERO, MIDDLE)).isEqualTo(Duration.ofSeconds(1));
        Duration longest = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(RetryPolicy.DEFAULTS.delay(0, longest, MIDDLE)).isEqualTo(longest);
    }

    @Test
    void aBadNumberIsRefusedWithItsName() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(-1, second, second, 0))
                .withMessageContaining("maxRetries").withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(101, second, second, 0))
                .withMessageContaining("101");
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(1, second.negated(), second, 0))
                .withMessageContaining("baseDelay");
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(1, second, Duration.ZERO, 0))
                .withMessageContaining("maxDelay");
        assertThatIllegalArgumentException().isThrownBy(() -> new RetryPolicy(1, second, second, Double.NaN))
                .withMessageContaining("jitter").withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> new BreakerPolicy(0, second))
                .withMessageContaining("0");
        assertThatIllegalArgumentException().isThrownBy(() -> new BreakerPolicy(1, Duration.ZERO))
                .withMessageContaining("openFor");
    }
}
