package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

import org.jspecify.annotations.Nullable;

/** A file that a query may look into, opened when it is needed. Owned by one thread. */
abstract class OpenedPlace implements Finder.Place {

    private final Source source;
    private @Nullable Handle handle;

    OpenedPlace(Source source) {
        this.source = source;
    }

    boolean isThere() throws IOException {
        try {
            var _ = handle();
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    @Override
    public final Source source() {
        return source;
    }

    @Override
    public final Handle handle() throws IOException {
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
