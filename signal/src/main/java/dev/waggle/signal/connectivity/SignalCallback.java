package dev.waggle.signal.connectivity;

/** Callback for every event of every thread, on the thread that caused it. */
@FunctionalInterface
public interface SignalCallback {

    void onSignal(ConnectivitySignal signal, SignalEvent event);
}
