package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Signals that a file does not hold a journal, or no longer a valid one. The message names the file, the place and
 * the reason. A second line, which starts with "Maybe", suggests a remedy. Nothing was changed.
 */
public final class BadJournalException extends UncheckedIOException {

    private static final long serialVersionUID = 1;

    public BadJournalException(Path file, String reason, @Nullable Exception cause) {
        super(file + ": " + reason, new IOException(reason, cause));
    }
}
