package dev.waggle.swarm.engine.turn;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;

/**
 * Placeholder for an agent that could not join, or did not join in time: its turns fail and give the reason. If no
 * mail reaches it, it still reports the failure once.
 */
final class AbsentParticipant implements Participant {

    private static final String ABSENT = "it could not join: ";

    private final String reason;
    private volatile boolean isReported;

    AbsentParticipant(String reason) {
        this.reason = reason;
    }

    @Override
    public List<Draft> react(Turn turn) {
        throw new IllegalStateException(failureMessage());
    }

    @Override
    public boolean wantsTurn(int round) {
        if (isReported) {
            return false;
        }
        throw new IllegalStateException(failureMessage());
    }

    /** A turn that came to nothing was its own, and the log has its failure. */
    @Override
    public void replay(Turn turn, List<Draft> drafts) {
        isReported |= drafts.isEmpty();
    }

    /** Failure message of each of its turns. */
    String failureMessage() {
        isReported = true;
        return ABSENT + reason;
    }

    /** True if that is the message of such a failure, as a log has it: no later turn of the agent can succeed. */
    static boolean isAbsence(String message) {
        return message.startsWith(ABSENT);
    }
}
