package dev.waggle.journal.delayed;

import java.time.Instant;
import java.util.Comparator;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import org.jspecify.annotations.Nullable;

/**
 * A signal that waits for its time.
 *
 * @param signal the signal with the id that it has in the log. Its time is that of scheduling; the log has the time of
 *        generation
 * @param emission its authenticated emitter
 * @param delay its time and its key
 * @param after the last entry of the log when it was scheduled; it is none up to there
 */
public record DelayedSignal(Signal signal, Emission emission, SignalDelay delay, long after) {

    /** Order of generation: by time, then type, then id. */
    public static final Comparator<DelayedSignal> ORDER = Comparator.comparing(DelayedSignal::deliverAt)
            .thenComparing(delayed -> delayed.signal().type().text()).thenComparing(DelayedSignal::id);

    public DelayedSignal {
        if (after < 0) {
            throw new IllegalArgumentException("after must be at least 0, got " + after);
        }
    }

    /** Id of the signal, from the start. */
    public String id() {
        return signal.id();
    }

    public Instant deliverAt() {
        return delay.deliverAt();
    }

    public DelayOwner owner() {
        return DelayOwner.of(signal.scope().tenant(), emission);
    }

    /** The signal as it is generated at that time. */
    Signal at(Instant time) {
        return new Signal(signal.id(), signal.type(), signal.source(), time, signal.payload(), signal.scope(),
                signal.links(), signal.grading(), signal.lifetime(), signal.audience(), signal.extensions());
    }

    /** Its place among those that replace each other; {@code null} without a key. */
    @Nullable RepeatPlace place() {
        String key = delay.repeatKey();
        return key == null ? null : new RepeatPlace(owner(), signal.type().text(), key);
    }

    /** Owner, type and key; at most one signal with these waits. */
    record RepeatPlace(DelayOwner owner, String type, String repeatKey) {}
}
