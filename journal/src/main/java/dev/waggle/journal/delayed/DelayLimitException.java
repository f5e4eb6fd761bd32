package dev.waggle.journal.delayed;

/** A bound of {@link DelayLimits} would be passed; nothing was changed. */
public final class DelayLimitException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    DelayLimitException(String limit, long value) {
        super("too many delayed signals: they may have at most " + value + ' ' + limit
                + "\nMaybe cancel some, or raise the limit.");
    }

    private DelayLimitException(String message) {
        super(message);
    }

    /** The same refusal by the process that owns the folder, with its message. */
    public static DelayLimitException reported(String message) {
        return new DelayLimitException(message);
    }
}
