package dev.waggle.signal.connectivity;

/** Told of every event of every thread, on the thread that caused it. */
@FunctionalInterface
public interface SignalCallback {

    void onSignal(ConnectivitySignal signal, SignalEvent event);
}
