package dev.waggle.signal.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A checkpoint is there and is not what was saved. The message names it, the place and the reason; a second line, which
 * starts with "Maybe", says what to do. Nothing was changed.
 */
public final class DamagedCheckpointException extends UncheckedIOException {

    private static final long serialVersionUID = 1;

    public DamagedCheckpointException(String message, Exception cause) {
        super(message, new IOException(message, cause));
    }
}
