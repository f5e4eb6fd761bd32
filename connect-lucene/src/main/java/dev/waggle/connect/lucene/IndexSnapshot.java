package dev.waggle.connect.lucene;

import java.io.IOException;
import java.util.Optional;

import dev.waggle.journal.memory.FileMemoryLog;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.jspecify.annotations.Nullable;

/** Unchanging state of an index. Closed when everybody has released it. */
final class IndexSnapshot {

    private final DirectoryReader reader;
    private final IndexPosition position;

    private IndexSnapshot(DirectoryReader reader, IndexPosition position) {
        this.reader = reader;
        this.position = position;
    }

    /** The snapshot of a reader, which it then owns; empty, and the reader closed, when it is of another version. */
    static Optional<IndexSnapshot> open(DirectoryReader reader) throws IOException {
        Optional<IndexPosition> position = IndexPosition.of(reader.getIndexCommit().getUserData());
        if (position.isEmpty()) {
            reader.close();
            return Optional.empty();
        }
        return Optional.of(new IndexSnapshot(reader, position.get()));
    }

    /** The last commit of an index; segments that an earlier snapshot has are shared with it. */
    static Optional<IndexSnapshot> latest(Directory directory, @Nullable IndexSnapshot earlier) throws IOException {
        if (earlier == null || !earlier.reader.directory().equals(directory)) {
            return open(DirectoryReader.open(directory));
        }
        DirectoryReader changed = DirectoryReader.openIfChanged(earlier.reader);
        if (changed == null) {
            earlier.retain();
            return Optional.of(earlier);
        }
        return open(changed);
    }

    /** The reader; it must not be used after the release. */
    DirectoryReader reader() {
        return reader;
    }

    /** An index without memories. */
    static IndexSnapshot empty() throws IOException {
        Directory nothing = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(nothing, new IndexWriterConfig())) {
            writer.commit();
        }
        return new IndexSnapshot(DirectoryReader.open(nothing), IndexPosition.START);
    }

    IndexPosition position() {
        return position;
    }

    /** The same index further on in the log, where nothing has changed it; the caller owns one use of it. */
    IndexSnapshot at(IndexPosition later) {
        reader.incRef();
        return new IndexSnapshot(reader, later);
    }

    /** A searcher; it must not be used after the release. */
    IndexSearcher searcher() {
        return new IndexSearcher(reader);
    }

    /** True if its position is one of that log. */
    boolean isOf(FileMemoryLog log) throws IOException {
        return log.has(position.mark(), position.sum());
    }

    void retain() {
        reader.incRef();
    }

    void release() throws IOException {
        reader.decRef();
    }
}
