package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.terminal.TextTable.Cell;
import dev.waggle.cli.terminal.TextTable.Column;
import dev.waggle.cli.terminal.TextTable.Side;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TextTableTest {

    private final StringWriter text = new StringWriter();
    private final List<Column> columns = List.of(new Column("name", Side.LEFT), new Column("n", Side.RIGHT));

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        try (TextTable table = table(TextStyle.PLAIN)) {
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
        try (TextTable table = table(TextStyle.COLOUR)) {
            table.row(List.of(new Cell("x", Ink.DIM), Cell.of("1")));
        }
        assertThat(text.toString()).contains("\u001b[2mx\u001b[0m     1");
    }

    @Test
    void longTablesAreWrittenAsTheyGrow() {
        try (TextTable table = table(TextStyle.PLAIN)) {
            for (int i = 0; i < 200; i++) {
                assertThat(text.toString()).isEmpty();
                table.row(List.of(Cell.of("row"), Cell.of("1")));
            }
            table.row(List.of(Cell.of("wider than all"), Cell.of("2")));
            assertThat(text.toString()).hasLineCount(202).endsWith("wider than all  2\n");
        }
    }

    @Test
    void aLongCellIsWrappedInItsColumn() {
        try (TextTable table = new TextTable(new PrintWriter(text, true), TextStyle.PLAIN, columns, 12)) {
            table.row(List.of(Cell.of("日本語日本語日本"), Cell.of("1")));
            table.row(List.of(new Cell(List.of("ab", "cd ef", "gh"), null), Cell.of("100")));
        }
        assertThat(text).hasToString("""
                name       n
                日本語     1
                日本語
                日本
                ab       100
                cd ef
                gh
                """);
    }

    @Test
    void aTableThatIsTooWideStandsInBlocks() {
        List<Column> many = List.of(new Column("name", Side.LEFT), new Column("first", Side.RIGHT),
                new Column("second", Side.RIGHT));
        try (TextTable table = new TextTable(new PrintWriter(text, true), TextStyle.PLAIN, many, 16)) {
            table.row(List.of(Cell.of("a"), Cell.of("1"), Cell.of("2")));
            table.row(List.of(Cell.of("b"), Cell.of("3"), Cell.of("4")));
        }
        assertThat(text).hasToString("""
                name  first
                a         1
                b         3

                name  second
                a          2
                b          4
                """);
    }

    @Test
    void clipsByWidthAndShowsControlsAsMarks() {
        assertThat(TextTable.clip("abcdef", 6)).isEqualTo("abcdef");
        assertThat(TextTable.clip("abcdefg", 6)).isEqualTo("abcde…");
        assertThat(TextTable.clip("日本語", 5)).isEqualTo("日本…");
        assertThat(TextTable.clip("a\u001b[1m\n", 9)).isEqualTo("a\uFFFD[1m ");
    }

    @Test
    void refusesARowOfAnotherLength() {
        assertThatIllegalArgumentException().isThrownBy(() -> table(TextStyle.PLAIN).row(List.of(Cell.of("x"))));
    }

    private TextTable table(TextStyle style) {
        return new TextTable(new PrintWriter(text, true), style, columns);
    }
}
