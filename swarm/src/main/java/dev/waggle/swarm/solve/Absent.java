package dev.waggle.swarm.solve;

import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;

/**
 * Stands for an agent that could not join, or did not in time: its turns fail and say so. Where nobody speaks to it, it
 * says so once all the same.
 */
final class Absent implements Participant {

    private final String why;
    private volatile boolean told;

    Absent(String why) {
        this.why = why;
    }

    @Override
    public List<Draft> react(Turn turn) {
        throw failure();
    }

    @Override
    public boolean wantsTurn(int round) {
        if (told) {
            return false;
        }
        throw failure();
    }

    /** A turn that came to nothing was its own, and the log has its failure. */
    @Override
    public void remember(Turn turn, List<Draft> said) {
        told |= said.isEmpty();
    }

    private IllegalStateException failure() {
        told = true;
        return new IllegalStateException("it could not join: " + why);
    }
}
