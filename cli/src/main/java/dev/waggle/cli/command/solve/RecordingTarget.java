package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.tape.RecordingFile;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.log.LogEntry;

/** Target that a finished solve is recorded to. */
interface RecordingTarget {

    /** Stores a solve that has a result. */
    void save(List<LogEntry> log, String run);

    /** Stores the remains of a solve that has none. */
    default void saveFailure(RuntimeException cause) {}

    /** Nothing is stored. */
    static RecordingTarget nowhere() {
        return (log, run) -> {
        };
    }

    /** A cassette at a place that was looked at before the solve. */
    static RecordingTarget cassette(OutputTarget place) {
        return (log, run) -> {
            try (AtomicFile file = AtomicFile.open(place, FileAccess.OWNER)) {
                CassetteFile.export(log, run, file.stream());
                file.commit();
            } catch (IOException failed) {
                throw new UncheckedIOException(place.named() + ": it was not written: " + failed.getMessage(), failed);
            }
        };
    }

    /** A recording that has the calls of models already. */
    static RecordingTarget recording(RecordingFile file) {
        return new RecordingTarget() {
            @Override
            public void save(List<LogEntry> log, String run) {
                file.finish(log, run);
            }

            @Override
            public void saveFailure(RuntimeException cause) {
                file.fail(List.of(), null, String.valueOf(cause.getMessage()));
            }
        };
    }
}
