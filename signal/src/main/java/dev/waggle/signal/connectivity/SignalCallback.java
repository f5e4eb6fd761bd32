package dev.waggle.signal.connectivity;

import dev.waggle.signal.json.WireConstant;

/** Callback for every event of every thread, on the thread that caused it. */
@FunctionalInterface
public interface SignalCallback {

    void onSignal(ConnectivitySignal signal, SignalEvent event);

    /** Events announced to callbacks: every transition but the one to active. */
    public enum SignalEvent implements WireConstant {
        EMITTED, SUPERSEDED, RESOLVED, EXPIRED
    }
}
