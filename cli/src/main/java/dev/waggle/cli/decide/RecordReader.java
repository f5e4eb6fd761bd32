package dev.waggle.cli.decide;

import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;

/** Reader of the rows of a file, one after the other, limited to the requested columns. */
sealed interface RecordReader extends AutoCloseable permits CsvRecordReader, JsonRecordReader {

    /** Longest row, in bytes; real ones are shorter. */
    int MAX_LINE = 1 << 20;

    /** Moves to the next row; false at the end. A column that never appeared is an error there. */
    boolean next();

    /** The value in the requested column with that index; {@code null} when the row has none. */
    @Nullable String cell(int column);

    /** Place of the row, for messages: "votes.csv, line 12". */
    String place();

    RecordColumn column(int column);

    @Override
    void close();

    /** The value without blanks around it; empty when there is none. */
    default String text(int column) {
        String cell = cell(column);
        return cell == null ? "" : cell.strip();
    }

    /** The value of a column that may not be blank. */
    default String name(int column) {
        String text = text(column);
        if (text.isEmpty()) {
            throw new UserException(place() + ": the " + column(column).what() + " is blank",
                    "Give every row its " + column(column).what() + ", or name another column with "
                            + column(column).flag() + ".");
        }
        return text;
    }
}
