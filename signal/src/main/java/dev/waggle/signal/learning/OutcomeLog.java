package dev.waggle.signal.learning;

import java.io.UncheckedIOException;
import java.util.function.Consumer;

import dev.waggle.signal.json.JsonValue;

/**
 * Log of the outcomes of runs, oldest first: the true ends that people, files or models report. It holds one outcome
 * for each run, and every replacement of one. May be used by many threads, and a log on disk by many processes.
 *
 * <p>A run id has 1 to {@value #MAX_RUN} characters of any kind.
 */
public interface OutcomeLog {

    /** Maximum number of characters of a run id. */
    int MAX_RUN = 512;

    /**
     * Appends the outcome of a run unless the log has one. The search and the append are one step for all threads and
     * processes. So of two concurrent outcomes of a run one is appended.
     *
     * @throws IllegalArgumentException when the run id is invalid, or the outcome is too large
     * @throws UncheckedIOException when the log is damaged, or the append is not certain; repeating it is harmless
     */
    OutcomeReceipt append(String run, JsonValue.Obj outcome);

    /** Appends the outcome of a run also when the log has another one. An equal one is not appended again. */
    OutcomeReceipt replace(String run, JsonValue.Obj outcome);

    /**
     * Reads the outcomes behind a mark, oldest first. Replaced ones are among them, before their replacements. An
     * outcome that is being appended is not read.
     *
     * @throws IllegalArgumentException when the mark is no end of an outcome in this log
     * @throws UncheckedIOException when the log cannot be read, or is damaged; the message names the line and the
     *     remedy
     */
    void read(OutcomeMark from, Consumer<LoggedOutcome> reader);

    /**
     * Returns a valid id.
     *
     * @throws IllegalArgumentException when it is empty or too long
     */
    static String requireRun(String run) {
        if (run.isEmpty() || run.length() > MAX_RUN) {
            throw new IllegalArgumentException(
                    "the id of a run with an outcome must have 1 to " + MAX_RUN + " characters, got " + run.length());
        }
        return run;
    }

    /**
     * Outcome in the log.
     *
     * @param run the id of the run
     * @param outcome its content
     * @param replaces true if it replaces an earlier outcome of this run
     * @param end the mark behind it
     */
    record LoggedOutcome(String run, JsonValue.Obj outcome, boolean replaces, OutcomeMark end) {}

    /**
     * Answer of the log to an outcome.
     *
     * @param entry the outcome of the run in the log, appended now or earlier
     * @param appended true if it was appended now
     * @param droppedBytes the number of bytes of an unfinished outcome that were cut off the end before; 0 as a rule
     */
    record OutcomeReceipt(LoggedOutcome entry, boolean appended, long droppedBytes) {}

    /**
     * Place between two outcomes of a log.
     *
     * @param number the number of outcomes before it, replaced ones too
     * @param offset the place in the file of the log, in bytes; equal to the number in a log without a file
     */
    record OutcomeMark(long number, long offset) {

        /** Place before the first outcome. */
        public static final OutcomeMark START = new OutcomeMark(0, 0);

        public OutcomeMark {
            if (number < 0 || offset < number) {
                throw new IllegalArgumentException(
                        "a mark needs a number from 0 and an offset of at least that, got " + number + " and "
                                + offset);
            }
        }
    }
}
