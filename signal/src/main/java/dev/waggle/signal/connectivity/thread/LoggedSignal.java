package dev.waggle.signal.connectivity.thread;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/**
 * A signal in the log of its thread. Everything here is guarded by the lock of the thread, except that any thread may
 * read the latest snapshot.
 */
public final class LoggedSignal {

    private final long birthStep;
    private final boolean mustBeAcknowledged;
    private volatile ConnectivitySignal current;

    /** Its positions in the bucket of the thread and in the bucket of its source. */
    final int position;
    final int positionOfSource;

    /** The next signal that suppresses the same repeats. */
    @Nullable LoggedSignal nextRepeatable;

    private int suppressedRepeats;

    /**
     * @param inheritsDuty whether it replaces one that waited for an acknowledgement
     * @param place in the bucket of the thread
     * @param placeOfSource in the bucket of its source
     */
    LoggedSignal(ConnectivitySignal first, long birthStep, boolean inheritsDuty, int place, int placeOfSource) {
        this.current = first;
        this.birthStep = birthStep;
        this.mustBeAcknowledged = inheritsDuty || first.priority() == Priority.CRITICAL;
        this.position = place;
        this.positionOfSource = placeOfSource;
    }

    public ConnectivitySignal current() {
        return current;
    }

    public String id() {
        return current.id();
    }

    long sequence() {
        return current.sequence();
    }

    long birthStep() {
        return birthStep;
    }

    boolean isOpen() {
        return current.isOpen();
    }

    /** True if it cannot be closed before the coordinator has acknowledged it. */
    boolean awaitsAcknowledgement() {
        return mustBeAcknowledged && current.isOpen() && !current.acknowledged();
    }

    public int suppressedRepeats() {
        return suppressedRepeats;
    }

    void countSuppressed() {
        suppressedRepeats++;
    }

    void setState(SignalState state) {
        current = current.withState(state);
    }

    void acknowledge() {
        current = current.withAcknowledgement();
    }
}
