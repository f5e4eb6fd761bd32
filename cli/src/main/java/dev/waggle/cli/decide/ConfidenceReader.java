package dev.waggle.cli.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;

/**
 * Reader of the confidences in the rows of one file. A bad one counts as not stated, and the first ones are reported by
 * their lines. A column of weights that is mostly above 1 or in per cent is refused, because nearly all of its votes
 * would lose their weights.
 */
final class ConfidenceReader {

    private static final double PER_CENT = 100;
    private static final double MAJORITY = 0.5;

    /** Largest values of usual questionnaires. */
    private static final int[] USUAL_SCALES = {5, 10};

    private final ConfidencePolicy policy;
    private final List<RecordColumn> columns;
    private final int first;
    private final List<BadCells> bad;
    private final double[] values;

    /** Numbers of the first column that tell its scale, and those among them above 1 or in per cent. */
    private long numbers;
    private long above;

    /** The largest of those above, and its place. */
    private double largest;
    private String largestPlace = "";
    private boolean isInPercent;

    /**
     * Reader of these columns.
     *
     * @param first the position of the first of them among the columns of a row
     */
    ConfidenceReader(ConfidencePolicy policy, List<RecordColumn> columns, int first) {
        this.policy = policy;
        this.columns = columns;
        this.first = first;
        this.bad = columns.stream().map(_ -> new BadCells()).toList();
        this.values = new double[columns.size()];
    }

    /** Reads a row. */
    void read(RecordReader row) {
        for (int column = 0; column < values.length; column++) {
            values[column] = value(row, column);
        }
    }

    /** The first confidence of the row, which is the weight of its vote; NaN when none is stated. */
    double weight() {
        return values[0];
    }

    /** The other confidences of the row; NaN where none is stated. */
    double[] further() {
        double[] further = new double[values.length - 1];
        System.arraycopy(values, 1, further, 0, further.length);
        return further;
    }

    /**
     * Reports the bad confidences of all rows.
     *
     * @throws UserException when the first column has another scale
     */
    void finish(String file, TerminalScreen screen) {
        if (above > numbers * MAJORITY) {
            throw new UserException((isInPercent ? "the confidences of " : "most confidences of ") + file + place(0)
                    + (isInPercent ? " are in per cent" : " are above 1") + ", the largest in " + largestPlace,
                    scales(largest, isInPercent));
        }
        for (int column = 0; column < values.length; column++) {
            BadCells cells = bad.get(column);
            if (cells.count > 0) {
                screen.warn(MessageText.count(cells.count, "confidence") + " of " + file + place(column)
                        + (cells.count == 1 ? " is no number" : " are no numbers") + " from 0 to " + top(column) + ": "
                        + String.join(", ", cells.shown) + more(cells)
                        + " - Counted as not stated; --strict ends the run at the first.");
            }
        }
    }

    private double value(RecordReader row, int column) {
        String text = row.shown(first + column);
        if (text.isEmpty()) {
            return Double.NaN;
        }
        double scale = policy.scale(column);
        boolean isPercentage = text.endsWith("%");
        double number = RecordReader.number(isPercentage && (scale == PER_CENT || column == 0)
                ? text.substring(0, text.length() - 1).strip()
                : text);
        double share = number / scale;
        if (column == 0 && scale == 1 && number >= 0) {
            isInPercent |= isPercentage;
            addNumber(row, text, isPercentage || share > 1, number);
        }
        boolean isGood = share >= 0 && share <= 1 && (!isPercentage || scale == PER_CENT);
        if (!isGood) {
            setAside(row, column, text);
        }
        return isGood ? share : Double.NaN;
    }

    private void addNumber(RecordReader row, String text, boolean isAbove, double number) {
        numbers += number == 0 || number == 1 ? 0 : 1; // Both scales have them.
        if (isAbove && number <= PER_CENT) {
            above++;
            if (number > largest) {
                largest = number;
                largestPlace = row.linePlace() + ' ' + MessageText.quote(text);
            }
        }
    }

    private void setAside(RecordReader row, int column, String text) {
        if (policy.isStrict()) {
            throw new UserException(row.location() + ": confidence " + MessageText.quote(text) + place(column)
                    + " is not a number from 0 to " + top(column),
                    text.endsWith("%") || RecordReader.number(text) > 1
                            ? scales(RecordReader.number(text), text.endsWith("%"))
                            : "Leave the cell empty where no confidence was stated.");
        }
        bad.get(column).add(row.linePlace() + ' ' + MessageText.quote(text));
    }

    /** The scales that a column with such a number may have, as a remedy. */
    private static String scales(double number, boolean isPercent) {
        if (isPercent) {
            return "Add --confidence-scale 100.";
        }
        OptionalInt usual = IntStream.of(USUAL_SCALES).filter(scale -> number <= scale).findFirst();
        return usual.isEmpty()
                ? "Add --confidence-scale 100 if they are in per cent."
                : "Add --confidence-scale " + usual.getAsInt() + " if " + usual.getAsInt()
                        + " stands for certainty, or --confidence-scale 100 if they are in per cent.";
    }

    /** The number of confidences that were set aside. */
    long setAside() {
        return bad.stream().mapToLong(cells -> cells.count).sum();
    }

    /** Name of a column that is not the only one, for messages. */
    private String place(int column) {
        return columns.size() == 1 ? "" : " in column " + MessageText.quote(columns.get(column).names().getFirst());
    }

    private String top(int column) {
        double scale = policy.scale(column);
        return scale == Math.rint(scale) ? String.valueOf((long) scale) : String.valueOf(scale);
    }

    private static String more(BadCells cells) {
        long more = cells.count - cells.shown.size();
        return more == 0 ? "" : " and " + more + " more";
    }

    /** Bad cells of a column: their number, and the first ones for people. */
    private static final class BadCells {

        private static final int MAX_SHOWN = 3;

        private final List<String> shown = new ArrayList<>();
        private long count;

        void add(String cell) {
            count++;
            if (shown.size() < MAX_SHOWN) {
                shown.add(cell);
            }
        }
    }
}
