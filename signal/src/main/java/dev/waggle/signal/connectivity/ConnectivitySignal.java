package dev.waggle.signal.connectivity;

import java.time.Instant;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/**
 * Immutable snapshot of a connectivity signal at one moment.
 *
 * @param id {@code sig_} and 26 characters that sort by time
 * @param threadId the thread that it belongs to
 * @param source the component that emitted it, for example {@code specialist:reviewer}
 * @param audience the intended recipients
 * @param signalClass its narrow meaning; the message class follows from it
 * @param priority its urgency for routing
 * @param confidence its relevance to the decision, 0..1, or {@code null} where none was given
 * @param summary one sentence
 * @param details more, if any
 * @param replaces the signal that it superseded, if any
 * @param expiresAtStep the step at which it expires, if any
 * @param emittedAt the time at which the layer stored it, in milliseconds
 * @param state its state when this snapshot was taken
 * @param sequence its position among the signals of its thread, from 1, which defines newest and oldest
 * @param acknowledged whether the coordinator acknowledged it; only critical signals wait for that
 */
public record ConnectivitySignal(String id, String threadId, String source, Audience.RoleName audience,
        SignalClassDefinition signalClass, Priority priority, @Nullable Double confidence, String summary,
        @Nullable String details, @Nullable String replaces, @Nullable Long expiresAtStep, Instant emittedAt,
        SignalState state, long sequence, boolean acknowledged) {

    public MessageClass messageClass() {
        return signalClass.messageClass();
    }

    /** True if it is emitted or active. */
    public boolean isOpen() {
        return !state.isTerminal();
    }

    /** Returns the signal as routing forwards it in that mode: without its details where every token counts. */
    public ConnectivitySignal forwardedIn(RequestedRoutingMode mode) {
        return switch (mode) {
            case CHEAP -> withoutDetails();
            case FAST, DEEP -> this;
        };
    }

    /** Returns the signal without its details, as routing forwards it in cheap mode. */
    public ConnectivitySignal withoutDetails() {
        return new ConnectivitySignal(id, threadId, source, audience, signalClass, priority, confidence, summary, null,
                replaces, expiresAtStep, emittedAt, state, sequence, acknowledged);
    }

    public ConnectivitySignal withState(SignalState newState) {
        return new ConnectivitySignal(id, threadId, source, audience, signalClass, priority, confidence, summary,
                details, replaces, expiresAtStep, emittedAt, newState, sequence, acknowledged);
    }

    public ConnectivitySignal withAcknowledgement() {
        return new ConnectivitySignal(id, threadId, source, audience, signalClass, priority, confidence, summary,
                details, replaces, expiresAtStep, emittedAt, state, sequence, true);
    }
}
