package dev.waggle.journal.inbox;

/** Signals that a caller acts for an unknown agent. */
public final class UnknownAgentException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    UnknownAgentException(String agentId) {
        super("agent \"" + agentId + "\" is not known\nMaybe it is spelled otherwise; an agent becomes known when it"
                + " subscribes by itself.");
    }
}
