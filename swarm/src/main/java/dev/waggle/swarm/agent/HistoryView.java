package dev.waggle.swarm.agent;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;

/** Read-only view of the signals so far. */
@FunctionalInterface
public interface HistoryView {

    /** The signals that match the filter, oldest first. */
    List<Signal> select(SignalFilter filter);

    /**
     * Number of a signal among the published signals of the solve, from 1; 0 for one that was not published. Numbers
     * never change. Without a source of numbers this is the place among the signals of the view.
     */
    default int numberOf(String signalId) {
        List<Signal> all = select(SignalFilter.ALL);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).id().equals(signalId)) {
                return i + 1;
            }
        }
        return 0;
    }
}
