package dev.waggle.signal.history;

/** Keeps signals from being evicted until it is closed; closing twice is harmless. */
@FunctionalInterface
public interface HistoryHold extends AutoCloseable {

    @Override
    void close();
}
