package dev.waggle.cli.terminal;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.waggle.setup.team.SetupException;

/**
 * Error that the user can correct. It ends the command with exit code 2 and is shown as one line, with the error and
 * the value first, then the remedy.
 */
public final class UserException extends RuntimeException {

    /** The default remedy. */
    public static final String SEE_HELP = "See --help.";

    private static final String REFERENCE = "Maybe see ";

    private static final long serialVersionUID = 1L;

    private final String remedy;
    private final transient List<UserException> parts;

    /** For example {@code ("no such file: votes.csv", "Check the path.")}. */
    public UserException(String problem, String remedy) {
        super(problem);
        this.remedy = remedy;
        parts = List.of(this);
    }

    /** Several errors at once, each of which the user has to correct; at least one. */
    public UserException(List<UserException> errors) {
        super(errors.stream().map(error -> String.valueOf(error.getMessage())).collect(Collectors.joining("; ")));
        remedy = errors.stream().map(UserException::remedy).collect(Collectors.joining(" "));
        parts = List.copyOf(errors);
    }

    /** The errors; itself if it is one. */
    public List<UserException> parts() {
        return parts;
    }

    /** Remedy, a sentence. */
    public String remedy() {
        return remedy;
    }

    /** The value of a call whose refusal is an error of the user. */
    public static <T> T checked(Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException refused) {
            throw of(refused);
        }
    }

    /** The refusal of a setting. */
    public static UserException of(SetupException refusal) {
        return new UserException(refusal.problem(), refusal.remedy());
    }

    /** The refusal of a value; its message may have a second line with the remedy. */
    public static UserException of(RuntimeException refusal) {
        if (refusal instanceof SetupException setting) {
            return of(setting);
        }
        String message = String.valueOf(refusal.getMessage());
        int line = message.indexOf('\n');
        return line < 0
                ? new UserException(message, SEE_HELP)
                : new UserException(message.substring(0, line), remedy(message.substring(line + 1)));
    }

    /** A line that refers to a command, as an order. */
    private static String remedy(String line) {
        return line.startsWith(REFERENCE) ? "See " + line.substring(REFERENCE.length()) : line;
    }
}
