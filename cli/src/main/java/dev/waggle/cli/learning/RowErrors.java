package dev.waggle.cli.learning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import dev.waggle.cli.decide.MessageText;
import dev.waggle.cli.terminal.UserException;

/** Errors of the rows of a file, which are reported together in the order of the rows. */
final class RowErrors {

    /** Maximum number of errors that are shown. */
    static final int MAX_SHOWN = 20;

    private final List<RowError> errors = new ArrayList<>();

    /** Error of a row. */
    private record RowError(int row, UserException error) {}

    /** Adds an error of the row with that number. */
    void add(int row, UserException error) {
        errors.add(new RowError(row, error));
    }

    boolean isEmpty() {
        return errors.isEmpty();
    }

    /** Refuses the file if there is an error. */
    void refuse(String file) {
        if (errors.isEmpty()) {
            return;
        }
        List<UserException> shown = new ArrayList<>(errors.stream().sorted(Comparator.comparingInt(RowError::row))
                .limit(MAX_SHOWN).map(RowError::error).toList());
        shown.add(new UserException(file + " has " + MessageText.count(errors.size(), "error")
                + (errors.size() > MAX_SHOWN ? ", the first " + MAX_SHOWN + " are shown" : "")
                + ", so nothing was told", "Correct the file, and tell it again."));
        throw new UserException(shown);
    }
}
