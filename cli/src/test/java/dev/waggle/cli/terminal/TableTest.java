package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import dev.waggle.cli.terminal.Style.Ink;
import dev.waggle.cli.terminal.Table.Cell;
import dev.waggle.cli.terminal.Table.Column;
import dev.waggle.cli.terminal.Table.Side;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TableTest {

    private final StringWriter text = new StringWriter();
    private final List<Column> columns = List.of(new Column("name", Side.LEFT), new Column("n", Side.RIGHT));

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        try (Table table = table(Style.PLAIN)) {
            table.row(List.of(Cell.of("日本"), Cell.of("1")));
            table.row(List.of(Cell.of("e\u0301"), Cell.of("100")));
        }
        assertThat(text).hasToString("""
                name    n
                日本    1
                e\u0301     100
                """);
    }

    @Test
    void inkDoesNotChangeTheWidth() {
        try (Table table = table(Style.COLOUR)) {
            table.row(List.of(new Cell("x", Ink.DIM), Cell.of("1")));
        }
        assertThat(text.toString()).contains("\u001b[2mx\u001b[0m     1");
    }

    @Test
    void longTablesAreWrittenAsTheyGrow() {
        try (Table table = table(Style.PLAIN)) {
            for (int i = 0; i < 200; i++) {
                assertThat(text.toString()).isEmpty();
                table.row(List.of(Cell.of("row"), Cell.of("1")));
            }
            table.row(List.of(Cell.of("wider than all"), Cell.of("2")));
            assertThat(text.toString()).hasLineCount(202).endsWith("wider than all  2\n");
        }
    }

    @Test
    void clipsByWidthAndShowsControlsAsMarks() {
        assertThat(Table.clip("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Table.clip("abcdefg", 6)).isEqualTo("abcde…");
        assertThat(Table.clip("日本語", 5)).isEqualTo("日本…");
        assertThat(Table.clip("a\u001b[1m\n", 9)).isEqualTo("a\uFFFD[1m ");
    }

    @Test
    void refusesARowOfAnotherLength() {
        assertThatIllegalArgumentException().isThrownBy(() -> table(Style.PLAIN).row(List.of(Cell.of("x"))));
    }

    private Table table(Style style) {
        return new Table(new PrintWriter(text, true), style, columns);
    }
}
