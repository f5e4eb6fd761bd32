package dev.waggle.journal.recording;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.transcript.CheckpointMarker;
import org.jspecify.annotations.Nullable;

/** State of a recording as a fold over its entries. Owned by its reader. */
final class RecordingState implements RecordingFactCodec.FactVisitor {

    private final String id;
    private final List<CheckpointMarker> checkpoints = new ArrayList<>();
    private @Nullable RecordingLabel label;
    private Instant createdAt = Instant.EPOCH;
    private long signalCount;
    private Recording.@Nullable Finish finish;

    RecordingState(String id) {
        this.id = id;
    }

    void accept(LogEntry entry) {
        if (RecordingFactCodec.isFact(entry)) {
            RecordingFactCodec.read(entry, this);
        } else {
            signalCount++;
        }
    }

    @Override
    public void opened(Instant at, RecordingLabel newLabel) {
        label = newLabel;
        createdAt = at;
    }

    @Override
    public void checkpointed(CheckpointMarker checkpoint) {
        checkpoints.add(checkpoint);
    }

    /** The latest fact about its end counts. */
    @Override
    public void finished(Recording.Finish newFinish, long allSignals, List<CheckpointMarker> allCheckpoints) {
        finish = newFinish;
        signalCount = allSignals;
        checkpoints.clear();
        checkpoints.addAll(allCheckpoints);
    }

    long signalCount() {
        return signalCount;
    }

    boolean isFinished() {
        return finish != null;
    }

    Recording.@Nullable Finish finish() {
        return finish;
    }

    /** True if its first fact is there; a writer that was killed at once leaves none. */
    boolean isOpened() {
        return label != null;
    }

    Recording toRecording() {
        return new Recording(id, label == null ? RecordingLabel.NONE : label, createdAt, signalCount, checkpoints,
                finish);
    }
}
