package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalClass;

/** The shelves of a thread, one for each class and priority that was emitted. Guarded by the lock of the thread. */
final class Shelves {

    private static final Priority[] PRIORITIES = Priority.values();
    private static final SignalClass[] CLASSES = SignalClass.values();

    private final @Nullable Shelf[] shelves = new Shelf[CLASSES.length * PRIORITIES.length];

    /** The shelf of such signals, made when it is missing. */
    Shelf of(ConnectivitySignal signal) {
        int index = index(signal.signalClass(), signal.priority());
        Shelf shelf = shelves[index];
        if (shelf == null) {
            shelf = new Shelf();
            shelves[index] = shelf;
        }
        return shelf;
    }

    /** Those of these kinds that exist. */
    List<Shelf> of(Set<SignalClass> classes, Set<Priority> priorities) {
        List<Shelf> found = new ArrayList<>();
        for (SignalClass signalClass : classes) {
            for (Priority priority : priorities) {
                Shelf shelf = shelves[index(signalClass, priority)];
                if (shelf != null) {
                    found.add(shelf);
                }
            }
        }
        return found;
    }

    /** Notes that an open signal may make room, if it is of a kind that ever does. */
    void spare(LoggedSignal signal) {
        if (mayMakeRoom(signal.now().signalClass())) {
            of(signal.now()).mark(signal.place, Shelf.SPARE);
        }
    }

    /** The oldest of the least urgent that may make room. */
    @Nullable LoggedSignal oldestSpare() {
        for (Priority priority : PRIORITIES) {
            LoggedSignal oldest = null;
            for (SignalClass signalClass : CLASSES) {
                Shelf shelf = shelves[index(signalClass, priority)];
                LoggedSignal candidate = shelf == null ? null : shelf.oldest(Shelf.SPARE);
                if (candidate != null && (oldest == null || candidate.sequence() < oldest.sequence())) {
                    oldest = candidate;
                }
            }
            if (oldest != null) {
                return oldest;
            }
        }
        return null;
    }

    /** Not what keeps a thread from being settled: giving it up would settle the thread behind everybody's back. */
    private static boolean mayMakeRoom(SignalClass signalClass) {
        return switch (signalClass.messageClass()) {
            case ESCALATION -> false;
            case CONFLICT -> signalClass != SignalClass.CONFLICT_ACTIVE;
            case CONFIDENCE -> signalClass != SignalClass.CONFIDENCE_BLOCKER;
            case ATTENTION, HANDOFF -> true;
        };
    }

    private static int index(SignalClass signalClass, Priority priority) {
        return Slot.of(signalClass) * PRIORITIES.length + Slot.of(priority);
    }
}
