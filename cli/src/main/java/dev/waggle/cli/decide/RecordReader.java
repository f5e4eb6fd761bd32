package dev.waggle.cli.decide;

import java.util.List;

import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of a file, one after the other, limited to the requested columns. */
abstract sealed class RecordReader implements AutoCloseable permits CsvRecordReader, JsonRecordReader {

    /** Longest row, in bytes; real ones are shorter. */
    static final int MAX_LINE = 1 << 20;

    final String file;
    final List<RecordColumn> columns;
    final @Nullable String[] cells;
    long line;

    RecordReader(String file, List<RecordColumn> columns) {
        this.file = file;
        this.columns = columns;
        this.cells = new @Nullable String[columns.size()];
    }

    /** Moves to the next row; false at the end. A column that never appeared is an error there. */
    abstract boolean next();

    @Override
    public abstract void close();

    /** Place of the row, for messages: "votes.csv, line 12". */
    String location() {
        return file + ", line " + line;
    }

    /** The value without blanks around it; empty when there is none. */
    String text(int column) {
        String cell = cells[column];
        return cell == null ? "" : cell.strip();
    }

    /** The value of a column that may not be blank. */
    String name(int column) {
        String text = text(column);
        if (text.isEmpty()) {
            RecordColumn blank = columns.get(column);
            throw new UserException(location() + ": the " + blank.noun() + " is blank",
                    "Give every row its " + blank.noun() + ", or name another column with " + blank.flag() + ".");
        }
        return text;
    }
}
