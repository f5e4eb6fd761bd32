package dev.waggle.cli.terminal;

import dev.waggle.signal.harness.TokenUsage;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TokenTextTest {

    @Test
    void partsAreNamedWhereThereAreAny() {
        assertThat(TokenText.ofInput(new TokenUsage(4_100, 0, 4_100, 3_300, 0, 0))).isEqualTo(" (3,300 cached)");
        assertThat(TokenText.ofInput(new TokenUsage(4_100, 0, 4_100, 0, 200, 0)))
                .isEqualTo(" (200 written to the cache)");
        assertThat(TokenText.ofInput(new TokenUsage(4_100, 0, 4_100, 3_300, 200, 0)))
                .isEqualTo(" (3,300 cached, 200 written to the cache)");
        assertThat(TokenText.ofOutput(new TokenUsage(0, 1_110, 1_110, 0, 0, 800))).isEqualTo(" (800 thinking)");
    }

    @Test
    void withoutPartsThereIsNothingToSay() {
        TokenUsage plain = new TokenUsage(4_100, 1_110, 5_210);

        assertThat(TokenText.ofInput(plain) + TokenText.ofOutput(plain)).isEmpty();
    }
}
