package dev.waggle.cli.text;

import java.util.ArrayList;
import java.util.List;

/**
 * Layout of the columns of a table in a width. A table that is too wide for it stands in several blocks below each
 * other, each of which begins with the first column. Columns that may be narrowed share the room that is left.
 *
 * @param blocks the blocks from top to bottom
 */
public record ColumnLayout(List<Block> blocks) {

    /** Columns of a terminal between two columns of a table. */
    public static final int GAP = 2;

    /** Copies the list. */
    public ColumnLayout {
        blocks = List.copyOf(blocks);
    }

    /**
     * Width that a column wants, and the least that it may get.
     *
     * @param wanted width of its widest cell
     * @param least at most the wanted width
     */
    public record ColumnWidth(int wanted, int least) {}

    /** Column of a block, by its place in the table, with its width. */
    public record Placed(int column, int width) {}

    /** Columns that stand beside each other. */
    public record Block(List<Placed> columns) {

        /** Copies the list. */
        public Block {
            columns = List.copyOf(columns);
        }
    }

    /** The layout of at least one column; a block is too wide only if two columns are, each one cell wide. */
    public static ColumnLayout of(List<ColumnWidth> columns, int width) {
        List<Block> blocks = new ArrayList<>();
        List<Integer> block = new ArrayList<>(List.of(0));
        int used = columns.getFirst().least();
        for (int column = 1; column < columns.size(); column++) {
            int more = GAP + columns.get(column).least();
            if (block.size() > 1 && used + more > width) {
                blocks.add(fitted(block, columns, width));
                block = new ArrayList<>(List.of(0));
                used = columns.getFirst().least();
            }
            block.add(column);
            used += more;
        }
        blocks.add(fitted(block, columns, width));
        return new ColumnLayout(blocks);
    }

    /** The widest columns become narrower, down to their least width, and below it if that is not enough. */
    private static Block fitted(List<Integer> block, List<ColumnWidth> columns, int width) {
        int[] widths = new int[block.size()];
        int[] least = new int[block.size()];
        int used = GAP * (block.size() - 1);
        for (int i = 0; i < widths.length; i++) {
            widths[i] = columns.get(block.get(i)).wanted();
            least[i] = columns.get(block.get(i)).least();
            used += widths[i];
        }
        used = narrowed(widths, least, used, width);
        narrowed(widths, new int[widths.length], used, width);
        List<Placed> placed = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            placed.add(new Placed(block.get(i), widths[i]));
        }
        return new Block(placed);
    }

    private static int narrowed(int[] widths, int[] least, int used, int width) {
        int total = used;
        while (total > width) {
            int widest = -1;
            for (int i = 0; i < widths.length; i++) {
                if (widths[i] > Math.max(1, least[i]) && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                return total;
            }
            widths[widest]--;
            total--;
        }
        return total;
    }
}
