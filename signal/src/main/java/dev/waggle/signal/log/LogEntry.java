package dev.waggle.signal.log;

import java.time.Instant;

import dev.waggle.signal.Signal;

/**
 * A signal with its sequence number, recording time and emitter.
 *
 * @param sequence its position in the log, from 1, without gaps
 * @param recordedAt the time of recording
 * @param emission the authenticated emitter
 * @param signal the recorded signal
 */
public record LogEntry(long sequence, Instant recordedAt, Emission emission, Signal signal) {

    public LogEntry {
        if (sequence < 1) {
            throw new IllegalArgumentException("sequence must be at least 1, got " + sequence);
        }
    }
}
