package dev.waggle.swarm.engine.speech;

import java.util.Optional;

import dev.waggle.swarm.event.Refusal.Reason;
import dev.waggle.swarm.Limits;

/**
 * How many signals the limit counts and still allows, in the solve and in a turn: whoever says too much is cut off
 * before nothing is left for others. Owned by the thread of the solve.
 */
final class Allowance {

    /** What an honest answer needs at most: where many agents share few signals, it is not refused while half are left. */
    static final int FEW = 8;

    private final int most;
    private int counted;
    private boolean overfull;
    private int share;
    private int beginOfTurn;
    private int endOfTurn;

    Allowance(Limits limits) {
        most = limits.maxSignals();
        share = most;
    }

    /** From now on a turn may say an equal share of what is left now. */
    void shareAmong(int agents) {
        share = left() / Math.max(1, agents);
    }

    /** The turn of an agent begins: it may say its share, or a few where these are no more than half of what is left. */
    void beginTurn() {
        beginOfTurn = counted;
        endOfTurn = counted + Math.max(share, Math.min(FEW, left() / 2));
    }

    /** One more stands in the log. */
    void count() {
        counted++;
    }

    /**
     * What stands against so many more, one of these words with what follows from it. All that follows from a turn is
     * part of its share, which is enough for its first word.
     */
    Optional<Reason> objectionTo(int signals, Words words) {
        boolean isWithin = counted == beginOfTurn || counted + signals <= endOfTurn;
        if (words.isOfAgent() && !isWithin && left() > 0) {
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
