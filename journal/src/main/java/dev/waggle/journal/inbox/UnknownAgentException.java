package dev.waggle.journal.inbox;

import org.jspecify.annotations.Nullable;

/** Signals that a caller acts for an unknown agent. */
public final class UnknownAgentException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    UnknownAgentException(String agentId) {
        this("agent \"" + agentId + "\" is not known\nMaybe it is spelled otherwise; an agent becomes known when it"
                + " subscribes by itself.", null);
    }

    private UnknownAgentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The refusal of another process, with its message. */
    public static UnknownAgentException reported(String message) {
        return new UnknownAgentException(message, null);
    }
}
