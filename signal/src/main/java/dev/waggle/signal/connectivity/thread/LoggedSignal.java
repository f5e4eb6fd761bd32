package dev.waggle.signal.connectivity.thread;

import java.util.Optional;

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
    int position;
    int positionOfSource;

    /** True once its thread no longer retains it; its place is freed later. */
    boolean forgotten;

    /** The next signal that suppresses the same repeats. */
    @Nullable LoggedSignal nextRepeatable;

    private int suppressedRepeats;

    /** The announcement of its emission while that goes on. */
    private @Nullable EmissionNotice emission;

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

    /** Records that the calling thread announces its emission until {@link ThreadLog#endEmission}. */
    public void beginEmission() {
        emission = new EmissionNotice(Thread.currentThread());
    }

    /** Records that the calling thread, which announces its emission, now calls the hook and the callbacks. */
    public void beginCallbacks() {
        EmissionNotice notice = emission;
        if (notice != null) {
            notice.callsBack = true;
        }
    }

    /**
     * Leaves the announcement of its end to the thread that announces its emission. Returns false when there is none,
     * or it is the calling thread in the hook or a callback, where inner events come first. So the calling thread
     * announces the end itself.
     */
    public boolean deferToEmission(Runnable end) {
        EmissionNotice notice = emission;
        if (notice == null || (notice.by.equals(Thread.currentThread()) && notice.callsBack)) {
            return false;
        }
        notice.end = end;
        return true;
    }

    /** Ends the announcement of its emission and returns the announcement that was left to it, if any. */
    Optional<Runnable> endEmission() {
        EmissionNotice notice = emission;
        emission = null;
        return notice == null ? Optional.empty() : Optional.ofNullable(notice.end);
    }

    void setState(SignalState state) {
        current = current.withState(state);
    }

    void acknowledge() {
        current = current.withAcknowledgement();
    }

    /** The thread that announces an emission, and the end to announce after it. */
    private static final class EmissionNotice {

        private final Thread by;
        /** Read and written by that thread only. */
        private boolean callsBack;
        private @Nullable Runnable end;

        EmissionNotice(Thread by) {
            this.by = by;
        }
    }
}
