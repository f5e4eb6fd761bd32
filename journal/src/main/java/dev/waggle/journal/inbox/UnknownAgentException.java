package dev.waggle.journal.inbox;

/** Somebody wants to act for an agent that nobody knows. */
public final class UnknownAgentException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    UnknownAgentException(String agentId) {
        super("agent \"" + agentId + "\" is not known\nMaybe it is spelled otherwise; an agent becomes known when it"
                + " subscribes by itself.");
    }
}
