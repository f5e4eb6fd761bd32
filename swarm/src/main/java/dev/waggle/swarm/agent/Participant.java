package dev.waggle.swarm.agent;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;

/**
 * An agent inside one solve. Its turns are sequential, each on a virtual thread; a turn that exceeds the remaining
 * time of the solve is interrupted.
 */
public interface Participant {

    /**
     * Takes a turn and returns its drafts, none to many.
     *
     * @throws DeferredTurnException to say nothing now; the mail of the turn comes back in the next round
     * @throws Exception when it cannot; that becomes an {@code agent:error} in the log, the solve continues, and the
     *         mail of the turn comes back
     */
    List<Draft> react(Turn turn) throws Exception;

    /**
     * True if it wants a turn in that round, or a later one, without new signals of the types that it listens to.
     * Asked at most once before each round. A call that throws, or exceeds 10 seconds or half of the solve's
     * remaining time, is logged as {@code agent:error} and not repeated.
     */
    default boolean wantsTurn(int round) {
        return false;
    }

    /**
     * True if it takes a closing turn: the last chance to vote, before a solve ends without a decision. Asked once,
     * after the join. Models and people take it; code and recordings usually have no more to say.
     */
    default boolean takesClosingTurn() {
        return false;
    }

    /**
     * Restores the memory of an earlier participant as it was after that turn, taken before the solve was
     * interrupted. It makes no calls and emits nothing. Participants whose answers depend on the turn alone need not
     * override it.
     *
     * @param drafts the drafts of the turn; empty when it failed
     */
    default void replay(Turn turn, List<Draft> drafts) throws Exception {}

    /**
     * Restores the memory of an earlier participant as it was after that turn, which it deferred. Participants that
     * never defer need not override it.
     */
    default void replayDeferral(Turn turn) throws Exception {
        replay(turn, List.of());
    }

    /** Learner that carries state from solve to solve; asked once, after the join. Empty: every solve is its first. */
    default Optional<ParticipantLearner> learner() {
        return Optional.empty();
    }
}
