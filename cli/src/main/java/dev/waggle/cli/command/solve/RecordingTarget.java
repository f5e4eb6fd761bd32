package dev.waggle.cli.command.solve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.tape.RecordingFile;
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

    /** A cassette. Refuses an unwritable place at once, before the solve runs, so that no answers are lost. */
    static RecordingTarget cassette(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file) || folder == null) {
            throw new UserException(file + " is a directory", "Name a file for the cassette.");
        }
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new UserException("cannot write " + file + ": no folder " + folder + " to write to",
                    "Create the folder, or name another file.");
        }
        return (log, run) -> CassetteFile.export(log, run, file);
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
