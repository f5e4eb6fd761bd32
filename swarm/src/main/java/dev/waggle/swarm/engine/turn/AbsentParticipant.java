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
        return "it could not join: " + reason;
    }
}
