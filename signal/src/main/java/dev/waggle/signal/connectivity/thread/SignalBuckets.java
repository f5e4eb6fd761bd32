package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalClass;
import org.jspecify.annotations.Nullable;

/** The buckets of a thread, one for each emitted class and priority. Guarded by the lock of the thread. */
final class SignalBuckets {

    private static final Priority[] PRIORITIES = Priority.values();
    private static final SignalClass[] CLASSES = SignalClass.values();

    private final @Nullable SignalBucket[] buckets = new SignalBucket[CLASSES.length * PRIORITIES.length];

    /** Returns the bucket of such signals, created when it is missing. */
    SignalBucket of(ConnectivitySignal signal) {
        int index = index(signal.signalClass(), signal.priority());
        SignalBucket bucket = buckets[index];
        if (bucket == null) {
            bucket = new SignalBucket();
            buckets[index] = bucket;
        }
        return bucket;
    }

    /** Returns the existing buckets of these kinds. */
    List<SignalBucket> of(Set<SignalClass> classes, Set<Priority> priorities) {
        List<SignalBucket> found = new ArrayList<>();
        for (SignalClass signalClass : classes) {
            for (Priority priority : priorities) {
                SignalBucket bucket = buckets[index(signalClass, priority)];
                if (bucket != null) {
                    found.add(bucket);
                }
            }
        }
        return found;
    }

    /** Marks an open signal as evictable, if it is of an evictable kind. */
    void markEvictable(LoggedSignal signal) {
        if (isEvictable(signal.current().signalClass())) {
            of(signal.current()).mark(signal.position, SignalBucket.EVICTABLE);
        }
    }

    /** Returns the oldest evictable signal of the lowest priority. */
    @Nullable LoggedSignal oldestEvictable() {
        for (Priority priority : PRIORITIES) {
            LoggedSignal oldest = null;
            for (SignalClass signalClass : CLASSES) {
                SignalBucket bucket = buckets[index(signalClass, priority)];
                LoggedSignal candidate = bucket == null ? null : bucket.oldest(SignalBucket.EVICTABLE);
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

    /** True unless the class blocks convergence: evicting such a signal would settle the thread unnoticed. */
    private static boolean isEvictable(SignalClass signalClass) {
        return switch (signalClass.messageClass()) {
            case ESCALATION -> false;
            case CONFLICT -> signalClass != SignalClass.CONFLICT_ACTIVE;
            case CONFIDENCE -> signalClass != SignalClass.CONFIDENCE_BLOCKER;
            case ATTENTION, HANDOFF -> true;
        };
    }

    private static int index(SignalClass signalClass, Priority priority) {
        return EnumSlot.of(signalClass) * PRIORITIES.length + EnumSlot.of(priority);
    }
}
