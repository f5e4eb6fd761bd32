package dev.waggle.signal.connectivity.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/** State of one source in a thread: its buckets, repeat detectors and count. Guarded by the thread's lock. */
final class SourceLog {

    private static final int CLASSES = SignalClass.values().length;
    private static final Priority[] PRIORITIES = Priority.values();
    private static final SignalClass[] CONFIDENCES = {SignalClass.CONFIDENCE_HIGH, SignalClass.CONFIDENCE_MEDIUM,
        SignalClass.CONFIDENCE_LOW, SignalClass.CONFIDENCE_BLOCKER};

    private final String source;
    private final @Nullable SignalBucket[][] buckets = new SignalBucket[CLASSES][];
    private final @Nullable RepeatDetector[] repeatDetectors = new RepeatDetector[CLASSES];
    private @Nullable LoggedSignal latestConfidence;
    private int openOtherThanHandoff;

    SourceLog(String source) {
        this.source = source;
    }

    String source() {
        return source;
    }

    /** Returns the bucket of that kind, created when it is missing. */
    SignalBucket bucket(SignalClass signalClass, Priority priority) {
        @Nullable SignalBucket[] ofClass = buckets[EnumSlot.of(signalClass)];
        if (ofClass == null) {
            ofClass = new SignalBucket[PRIORITIES.length];
            buckets[EnumSlot.of(signalClass)] = ofClass;
        }
        SignalBucket bucket = ofClass[EnumSlot.of(priority)];
        if (bucket == null) {
            bucket = new SignalBucket();
            ofClass[EnumSlot.of(priority)] = bucket;
        }
        return bucket;
    }

    /** Returns the existing buckets of these kinds. */
    List<SignalBucket> buckets(Set<SignalClass> classes, Set<Priority> priorities) {
        List<SignalBucket> found = new ArrayList<>();
        for (SignalClass signalClass : classes) {
            for (Priority priority : priorities) {
                SignalBucket bucket = bucketIfAny(signalClass, priority);
                if (bucket != null) {
                    found.add(bucket);
                }
            }
        }
        return found;
    }

    private @Nullable SignalBucket bucketIfAny(SignalClass signalClass, Priority priority) {
        @Nullable SignalBucket[] ofClass = buckets[EnumSlot.of(signalClass)];
        return ofClass == null ? null : ofClass[EnumSlot.of(priority)];
    }

    @Nullable RepeatDetector repeatDetectorIfAny(SignalClass signalClass) {
        return repeatDetectors[EnumSlot.of(signalClass)];
    }

    RepeatDetector repeatDetector(SignalClass signalClass, RepeatRule rule) {
        RepeatDetector guard = repeatDetectors[EnumSlot.of(signalClass)];
        if (guard == null) {
            guard = new RepeatDetector(signalClass, rule);
            repeatDetectors[EnumSlot.of(signalClass)] = guard;
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

    /** Finds the latest one in the buckets, as is needed when the current one was closed. */
    @Nullable LoggedSignal findLatestConfidence() {
        LoggedSignal latest = null;
        for (SignalClass signalClass : CONFIDENCES) {
            for (Priority priority : PRIORITIES) {
                SignalBucket bucket = bucketIfAny(signalClass, priority);
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
