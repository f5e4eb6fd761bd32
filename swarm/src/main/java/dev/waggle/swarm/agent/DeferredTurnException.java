package dev.waggle.swarm.agent;

/**
 * Deferral of a turn: the participant says nothing now, and its mail comes back in the next round. It is no failure.
 *
 * <p>A signal is in at most {@link AgentMail#MAX_ATTEMPTS} turns without an answer, deferred or failed. Then it is
 * given up, with the fact {@code inbox:dead} in the log.
 */
public final class DeferredTurnException extends Exception {

    private static final long serialVersionUID = 1;

    /** @param reason the reason for people; it is in the log */
    public DeferredTurnException(String reason) {
        super(reason);
    }
}
