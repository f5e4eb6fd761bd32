package dev.waggle.journal.inbox;

/** A bound of {@link InboxConfig} would be passed; nothing was changed. */
public final class InboxLimitException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private InboxLimitException(String message) {
        super(message);
    }

    InboxLimitException(String limit, String whose, int value) {
        super(limit + ": " + whose + " may have at most " + value + "\nMaybe remove subscriptions that are no"
                + " longer needed, or raise the limit.");
    }

    /** The refusal of another process, with its message. */
    public static InboxLimitException reported(String message) {
        return new InboxLimitException(message);
    }
}
