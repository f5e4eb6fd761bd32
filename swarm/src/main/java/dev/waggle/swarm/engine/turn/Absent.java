package dev.waggle.swarm.engine.turn;

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
        throw new IllegalStateException(tell());
    }

    @Override
    public boolean wantsTurn(int round) {
        if (told) {
            return false;
        }
        throw new IllegalStateException(tell());
    }

    /** A turn that came to nothing was its own, and the log has its failure. */
    @Override
    public void remember(Turn turn, List<Draft> said) {
        told |= said.isEmpty();
    }

    /** Tells what each of its turns fails with. */
    String tell() {
        told = true;
        return "it could not join: " + why;
    }
}
