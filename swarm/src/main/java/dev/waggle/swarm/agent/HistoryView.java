package dev.waggle.swarm.agent;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.history.SignalFilter;

/** A look back at what has been said. */
@FunctionalInterface
public interface HistoryView {

    /** The signals that pass, oldest first. */
    List<Signal> select(SignalFilter filter);
}
