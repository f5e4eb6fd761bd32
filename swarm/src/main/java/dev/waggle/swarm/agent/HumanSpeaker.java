package dev.waggle.swarm.agent;

import java.util.Optional;
import java.util.Set;

/** A person in a human seat: at a terminal, behind a pipe, in a browser. */
public interface HumanSpeaker {

    /**
     * Returns the person's next line in this turn; empty when the turn is over. The first call of a turn is the
     * moment to show new signals.
     *
     * @throws InterruptedException when the solve has no time left
     */
    Optional<String> nextLine(AgentProfile seat, Turn turn) throws InterruptedException;

    /** Handles a last line that could not be parsed: returns to let the person try again, or throws if it cannot. */
    void onInvalidLine(AgentProfile seat, String line, String problem);

    /** True if the person wants a turn in that round, or a later one, although there are no new signals. */
    default boolean wantsTurn(AgentProfile seat, int round) {
        return false;
    }

    /** True if the person is there for a closing turn, the last chance to vote; false for one that only reads. */
    default boolean takesClosingTurn(AgentProfile seat) {
        return true;
    }

    /**
     * Names of the proposals of others in the same turn, which are not published yet. A line may vote on them. The
     * names are those that {@link SeatLanguage#proposedName} finds.
     */
    default Set<String> proposedBeside(AgentProfile seat, Turn turn) {
        return Set.of();
    }

    /** Ends the turn, for any cause; called exactly once a turn, on the thread that asked for its lines. */
    default void endTurn(AgentProfile seat) {}
}
