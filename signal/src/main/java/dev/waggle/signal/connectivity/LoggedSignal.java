package dev.waggle.signal.connectivity;

import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/**
 * A signal in the log of its thread. Everything here is guarded by the lock of the thread, except that anybody may read
 * the latest snapshot.
 */
final class LoggedSignal {

    private final SourceLog source;
    private final long birthStep;
    private final boolean mustBeAcknowledged;
    private volatile ConnectivitySignal now;

    /** Its places on the shelf of the thread and on that of its source. */
    private int place;
    private int placeOfSource;

    /** The next one that the same repeats would be swallowed by. */
    @Nullable LoggedSignal nextAlike;

    private int swallowed;

    /**
     * @param inheritsDuty whether it replaces one that waited for an acknowledgement
     */
    LoggedSignal(SourceLog source, ConnectivitySignal first, long birthStep, boolean inheritsDuty) {
        this.source = source;
        this.now = first;
        this.birthStep = birthStep;
        this.mustBeAcknowledged = inheritsDuty || first.priority() == Priority.CRITICAL;
    }

    ConnectivitySignal now() {
        return now;
    }

    ThreadLog thread() {
        return source.thread();
    }

    SourceLog source() {
        return source;
    }

    String id() {
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

    int swallowed() {
        return swallowed;
    }

    void countSwallowed() {
        swallowed++;
    }

    /** Puts it on its two shelves. */
    void shelve(Shelf ofThread, Shelf ofSource) {
        place = ofThread.add(this);
        placeOfSource = ofSource.add(this);
        ofThread.mark(place, Slot.of(now.state()));
        ofSource.mark(placeOfSource, Slot.of(now.state()));
    }

    void move(SignalState state, Shelf ofThread, Shelf ofSource) {
        ofThread.unmark(place, Slot.of(now.state()));
        ofSource.unmark(placeOfSource, Slot.of(now.state()));
        now = now.in(state);
        ofThread.mark(place, Slot.of(state));
        ofSource.mark(placeOfSource, Slot.of(state));
    }

    /** Whether it may make room for others is a mark on the shelf of the thread. */
    void setSpare(boolean spare, Shelf ofThread) {
        if (spare) {
            ofThread.mark(place, Shelf.SPARE);
        } else {
            ofThread.unmark(place, Shelf.SPARE);
        }
    }

    void acknowledge() {
        now = now.afterAcknowledgement();
    }
}
