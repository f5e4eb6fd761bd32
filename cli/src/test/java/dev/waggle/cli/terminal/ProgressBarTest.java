package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressBarTest {

    private final StringWriter err = new StringWriter();

    @Test
    void drawsOnlyWhenThePercentageChanges() {
        try (ProgressBar bar = ProgressBar.on(screen(true), "reading", 1_000)) {
            bar.at(500);
            String drawn = err.toString();
            bar.at(505);
            assertThat(err).hasToString(drawn);
            bar.at(510);
            assertThat(err.toString()).hasSize(2 * drawn.length()).endsWith(" 51 %");
        }
        assertThat(err.toString()).endsWith(" \r");
    }

    @Test
    void isSilentWhereNobodyWatchesOrNobodyKnowsHowMuchThereIs() {
        try (ProgressBar unwatched = ProgressBar.on(screen(false), "reading", 10);
                ProgressBar endless = ProgressBar.on(screen(true), "reading", 0)) {
            unwatched.at(5);
            endless.at(5);
        }
        assertThat(err.toString()).isEmpty();
    }

    private TerminalScreen screen(boolean interactive) {
        return new TerminalScreen(new PrintWriter(new StringWriter()), new PrintWriter(err), TextStyle.PLAIN,
                interactive);
    }
}
