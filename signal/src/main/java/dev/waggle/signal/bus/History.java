package dev.waggle.signal.bus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Signal;

/** The latest signals in the order of publishing. Owned by its bus, which calls it under its lock. */
final class History {

    private final int maxSize;
    private final Deque<Signal> signals = new ArrayDeque<>();

    History(int maxSize) {
        this.maxSize = maxSize;
    }

    /** Adds a signal; answers the one that had to leave for it. */
    Optional<Signal> add(Signal signal) {
        Optional<Signal> evicted = signals.size() == maxSize ? Optional.of(signals.removeFirst()) : Optional.empty();
        signals.addLast(signal);
        return evicted;
    }

    List<Signal> select(SignalFilter filter) {
        if (filter.equals(SignalFilter.ALL)) {
            return List.copyOf(signals);
        }
        List<Signal> selected = new ArrayList<>();
        for (Signal signal : signals) {
            if (filter.matches(signal)) {
                selected.add(signal);
            }
        }
        return List.copyOf(selected);
    }

    int size() {
        return signals.size();
    }

    void clear() {
        signals.clear();
    }
}
