package dev.waggle.connect.lucene;

import java.io.IOException;

/** Signals that the log cannot be read, which no other index would mend. */
final class LogException extends IOException {

    private static final long serialVersionUID = 1;

    private final IOException reason;

    LogException(IOException reason) {
        super(reason.getMessage(), reason);
        this.reason = reason;
    }

    @Override
    public synchronized IOException getCause() {
        return reason;
    }
}
