package dev.waggle.cli.decide;

import java.util.List;

import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;

import static java.util.stream.Collectors.joining;

/** Reader of the rows of a file, one after the other, limited to the requested columns. */
public abstract sealed class RecordReader implements AutoCloseable permits CsvRecordReader, JsonRecordReader {

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
    public abstract boolean next();

    @Override
    public abstract void close();

    /** Place of the row, for messages: "votes.csv, line 12". */
    public String location() {
        return file + ", line " + line;
    }

    /** Line of the row, for messages that name the file elsewhere: "line 12". */
    String linePlace() {
        return "line " + line;
    }

    /** The value without blanks around it; empty when there is none. */
    public String text(int column) {
        String cell = cells[column];
        return cell == null ? "" : cell.strip();
    }

    /** The value as a message shows it: that of a field that is no text, too. */
    String shown(int column) {
        return text(column);
    }

    /** The value of a column that may not be blank. */
    public String name(int column) {
        String text = text(column);
        if (text.isEmpty()) {
            RecordColumn blank = columns.get(column);
            throw new UserException(location() + ": the " + blank.noun() + " is blank",
                    "Give every row its " + blank.noun() + ", or name another column with " + blank.flag() + ".");
        }
        return text;
    }

    /** A number from 0 to 1; NaN when the cell is blank. */
    private double share(int column) {
        String text = text(column);
        if (text.isEmpty()) {
            return Double.NaN;
        }
        double value = number(text);
        if (!(value >= 0 && value <= 1)) {
            throw new UserException(
                    location() + ": " + columns.get(column).noun() + " " + MessageText.quote(text) + place(column)
                            + " is not a number from 0 to 1",
                    value > 1 || text.endsWith("%")
                            ? "Write percentages as fractions, 0.85 for 85 %."
                            : "Leave the cell empty where no confidence was stated.");
        }
        return value;
    }

    /** Name of a column that is not the only one with its content, for messages. */
    private String place(int column) {
        RecordColumn one = columns.get(column);
        boolean isOnly = columns.stream().filter(other -> other.noun().equals(one.noun())).count() == 1;
        return isOnly ? "" : " in column " + one.names().stream().map(MessageText::quote).collect(joining(" or "));
    }

    /** A number, also outside 0..1; NaN when the cell is blank. */
    public double anyNumber(int column) {
        String text = text(column);
        double value = text.isEmpty() ? Double.NaN : number(text);
        return Double.isNaN(value) ? share(column) : value;
    }

    /** The number, or NaN; Java's own spellings such as 1f and 0x1p-1 are no numbers in a file. */
    static double number(String text) {
        boolean plain = text.chars().allMatch(c -> "0123456789+-.eE".indexOf(c) >= 0);
        try {
            return plain ? Double.parseDouble(text) : Double.NaN;
        } catch (NumberFormatException notANumber) {
            return Double.NaN;
        }
    }
}
