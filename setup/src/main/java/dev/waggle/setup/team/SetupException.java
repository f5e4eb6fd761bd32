package dev.waggle.setup.team;

import dev.waggle.signal.text.VisibleText;

/**
 * Refusal of a setting that its writer can correct. The message has the error and the value in its first line, and the
 * remedy in its second one.
 */
public final class SetupException extends IllegalArgumentException {

    /** Longest problem that is shown, in UTF-16 units: half a screen. */
    private static final int MAX_PROBLEM = 800;

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    /** For example {@code ("no such file: votes.csv", "Check the path.")}. */
    public SetupException(String problem, String remedy) {
        super(problem + '\n' + remedy);
        this.problem = problem;
        this.remedy = remedy;
    }

    /**
     * Refusal of a value; the second line of its message, if there is one, is the remedy.
     *
     * @param otherwise the remedy of a message with one line
     */
    public static SetupException of(IllegalArgumentException refusal, String otherwise) {
        String message = String.valueOf(refusal.getMessage());
        int line = message.indexOf('\n');
        return line < 0
                ? new SetupException(message, otherwise)
                : new SetupException(message.substring(0, line), message.substring(line + 1));
    }

    /** The same for a screen: without control characters, and a value of a thousand letters hides no remedy. */
    public SetupException forDisplay() {
        String visible = VisibleText.of(problem);
        return new SetupException(
                visible.length() <= MAX_PROBLEM ? visible : visible.substring(0, MAX_PROBLEM) + "...",
                VisibleText.of(remedy));
    }

    /** The error with its value, without the remedy. */
    public String problem() {
        return problem;
    }

    /** Remedy, a sentence. */
    public String remedy() {
        return remedy;
    }
}
