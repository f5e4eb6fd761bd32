package dev.waggle.signal.connectivity;

import java.time.Instant;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/** An emit whose values are acceptable; only what it replaces is still to be looked up. */
record Emit(String threadId, String source, Audience.Word audience, SignalClass signalClass, Priority priority,
        @Nullable Double confidence, String summary, @Nullable String details, @Nullable String replaces,
        @Nullable Long expiresAtStep) {

    /** Whether routing hears of it before anybody else. */
    boolean isUrgent() {
        return priority == Priority.CRITICAL || signalClass.messageClass() == MessageClass.ESCALATION;
    }

    /** What is stored of it. */
    ConnectivitySignal stored(String id, Instant emittedAt, long sequence) {
        return new ConnectivitySignal(id, threadId, source, audience, signalClass, priority, confidence, summary,
                details, replaces, expiresAtStep, emittedAt, SignalState.EMITTED, sequence, false);
    }
}
