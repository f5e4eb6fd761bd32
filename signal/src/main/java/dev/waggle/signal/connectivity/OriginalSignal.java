package dev.waggle.signal.connectivity;

import dev.waggle.signal.Priority;

/** A signal in the log of the earlier implementation. Owned by its layer. */
final class OriginalSignal {

    private final long bornAtStep;
    private ConnectivitySignal signal;

    OriginalSignal(ConnectivitySignal signal, long bornAtStep) {
        this.signal = signal;
        this.bornAtStep = bornAtStep;
    }

    long bornAtStep() {
        return bornAtStep;
    }

    ConnectivitySignal signal() {
        return signal;
    }

    void become(SignalState state) {
        signal = signal.in(state);
    }

    boolean isRepeatedBy(Emit input) {
        return input.source().equals(signal.source()) && input.signalClass() == signal.signalClass()
                && input.audience() == signal.audience()
                && !(input.priority() == Priority.HIGH
                        && input.signalClass().messageClass() == MessageClass.ESCALATION
                        && !input.summary().equals(signal.summary()));
    }
}
