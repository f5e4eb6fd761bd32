package dev.waggle.cli.evaluation;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.decide.RecordReader;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.evaluation.EvaluationSetBuilder;

/** Files of ballots and of truths: CSV or JSON lines. */
final class BallotFile {

    private static final int ITEM = 0;
    private static final int AGENT = 1;
    private static final int ANSWER = 2;
    private static final int TRUTH = 3;
    private static final int CATEGORY = 4;
    private static final int CONFIDENCES = 5;

    private static final int TRUTH_ANSWER = 1;
    private static final int TRUTH_CATEGORY = 2;

    /** Rows between two looks at the memory. */
    private static final int LOOK = 1 << 12;

    /** The other half is for rules and reports. */
    private static final int SHARE_OF_MEMORY = 2;

    private BallotFile() {}

    /**
     * Reads ballots into a builder, and closes the rows.
     *
     * @param file name of the file in messages
     * @param rows the columns of {@link EvaluationColumns#ofBallots}
     * @param kinds number of kinds of confidences
     * @return number of confidences outside 0..1, which count as not stated
     */
    static long readBallots(String file, RecordReader rows, int kinds, EvaluationSetBuilder into) {
        long count = 0;
        long outside = 0;
        try (RecordReader records = rows) {
            double[] confidences = new double[kinds];
            while (records.next()) {
                count++;
                String item = records.name(ITEM);
                String agent = records.name(AGENT);
                for (int kind = 0; kind < confidences.length; kind++) {
                    double stated = records.anyNumber(CONFIDENCES + kind);
                    boolean isOutside = stated < 0 || stated > 1;
                    outside += isOutside ? 1 : 0;
                    confidences[kind] = isOutside ? Double.NaN : stated;
                }
                into.add(item, agent, records.text(ANSWER), confidences);
                addFacts(into, item, records, TRUTH, CATEGORY);
                if (count % LOOK == 0) {
                    requireRoom(file, into, count);
                }
            }
        }
        if (count == 0) {
            throw new UserException(file + " names columns but holds no votes", "Add a line for each vote.");
        }
        return outside;
    }

    /** Reads truths and categories of items that have ballots, and closes the rows. */
    static void readTruths(String file, RecordReader rows, EvaluationSetBuilder into) {
        long count = 0;
        long hits = 0;
        try (RecordReader records = rows) {
            while (records.next()) {
                count++;
                String item = records.name(ITEM);
                hits += into.hasItem(item) ? 1 : 0;
                addFacts(into, item, records, TRUTH_ANSWER, TRUTH_CATEGORY);
            }
        }
        if (count == 0) {
            throw new UserException(file + " names columns but holds no truths",
                    "Add a line for each item.");
        }
        if (hits == 0) {
            throw new UserException(file + " has no right answer to any item of the votes",
                    "Check that both name the items alike.");
        }
    }

    private static void addFacts(EvaluationSetBuilder into, String item, RecordReader row, int truth, int category) {
        String answer = row.text(truth);
        if (!answer.isEmpty()) {
            into.addTruth(item, answer).ifPresent(earlier -> {
                throw new UserException(row.location() + ": item " + MessageText.quote(item) + " has the truth "
                        + MessageText.quote(answer) + ", before it had " + MessageText.quote(earlier),
                        "Keep one truth for each item.");
            });
        }
        into.category(item, row.text(category));
    }

    private static void requireRoom(String file, EvaluationSetBuilder into, long rows) {
        long most = Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY;
        if (into.bytes() > most) {
            throw new UserException(
                    file + " has more than " + rows + " rows, and at most " + (most >> 20)
                            + " MiB of votes fit into the memory",
                    "Split it by item, or give more memory: JAVA_TOOL_OPTIONS=-Xmx4g.");
        }
    }
}
