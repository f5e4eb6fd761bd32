package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import org.jspecify.annotations.Nullable;

/** The buckets of a thread, one for each emitted class and priority. Guarded by the lock of the thread. */
final class SignalBuckets {

    private static final Priority[] PRIORITIES = Priority.values();

    private final ClassSlots slots;
    private @Nullable SignalBucket[] buckets = new SignalBucket[ClassSlots.STANDARD * PRIORITIES.length];

    SignalBuckets(ClassSlots slots) {
        this.slots = slots;
    }

    /** Returns the bucket of such signals, created when it is missing. */
    SignalBucket of(ConnectivitySignal signal) {
        int index = index(slots.of(signal.signalClass()), signal.priority());
        buckets = ClassSlots.withRoom(buckets, index);
        SignalBucket bucket = buckets[index];
        if (bucket == null) {
            bucket = new SignalBucket();
            buckets[index] = bucket;
        }
        return bucket;
    }

    /** Returns the existing buckets of these kinds, the classes by their slots. */
    List<SignalBucket> of(List<Integer> classes, Set<Priority> priorities) {
        List<SignalBucket> found = new ArrayList<>();
        for (int slot : classes) {
            for (Priority priority : priorities) {
                SignalBucket bucket = bucketIfAny(slot, priority);
                if (bucket != null) {
                    found.add(bucket);
                }
            }
        }
        return found;
    }

    void removeForgotten() {
        for (SignalBucket bucket : buckets) {
            if (bucket != null) {
                bucket.removeForgotten((signal, position) -> signal.position = position);
            }
        }
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
            for (int slot = 0; slot < slots.size(); slot++) {
                SignalBucket bucket = bucketIfAny(slot, priority);
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
    private static boolean isEvictable(SignalClassDefinition signalClass) {
        return switch (signalClass.convergence()) {
            case BLOCKING -> false;
            case UNSURE, NEUTRAL -> true;
        };
    }

    private @Nullable SignalBucket bucketIfAny(int slot, Priority priority) {
        int index = index(slot, priority);
        return index < buckets.length ? buckets[index] : null;
    }

    private static int index(int slot, Priority priority) {
        return slot * PRIORITIES.length + EnumSlot.of(priority);
    }
}
