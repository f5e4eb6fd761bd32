package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.ColumnLayout;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.cli.text.LineFill;
import org.jspecify.annotations.Nullable;

/**
 * Text table for people, in the width of the terminal. Widths come from the header and the first {@value #SAMPLE} rows,
 * which are held back until the widths are known. Later rows are written in portions of that size at most, so a table
 * of any length needs little memory. A cell that is wider than its column is wrapped, and a table that is too wide
 * stands in blocks. Owned by one thread; {@link #close()} writes the rows that are held back.
 */
public final class TextTable implements AutoCloseable {

    private static final int SAMPLE = 200;
    private static final String GAP = " ".repeat(ColumnLayout.GAP);

    /** Width that the first column, which names the row, keeps beside others. */
    private static final int MIN_NAME = 24;

    private final PrintWriter out;
    private final TextStyle style;
    private final List<Column> columns;
    private final int width;
    private final List<List<Cell>> held = new ArrayList<>();
    private @Nullable ColumnLayout layout;

    /** A table in the width of the terminal. */
    public TextTable(PrintWriter out, TextStyle style, List<Column> columns) {
        this(out, style, columns, TerminalWidth.ofTable());
    }

    /** A table in that width. */
    public TextTable(PrintWriter out, TextStyle style, List<Column> columns, int width) {
        this.out = out;
        this.style = style;
        this.columns = List.copyOf(columns);
        this.width = width;
    }

    /** Alignment of a column's text. */
    public enum Side {
        /** At the left; long texts are wrapped. */
        LEFT(20),
        /** At the right, for numbers. */
        RIGHT(30),
        /** At the left, for pictures, which are narrowed last. */
        CHART(54);

        private final int least;

        Side(int least) {
            this.least = least;
        }
    }

    /** A column with its title. */
    public record Column(String title, Side side) {}

    /**
     * A text and its ink; {@code null} is the usual ink.
     *
     * @param pieces parts of the text, with two blanks between or each on a line of its own
     */
    public record Cell(List<String> pieces, @Nullable Ink ink) {

        /** Copies the list. */
        public Cell {
            pieces = List.copyOf(pieces);
        }

        /** A text of one piece. */
        public Cell(String text, @Nullable Ink ink) {
            this(List.of(text), ink);
        }

        /** In the usual ink. */
        public static Cell of(String text) {
            return new Cell(text, null);
        }

        /** The pieces in one line. */
        public String text() {
            return String.join(GAP, pieces);
        }

        /** The text in lines of that width. */
        private List<String> lines(int width) {
            String text = text();
            if (width(text) <= width) {
                return List.of(text);
            }
            List<String> lines = new ArrayList<>();
            for (String piece : pieces) {
                if (width(piece) <= width) {
                    lines.add(piece);
                } else {
                    lines.addAll(LineFill.lines(piece, width));
                }
            }
            return lines;
        }
    }

    /** Adds a row with one cell for each column. */
    public void row(List<Cell> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells for " + columns.size()
                    + " columns: " + cells);
        }
        held.add(List.copyOf(cells));
        if (held.size() == SAMPLE || (layout != null && layout.blocks().size() == 1)) {
            release();
        }
    }

    @Override
    public void close() {
        if (layout == null || !held.isEmpty()) {
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
        boolean isFirst = layout == null;
        ColumnLayout known = layout == null ? measured() : layout;
        layout = known;
        List<ColumnLayout.Block> blocks = known.blocks();
        if (!isFirst && blocks.size() == 1) {
            held.forEach(cells -> write(widened(blocks.getFirst(), cells), cells));
        } else {
            boolean isBelow = !isFirst;
            for (ColumnLayout.Block block : blocks) {
                if (isBelow) {
                    out.println();
                }
                write(block, columns.stream().map(column -> new Cell(column.title(), Ink.BOLD)).toList());
                held.forEach(cells -> write(block, cells));
                isBelow = true;
            }
        }
        held.clear();
    }

    private ColumnLayout measured() {
        List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int widest = width(columns.get(i).title());
            for (List<Cell> cells : held) {
                widest = Math.max(widest, width(cells.get(i).text()));
            }
            wanted.add(widest);
        }
        return layout(wanted);
    }

    /** The block of all columns with room for a later row that is wider, if the terminal has it. */
    private ColumnLayout.Block widened(ColumnLayout.Block block, List<Cell> cells) {
        List<Integer> wanted = new ArrayList<>();
        for (ColumnLayout.Placed placed : block.columns()) {
            wanted.add(Math.max(placed.width(), width(cells.get(placed.column()).text())));
        }
        List<ColumnLayout.Block> blocks = layout(wanted).blocks();
        return blocks.size() == 1 ? blocks.getFirst() : block;
    }

    private ColumnLayout layout(List<Integer> wanted) {
        List<ColumnLayout.ColumnWidth> widths = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            int least = i == 0 ? MIN_NAME : columns.get(i).side().least;
            widths.add(new ColumnLayout.ColumnWidth(wanted.get(i), Math.min(wanted.get(i), least)));
        }
        return ColumnLayout.of(widths, width);
    }

    private void write(ColumnLayout.Block block, List<Cell> cells) {
        List<List<String>> texts = new ArrayList<>();
        int height = 1;
        for (ColumnLayout.Placed placed : block.columns()) {
            List<String> lines = cells.get(placed.column()).lines(placed.width());
            texts.add(lines);
            height = Math.max(height, lines.size());
        }
        for (int line = 0; line < height; line++) {
            out.println(line(block, cells, texts, line).stripTrailing());
        }
    }

    private String line(ColumnLayout.Block block, List<Cell> cells, List<List<String>> texts, int number) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < texts.size(); i++) {
            ColumnLayout.Placed placed = block.columns().get(i);
            Ink ink = cells.get(placed.column()).ink();
            String text = number < texts.get(i).size() ? texts.get(i).get(number) : "";
            String painted = ink == null || text.isEmpty() ? text : style.paint(ink, text);
            String padding = " ".repeat(Math.max(0, placed.width() - width(text)));
            line.append(i == 0 ? "" : GAP);
            switch (columns.get(placed.column()).side()) {
                case LEFT, CHART -> line.append(painted).append(padding);
                case RIGHT -> line.append(padding).append(painted);
            }
        }
        return line.toString();
    }
}
