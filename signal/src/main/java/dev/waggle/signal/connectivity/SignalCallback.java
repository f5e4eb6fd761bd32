package dev.waggle.signal.connectivity;

import java.util.Locale;

/** Callback for every event of every thread, on the thread that caused it. */
@FunctionalInterface
public interface SignalCallback {

    void onSignal(ConnectivitySignal signal, SignalEvent event);

    /** Events announced to callbacks: every transition but the one to active. */
    public enum SignalEvent {
        EMITTED, SUPERSEDED, RESOLVED, EXPIRED;

        /** Returns the name of the specification, in lower case. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
