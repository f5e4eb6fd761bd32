package dev.waggle.swarm.agent;

import java.util.Optional;

/** Whoever sits in a human seat: at a terminal, behind a pipe, in a browser. */
public interface HumanSpeaker {

    /**
     * The next line that the person says in this turn; empty when the turn is over. The first call of a turn is the
     * moment to show what is new.
     *
     * @throws InterruptedException when the solve has no time left
     */
    Optional<String> nextLine(AgentProfile seat, Turn turn) throws InterruptedException;

    /** The last line could not be understood. One who can, lets the person try again; else throws. */
    void onInvalidLine(AgentProfile seat, String line, String problem);

    /** Whether the person wants a turn in that round, or a later one, although nobody said anything new. */
    default boolean wantsTurn(AgentProfile seat, int round) {
        return false;
    }

    /** The turn is over, whoever ended it; called exactly once a turn, on the thread that asked for its lines. */
    default void endTurn(AgentProfile seat) {}
}
