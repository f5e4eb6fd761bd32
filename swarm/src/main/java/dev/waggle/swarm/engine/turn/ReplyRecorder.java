package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import dev.waggle.swarm.agent.ReplyReading;

/**
 * Recorder of the readings of one turn. Any thread adds; the thread of the solve closes it when the turn is over, and
 * readings of a late thread are dropped.
 */
final class ReplyRecorder implements Consumer<ReplyReading> {

    private final List<ReplyReading> readings = new ArrayList<>();
    private boolean closed;

    @Override
    public synchronized void accept(ReplyReading reading) {
        if (!closed) {
            readings.add(reading);
        }
    }

    /** Ends the turn; returns its readings in order. */
    synchronized List<ReplyReading> close() {
        closed = true;
        return List.copyOf(readings);
    }
}
