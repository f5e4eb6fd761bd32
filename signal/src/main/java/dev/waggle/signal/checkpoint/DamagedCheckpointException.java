package dev.waggle.signal.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Thrown when a stored checkpoint differs from the saved one. The message names it, the place and the reason; a
 * second line, which starts with "Maybe", states the remedy. Nothing was changed.
 */
public final class DamagedCheckpointException extends UncheckedIOException {

    private static final long serialVersionUID = 1;

    public DamagedCheckpointException(String message, Exception cause) {
        super(message, new IOException(message, cause));
    }
}
