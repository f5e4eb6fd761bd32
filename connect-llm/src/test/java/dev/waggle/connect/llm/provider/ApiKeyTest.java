package dev.waggle.connect.llm.provider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ApiKeyTest {

    @Test
    void aKeyShowsItselfNowhere() {
        ApiKey key = ApiKey.of("  sk-abcdefgh-1234\n");

        assertThat(key).hasToString("(key)");
        assertThat(new KeySource.KeyLookup.Key(key, "X").toString()).doesNotContain("abcdefgh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "k\u00e9y", "line\nbreak", "\u0000abc"})
    void refusesWhatIsNoKeyWithoutShowingIt(String text) {
        assertThatThrownBy(() -> ApiKey.of(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("words").hasMessageNotContaining("abc");
    }
}
