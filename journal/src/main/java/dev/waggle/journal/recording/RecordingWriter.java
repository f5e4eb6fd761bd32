package dev.waggle.journal.recording;

import java.time.Duration;
import java.util.List;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.transcript.CheckpointMarker;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * The only writer of a recording. Every signal is in the journal of the recording when its append returns, with the
 * durability of the store. May be used by many threads; their appends have one order.
 */
public final class RecordingWriter implements AutoCloseable {

    private final String id;
    private final FileJournal journal;
    private final World world;
    private final RecordingState state;

    RecordingWriter(String id, FileJournal journal, World world, RecordingState state) {
        this.id = id;
        this.journal = journal;
        this.world = world;
        this.state = state;
    }

    public String id() {
        return id;
    }

    /**
     * Adds a signal; its position among the signals, from 0.
     *
     * @param emission the authenticated emitter and its call, by which a replay finds it
     * @throws IllegalStateException when the recording is finished
     * @throws IllegalArgumentException when the emitter is the recorder itself, or the journal cannot hold the signal
     * @throws java.io.UncheckedIOException when it could not be written; then nothing of it is in the recording
     */
    public synchronized long append(Signal signal, Emission emission) {
        requireUnfinished("signal " + signal.id() + " was not appended");
        if (emission.by().equals(RecordingFactCodec.BY_RECORDER.by())) {
            throw new IllegalArgumentException("only the recorder may have the id \"" + emission.by()
                    + "\"\nMaybe give the agent another id.");
        }
        write(signal, emission);
        return state.signalCount() - 1;
    }

    /** Adds signals in order; the signals before one that fails stay. */
    public synchronized void appendBatch(List<Signal> signals, Emission emission) {
        signals.forEach(signal -> append(signal, emission));
    }

    /** Marks the position of the latest signal; allowed after the end, too, and names may repeat. */
    public synchronized CheckpointMarker checkpoint(String name) {
        RecordingLabel.requireWord("checkpoint", name);
        CheckpointMarker checkpoint = new CheckpointMarker(name, Math.toIntExact(state.signalCount()) - 1);
        write(RecordingFactCodec.checkpoint(world.nextId("sig"), world.now(), checkpoint),
                RecordingFactCodec.BY_RECORDER);
        Recording.Finish finish = state.finish();
        if (finish != null) {
            write(finish);
        }
        return checkpoint;
    }

    /** Finishes the recording: nothing can be appended any more. A second outcome replaces the first. */
    public synchronized void finish(Recording.Outcome outcome, @Nullable Duration duration) {
        if (duration != null && duration.isNegative()) {
            throw new IllegalArgumentException("the duration of a recording must not be negative, got " + duration);
        }
        journal.sync(); // Otherwise a loss of power could leave an end without what is before it.
        write(new Recording.Finish(outcome, duration));
    }

    /** Closes the file without an end entry, so that the recording can be resumed. */
    @Override
    public synchronized void close() {
        journal.close();
    }

    private void write(Recording.Finish finish) {
        write(RecordingFactCodec.finished(world.nextId("sig"), world.now(), state.toRecording(), finish),
                RecordingFactCodec.BY_RECORDER);
    }

    private void write(Signal signal, Emission emission) {
        LogEntry entry = journal.append(signal, emission, world.now());
        state.accept(entry);
    }

    private void requireUnfinished(String consequence) {
        if (state.isFinished()) {
            throw new IllegalStateException("recording " + id + " is finished, " + consequence);
        }
    }
}
