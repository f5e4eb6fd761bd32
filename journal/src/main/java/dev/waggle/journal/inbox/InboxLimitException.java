package dev.waggle.journal.inbox;

/** A bound of {@link InboxConfig} would be passed; nothing was changed. */
public final class InboxLimitException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    InboxLimitException(String limit, String whose, int value) {
        super(limit + ": " + whose + " may have at most " + value + "\nMaybe remove subscriptions that are no"
                + " longer needed, or raise the limit.");
    }
}
