package dev.waggle.signal.connectivity.oracle;

import java.time.Instant;
import java.util.Objects;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/** A signal in the log of the earlier implementation. Owned by its layer. */
final class OriginalSignal {

    private final long bornAtStep;
    private ConnectivitySignal signal;

    /** @param input the input that {@link OriginalCheck} accepted */
    OriginalSignal(String id, Instant emittedAt, long sequence, EmitSignalInput input, long bornAtStep) {
        this.bornAtStep = bornAtStep;
        this.signal = new ConnectivitySignal(id, given(input.threadId()), given(input.source()),
                given(input.audience()), given(input.signalClass()), given(input.priority()), input.confidence(),
                given(input.summary()), input.details(), input.replaces(), input.expiresAtStep(), emittedAt,
                SignalState.EMITTED, sequence, false);
    }

    long bornAtStep() {
        return bornAtStep;
    }

    ConnectivitySignal signal() {
        return signal;
    }

    void become(SignalState state) {
        signal = new ConnectivitySignal(signal.id(), signal.threadId(), signal.source(), signal.audience(),
                signal.signalClass(), signal.priority(), signal.confidence(), signal.summary(), signal.details(),
                signal.replaces(), signal.expiresAtStep(), signal.emittedAt(), state, signal.sequence(), false);
    }

    boolean isRepeatedBy(EmitSignalInput input) {
        return signal.source().equals(input.source()) && signal.signalClass().equals(input.signalClass())
                && input.audience() == signal.audience()
                && !(input.priority() == Priority.HIGH && input.messageClass() == MessageClass.ESCALATION
                        && !signal.summary().equals(input.summary()));
    }

    private static <T> T given(@Nullable T value) {
        return Objects.requireNonNull(value, "checked before");
    }
}
