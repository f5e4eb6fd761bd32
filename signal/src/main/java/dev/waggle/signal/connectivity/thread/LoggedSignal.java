package dev.waggle.signal.connectivity.thread;

import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalState;

/**
 * A signal in the log of its thread. Everything here is guarded by the lock of the thread, except that anybody may read
 * the latest snapshot.
 */
public final class LoggedSignal {

    private final long birthStep;
    private final boolean mustBeAcknowledged;
    private volatile ConnectivitySignal now;

    /** Its places on the shelf of the thread and on that of its source. */
    final int place;
    final int placeOfSource;

    /** The next one that the same repeats would be swallowed by. */
    @Nullable LoggedSignal nextAlike;

    private int swallowed;

    /**
     * @param inheritsDuty whether it replaces one that waited for an acknowledgement
     * @param place on the shelf of the thread
     * @param placeOfSource on the shelf of its source
     */
    LoggedSignal(ConnectivitySignal first, long birthStep, boolean inheritsDuty, int place, int placeOfSource) {
        this.now = first;
        this.birthStep = birthStep;
        this.mustBeAcknowledged = inheritsDuty || first.priority() == Priority.CRITICAL;
        this.place = place;
        this.placeOfSource = placeOfSource;
    }

    public ConnectivitySignal now() {
        return now;
    }

    public String id() {
        return now.id();
    }

    long sequence() {
        return now.sequence();
    }

    long birthStep() {
        return birthStep;
    }

    boolean isOpen() {
        return now.isOpen();
    }

    /** Whether it cannot be closed before the coordinator has acknowledged it. */
    boolean waits() {
        return mustBeAcknowledged && now.isOpen() && !now.acknowledged();
    }

    public int swallowed() {
        return swallowed;
    }

    void countSwallowed() {
        swallowed++;
    }

    void become(SignalState state) {
        now = now.in(state);
    }

    void acknowledge() {
        now = now.afterAcknowledgement();
    }
}
