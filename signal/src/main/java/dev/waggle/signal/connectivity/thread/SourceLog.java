package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/** State of one source in a thread: its buckets, repeat detectors and count. Guarded by the thread's lock. */
final class SourceLog {

    private static final Priority[] PRIORITIES = Priority.values();

    private final String source;
    private @Nullable SignalBucket[] @Nullable [] buckets = new SignalBucket[ClassSlots.STANDARD][];
    private @Nullable RepeatDetector[] repeatDetectors = new RepeatDetector[ClassSlots.STANDARD];
    private @Nullable LoggedSignal latestConfidence;
    private int openOtherThanHandoff;

    SourceLog(String source) {
        this.source = source;
    }

    String source() {
        return source;
    }

    /** Returns the bucket of that kind, the class by its slot, created when it is missing. */
    SignalBucket bucket(int slot, Priority priority) {
        buckets = ClassSlots.withRoom(buckets, slot);
        @Nullable SignalBucket[] ofClass = buckets[slot];
        if (ofClass == null) {
            ofClass = new SignalBucket[PRIORITIES.length];
            buckets[slot] = ofClass;
        }
        SignalBucket bucket = ofClass[EnumSlot.of(priority)];
        if (bucket == null) {
            bucket = new SignalBucket();
            ofClass[EnumSlot.of(priority)] = bucket;
        }
        return bucket;
    }

    /** Returns the existing buckets of these kinds, the classes by their slots. */
    List<SignalBucket> buckets(List<Integer> classes, Set<Priority> priorities) {
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

    /** Frees the places of forgotten signals, and of all closed ones among those that suppress repeats. */
    void removeForgotten() {
        for (@Nullable SignalBucket[] ofClass : buckets) {
            if (ofClass != null) {
                for (SignalBucket bucket : ofClass) {
                    if (bucket != null) {
                        bucket.removeForgotten((signal, position) -> signal.positionOfSource = position);
                    }
                }
            }
        }
        for (RepeatDetector detector : repeatDetectors) {
            if (detector != null) {
                detector.removeClosed();
            }
        }
    }

    private @Nullable SignalBucket bucketIfAny(int slot, Priority priority) {
        @Nullable SignalBucket[] ofClass = slot < buckets.length ? buckets[slot] : null;
        return ofClass == null ? null : ofClass[EnumSlot.of(priority)];
    }

    /** Returns the detector of a class, by its slot; none below 0, for a class without signals. */
    @Nullable RepeatDetector repeatDetectorIfAny(int slot) {
        return slot < 0 || slot >= repeatDetectors.length ? null : repeatDetectors[slot];
    }

    RepeatDetector repeatDetector(int slot, SignalClassDefinition signalClass, RepeatRule rule) {
        repeatDetectors = ClassSlots.withRoom(repeatDetectors, slot);
        RepeatDetector guard = repeatDetectors[slot];
        if (guard == null) {
            guard = new RepeatDetector(signalClass, rule);
            repeatDetectors[slot] = guard;
        }
        return guard;
    }

    /** Counts an open signal that was added (1) or closed (-1) and returns the number of open ones besides handoffs. */
    int countOpen(MessageClass messageClass, int change) {
        if (messageClass != MessageClass.HANDOFF) {
            openOtherThanHandoff += change;
        }
        return openOtherThanHandoff;
    }

    int openOtherThanHandoff() {
        return openOtherThanHandoff;
    }

    /** Returns its latest open confidence signal. */
    @Nullable LoggedSignal latestConfidence() {
        return latestConfidence;
    }

    void setLatestConfidence(@Nullable LoggedSignal latest) {
        latestConfidence = latest;
    }

    /** Finds the latest one in the buckets of these slots, as is needed when the current one was closed. */
    @Nullable LoggedSignal findLatestConfidence(List<Integer> confidences) {
        LoggedSignal latest = null;
        for (int slot : confidences) {
            for (Priority priority : PRIORITIES) {
                SignalBucket bucket = bucketIfAny(slot, priority);
                if (bucket != null) {
                    latest = later(latest, bucket.newest(EnumSlot.of(SignalState.EMITTED)));
                    latest = later(latest, bucket.newest(EnumSlot.of(SignalState.ACTIVE)));
                }
            }
        }
        return latest;
    }

    private static @Nullable LoggedSignal later(@Nullable LoggedSignal one, @Nullable LoggedSignal other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.sequence() > other.sequence() ? one : other;
    }
}
