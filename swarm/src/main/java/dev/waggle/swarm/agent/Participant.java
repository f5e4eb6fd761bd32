package dev.waggle.swarm.agent;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;

/**
 * An agent inside one solve. Its turns come one after another, each on some virtual thread; a turn that takes longer
 * than the solve has time left is interrupted.
 */
public interface Participant {

    /**
     * Takes a turn: what it wants to say now, none to many drafts.
     *
     * @throws Exception when it cannot; that becomes an {@code agent:error} in the log and the solve goes on
     */
    List<Draft> react(Turn turn) throws Exception;

    /**
     * Whether it wants a turn in that round, or a later one, although nobody said anything that it listens to; asked at
     * most once before each round. When that throws or takes longer than 10 seconds, or half of the time
     * that the solve has left, it is an {@code agent:error} in the log and the participant is not asked again.
     */
    default boolean wantsTurn(int round) {
        return false;
    }

    /**
     * That turn was taken before the solve broke off, by an earlier participant: it brings its own memory to where that
     * one's was after the turn. It asks nobody and says nothing. Participants whose answers depend on the turn alone have
     * nothing to do.
     *
     * @param said what was said in the turn; nothing when it failed
     */
    default void replay(Turn turn, List<Draft> said) throws Exception {}

    /** What it takes along from solve to solve; asked once, when it has joined. Empty: every solve is its first. */
    default Optional<ParticipantLearner> learner() {
        return Optional.empty();
    }
}
