package dev.waggle.signal.log;

import java.time.Instant;

import dev.waggle.signal.Signal;

/**
 * A signal and what the log knows about it.
 *
 * @param sequence its place in the log, from 1, without gaps
 * @param recordedAt when the log took it
 * @param emission who really emitted it
 * @param signal what was said
 */
public record LogEntry(long sequence, Instant recordedAt, Emission emission, Signal signal) {

    public LogEntry {
        if (sequence < 1) {
            throw new IllegalArgumentException("sequence must be at least 1, got " + sequence);
        }
    }
}
