package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.DisplayWidth;
import org.jspecify.annotations.Nullable;

/**
 * Text table for people. Widths come from the header and the first {@value #SAMPLE} rows, which are held back until the
 * widths are known. Later rows are written at once, so a table of any length needs little memory. Owned by one thread;
 * {@link #close()} writes the rows that are held back.
 */
public final class TextTable implements AutoCloseable {

    private static final int SAMPLE = 200;
    private static final String GAP = "  ";

    private final PrintWriter out;
    private final TextStyle style;
    private final List<Column> columns;
    private final List<List<Cell>> held = new ArrayList<>();
    private int @Nullable [] widths;

    public TextTable(PrintWriter out, TextStyle style, List<Column> columns) {
        this.out = out;
        this.style = style;
        this.columns = List.copyOf(columns);
    }

    /** Alignment of a column's text. */
    public enum Side {
        LEFT, RIGHT
    }

    /** A column with its title. */
    public record Column(String title, Side side) {}

    /** A text and its ink; {@code null} is the usual ink. */
    public record Cell(String text, @Nullable Ink ink) {

        /** In the usual ink. */
        public static Cell of(String text) {
            return new Cell(text, null);
        }
    }

    /** Adds a row with one cell for each column. */
    public void row(List<Cell> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells for " + columns.size()
                    + " columns: " + cells);
        }
        if (widths != null) {
            write(cells, widths);
            return;
        }
        held.add(List.copyOf(cells));
        if (held.size() == SAMPLE) {
            release();
        }
    }

    @Override
    public void close() {
        if (widths == null) {
            release();
        }
    }

    /** Columns of a terminal that the text takes: none for combining marks, two for wide characters. */
    public static int width(String text) {
        return DisplayWidth.of(text);
    }

    /** The text, safe to show, with blanks behind it up to that width. */
    public static String padded(String text, int width) {
        return DisplayWidth.padded(TextStyle.printable(text), width);
    }

    /** The text in at most that width, cut with an ellipsis, and safe to show. */
    public static String clip(String text, int width) {
        String safe = TextStyle.printable(text);
        return DisplayWidth.of(safe) <= width ? safe : DisplayWidth.head(safe, width - 1) + '…';
    }

    private void release() {
        int[] measured = columns.stream().mapToInt(column -> width(column.title())).toArray();
        for (List<Cell> cells : held) {
            for (int i = 0; i < measured.length; i++) {
                measured[i] = Math.max(measured[i], width(cells.get(i).text()));
            }
        }
        widths = measured;
        write(columns.stream().map(column -> new Cell(column.title(), Ink.BOLD)).toList(), measured);
        held.forEach(cells -> write(cells, measured));
        held.clear();
    }

    private void write(List<Cell> cells, int[] measured) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < measured.length; i++) {
            Cell cell = cells.get(i);
            String painted = cell.ink() == null ? cell.text() : style.paint(cell.ink(), cell.text());
            String padding = " ".repeat(Math.max(0, measured[i] - width(cell.text())));
            boolean last = i == measured.length - 1;
            line.append(i == 0 ? "" : GAP);
            switch (columns.get(i).side()) {
                case LEFT -> line.append(painted).append(last ? "" : padding);
                case RIGHT -> line.append(padding).append(painted);
            }
        }
        out.println(line);
    }
}
