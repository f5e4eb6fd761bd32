package dev.waggle.signal.history;

/** Protection of signals from eviction until it is closed; closing twice is harmless. */
@FunctionalInterface
public interface HistoryHold extends AutoCloseable {

    @Override
    void close();
}
