package dev.waggle.swarm.agent;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;

/** Read-only view of the signals so far. */
@FunctionalInterface
public interface HistoryView {

    /** The signals that match the filter, oldest first. */
    List<Signal> select(SignalFilter filter);
}
