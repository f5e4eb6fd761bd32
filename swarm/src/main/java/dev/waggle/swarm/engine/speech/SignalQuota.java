package dev.waggle.swarm.engine.speech;

import java.util.Optional;

import dev.waggle.swarm.Limits;
import dev.waggle.swarm.event.SignalRefusal.Reason;

/**
 * Signal quota of a solve and of a turn. It refuses signals of an agent that emits too many, so that the others have
 * a share. Owned by the thread of the solve.
 */
final class SignalQuota {

    /**
     * Maximum that an honest answer needs. When many agents share few signals, it is not refused while half are left.
     */
    static final int MIN_TURN_SHARE = 8;

    private final int limit;
    private int count;
    private boolean exceeded;
    private int share;
    private int beginOfTurn;
    private int endOfTurn;

    SignalQuota(Limits limits) {
        limit = limits.maxSignals();
        share = limit;
    }

    /** Gives each later turn an equal share of the signals left now. */
    void divideAmong(int agents) {
        share = remaining() / Math.max(1, agents);
    }

    /** Begins the turn of an agent, with its share, or a few signals if these are at most half of the rest. */
    void beginTurn() {
        beginOfTurn = count;
        endOfTurn = count + Math.max(share, Math.min(MIN_TURN_SHARE, remaining() / 2));
    }

    /** Counts one more signal in the log. */
    void increment() {
        count++;
    }

    /**
     * Reason to refuse that many more signals: one signal with its consequences. All consequences of a turn count in
     * its share, which is enough for its first signal.
     */
    Optional<Reason> refusalReason(int signals, SignalBatch words) {
        boolean isWithin = count == beginOfTurn || count + signals <= endOfTurn;
        if (words.isFromAgent() && !isWithin && remaining() > 0) {
            return Optional.of(Reason.SHARE);
        }
        boolean fits = signals <= remaining();
        exceeded |= !fits;
        return fits ? Optional.empty() : Optional.of(Reason.LIMIT);
    }

    /** Number of signals counted so far. */
    int count() {
        return count;
    }

    int remaining() {
        return limit - count;
    }

    /** True if a signal was refused for the limit. */
    boolean isExceeded() {
        return exceeded;
    }
}
