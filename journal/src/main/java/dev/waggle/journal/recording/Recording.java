package dev.waggle.journal.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.transcript.CheckpointMarker;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a recording, as it was when it was asked for.
 *
 * @param id {@code rec_} and 26 time-ordered characters
 * @param label what it is filed under
 * @param createdAt when it was created
 * @param signalCount how many signals it holds
 * @param checkpoints its marked positions, in the order in which they were marked; names may repeat
 * @param finish how it ended; {@code null} while it is being written, or when its writer was killed
 */
public record Recording(String id, RecordingLabel label, Instant createdAt, long signalCount,
        List<CheckpointMarker> checkpoints, @Nullable Finish finish) {

    public Recording {
        checkpoints = List.copyOf(checkpoints);
    }

    /** Whether it is complete: nothing can be appended any more. */
    public boolean isFinished() {
        return finish != null;
    }

    /**
     * How a recording ended.
     *
     * @param outcome whether what was recorded succeeded
     * @param duration how long it took; {@code null} when nobody said
     */
    public record Finish(Outcome outcome, @Nullable Duration duration) {}

    /** Whether what was recorded succeeded. */
    public enum Outcome {
        COMPLETE, FAILED
    }
}
