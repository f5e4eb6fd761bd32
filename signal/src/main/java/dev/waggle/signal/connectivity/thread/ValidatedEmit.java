package dev.waggle.signal.connectivity.thread;

import java.time.Instant;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/** An emit with acceptable values; only the replaced signal is still to be looked up. */
public record ValidatedEmit(String threadId, String source, Audience.RoleName audience,
        SignalClassDefinition signalClass,
        Priority priority,
        @Nullable Double confidence, String summary, @Nullable String details, @Nullable String replaces,
        @Nullable Long expiresAtStep) {

    /** True if the routing hook is called before the callbacks. */
    public boolean isUrgent() {
        return priority == Priority.CRITICAL || signalClass.messageClass() == MessageClass.ESCALATION;
    }

    /** Returns the emit with another definition of its class. */
    public ValidatedEmit withSignalClass(SignalClassDefinition definition) {
        return new ValidatedEmit(threadId, source, audience, definition, priority, confidence, summary, details,
                replaces, expiresAtStep);
    }

    /** Creates the signal to store. */
    ConnectivitySignal stored(String id, Instant emittedAt, long sequence) {
        return new ConnectivitySignal(id, threadId, source, audience, signalClass, priority, confidence, summary,
                details, replaces, expiresAtStep, emittedAt, SignalState.EMITTED, sequence, false);
    }
}
