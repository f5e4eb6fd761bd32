package dev.waggle.cli.terminal;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TerminalWidthTest {

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "0", "0000", "-1", "wide", "99999"})
    void aWidthThatIsNotKnownIsTheUsualOne(@Nullable String columns) {
        assertThat(TerminalWidth.of(columns, 48, 120, 80)).isEqualTo(80);
    }

    @Test
    void aKnownWidthIsTakenWithinTheBounds() {
        assertThat(TerminalWidth.of("100", 48, 120, 80)).isEqualTo(100);
        assertThat(TerminalWidth.of("1", 48, 120, 80)).isEqualTo(48);
        assertThat(TerminalWidth.of("400", 48, 120, 80)).isEqualTo(120);
    }
}
