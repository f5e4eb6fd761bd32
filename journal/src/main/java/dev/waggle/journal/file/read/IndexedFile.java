package dev.waggle.journal.file.read;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import org.jspecify.annotations.Nullable;

/** Plain file of a query, with an index of its entries if there is one; opened when needed. Owned by one thread. */
abstract class IndexedFile implements Closeable {
    private final EntrySource source;
    private @Nullable PositionedFile handle;

    IndexedFile(EntrySource source) {
        this.source = source;
    }

    /** Index of the file; {@code null} when there is none. */
    abstract @Nullable SegmentIndex index() throws IOException;

    /** End of the readable part; {@link Long#MAX_VALUE} for the end of the file. */
    abstract long end();

    boolean exists() throws IOException {
        try {
            var _ = handle();
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    final EntrySource source() {
        return source;
    }

    final PositionedFile handle() throws IOException {
        PositionedFile open = handle;
        if (open == null) {
            open = PositionedFile.open(source.file());
            handle = open;
        }
        return open;
    }

    @Override
    public final void close() throws IOException {
        PositionedFile.close(handle);
    }
}
