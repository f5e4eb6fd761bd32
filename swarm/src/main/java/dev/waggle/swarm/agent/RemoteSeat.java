package dev.waggle.swarm.agent;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.signal.seat.SeatAnswers;

/**
 * An agent that is a person who answers later, from another program, perhaps days later.
 *
 * <pre>
 *   turn -> seat:asked -> is the answer there? -> seat:answered, and its lines are the turn
 *                         is the deadline over? -> seat:expired, and the turn is an empty one
 *                         else                  -> the solve is suspended, and resumes with the answer
 * </pre>
 *
 * <p>A suspended solve has no thread and no claim. {@code Swarm.solveResumable} continues it along its log, so the
 * journal of the swarm must be one that lasts. The person has the deadline of the seat, and the time without the solve
 * is no part of its timeout. Seats that answer later speak after all other agents that are asked with them.
 */
public final class RemoteSeat implements Agent {

    /** Longest time for an answer. Longer ones are mistakes in a unit. */
    public static final Duration MAX_DEADLINE = Duration.ofDays(3_660);

    private final AgentProfile profile;
    private final RemoteParticipant participant;

    /**
     * Creates the seat.
     *
     * @param answers the store that the answers come from, which also is asked on the thread of a solve
     * @param deadline time for an answer, from the date of the question, above 0
     * @throws IllegalArgumentException when the deadline is out of range
     */
    public RemoteSeat(AgentProfile profile, SeatAnswers answers, Duration deadline) {
        this.profile = Objects.requireNonNull(profile, "profile");
        participant = new RemoteParticipant(answers, deadline);
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return participant;
    }

    /**
     * Participant whose turns the solve takes from a store.
     *
     * @param answers the store
     * @param deadline time for an answer
     */
    public record RemoteParticipant(SeatAnswers answers, Duration deadline) implements Participant {

        public RemoteParticipant {
            Objects.requireNonNull(answers, "answers");
            if (deadline.isZero() || deadline.isNegative() || deadline.compareTo(MAX_DEADLINE) > 0) {
                throw new IllegalArgumentException("the deadline of a seat must be above 0 and at most "
                        + MAX_DEADLINE.toDays() + " days, got " + deadline);
            }
        }

        /** Fails: only a solve that knows such seats can ask them. */
        @Override
        public List<Draft> react(Turn turn) {
            throw new IllegalStateException("the person answers later, and this turn cannot wait");
        }

        @Override
        public boolean takesClosingTurn() {
            return true;
        }
    }
}
