package dev.waggle.swarm.solve;

import java.util.Optional;

import dev.waggle.swarm.solve.Refusal.Reason;

/**
 * How many signals the limit counts and still allows, in the solve and in a turn: whoever says too much is cut off
 * before nothing is left for others. Owned by the thread of the solve.
 */
final class Allowance {

    private final int most;
    private int counted;
    private boolean overfull;
    private int share;
    private int endOfTurn;

    Allowance(Limits limits) {
        most = limits.maxSignals();
        share = most;
    }

    /** From now on a turn may say an equal share of what is left, at least one signal. */
    void shareAmong(int agents) {
        share = Math.max(1, left() / Math.max(1, agents));
    }

    /** The turn of an agent begins. */
    void beginTurn() {
        endOfTurn = counted + share;
    }

    /** One more stands in the log. */
    void count() {
        counted++;
    }

    /**
     * What stands against so many more, one of these words with what follows from it. All that follows from a turn is
     * part of its share.
     */
    Optional<Reason> objectionTo(int signals, Words words) {
        if (words.isOfAgent() && counted >= endOfTurn && left() > 0) {
            return Optional.of(Reason.SHARE);
        }
        boolean fits = signals <= left();
        overfull |= !fits;
        return fits ? Optional.empty() : Optional.of(Reason.LIMIT);
    }

    /** How many it counts so far. */
    int counted() {
        return counted;
    }

    int left() {
        return most - counted;
    }

    /** Whether something could not be said for the limit. */
    boolean isOverfull() {
        return overfull;
    }
}
