package dev.waggle.journal.recording;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.transcript.CheckpointMarker;

/**
 * Input of a replay: the signals and checkpoints of a recording.
 *
 * @param signals the recorded signals in order, without the recorder's own facts
 * @param checkpoints its marked positions
 */
public record RecordedRun(List<LogEntry> signals, List<CheckpointMarker> checkpoints) {

    public RecordedRun {
        signals = List.copyOf(signals);
        checkpoints = List.copyOf(checkpoints);
    }

    /** The recording with these entries in its journal; empty when the journal is no recording. */
    public static Optional<RecordedRun> of(List<LogEntry> entries) {
        if (entries.isEmpty() || !RecordingFactCodec.isOpening(entries.getFirst())) {
            return Optional.empty();
        }
        RecordingState state = new RecordingState("");
        entries.forEach(state::accept);
        return Optional.of(new RecordedRun(entries.stream().filter(entry -> !RecordingFactCodec.isFact(entry)).toList(),
                state.toRecording().checkpoints()));
    }
}
