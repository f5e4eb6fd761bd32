package dev.waggle.connect.a2a.protocol;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

import org.jspecify.annotations.Nullable;

/**
 * Status of a task.
 *
 * @param message words of the agent about the status
 * @param time time of the change, in milliseconds
 */
public record A2aTaskStatus(A2aTaskState state, @Nullable A2aMessage message, @Nullable Instant time) {

    public A2aTaskStatus {
        time = time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }
}
