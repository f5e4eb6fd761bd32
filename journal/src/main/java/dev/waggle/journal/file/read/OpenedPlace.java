package dev.waggle.journal.file.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.segment.Handle;
import dev.waggle.journal.file.segment.Source;

/** Plain file that a query may look into, with what helps to find entries in it; opened when needed. Owned by one thread. */
abstract class OpenedPlace implements Closeable {
    private final Source source;
    private @Nullable Handle handle;

    OpenedPlace(Source source) {
        this.source = source;
    }

    /** Index of the file; {@code null} when there is none. */
    abstract @Nullable SegmentIndex index() throws IOException;

    /** End of what may be read; {@link Long#MAX_VALUE} for the end of the file. */
    abstract long end();

    boolean isThere() throws IOException {
        try {
            var _ = handle();
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    final Source source() {
        return source;
    }

    final Handle handle() throws IOException {
        Handle open = handle;
        if (open == null) {
            open = Handle.open(source.file());
            handle = open;
        }
        return open;
    }

    @Override
    public final void close() throws IOException {
        Handle.close(handle);
    }
}
