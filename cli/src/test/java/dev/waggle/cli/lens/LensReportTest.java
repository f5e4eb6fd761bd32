package dev.waggle.cli.lens;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.review.RunLog;
import dev.waggle.review.lens.LensReplay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class LensReportTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 120})
    void theTableOfAllLensesFitsTheTerminal(int width) {
        String table = shown(width).split("\\R\\R", -1)[0];

        assertThat(table).contains("  finding", "r2 set");
        assertThat(table.lines().filter(line -> !line.startsWith("note: ")))
                .allMatch(line -> TextTable.width(line) <= width);
    }

    @Test
    void hasNoUnitWhereTheCardHasNone() {
        assertThat(shown(200)).contains(" unit ").doesNotContainPattern("damping-classifier .* none");
    }

    private String shown(int width) {
        Path file = folder.resolve("run.jsonl");
        new LensJournal().opened("r", "\"lenses\":[]").agreeing("r").closed("r", 2).at(file);
        StringWriter out = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out), new PrintWriter(new StringWriter()),
                TextStyle.PLAIN, false);
        new LensReport(LensReplay.of("r", LensJournal.entries(file), null), screen, width,
                RunLog.of("r", LensJournal.entries(file)).numbers()).all();
        return out.toString();
    }
}
