package dev.waggle.journal.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.transcript.CheckpointMarker;
import org.jspecify.annotations.Nullable;

/**
 * Description of a recording at the time of the query.
 *
 * @param id {@code rec_} and 26 time-ordered characters
 * @param label its name, kind and tags
 * @param createdAt when it was created
 * @param signalCount its number of signals
 * @param checkpoints its marked positions, in the order in which they were marked; names may repeat
 * @param finish its end; {@code null} while it is being written, or when its writer was killed
 */
public record Recording(String id, RecordingLabel label, Instant createdAt, long signalCount,
        List<CheckpointMarker> checkpoints, @Nullable Finish finish) {

    public Recording {
        checkpoints = List.copyOf(checkpoints);
    }

    /** True if it is complete, so that nothing can be appended any more. */
    public boolean isFinished() {
        return finish != null;
    }

    /**
     * End of a recording.
     *
     * @param outcome whether the recorded run succeeded
     * @param duration its length; {@code null} when unknown
     */
    public record Finish(Outcome outcome, @Nullable Duration duration) {}

    /** Outcome of the recorded run. */
    public enum Outcome {
        COMPLETE, FAILED
    }
}
