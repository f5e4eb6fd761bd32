package dev.waggle.connect.lucene.vector;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.function.BooleanSupplier;

import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;

/**
 * Changes of the graph, seen by readers after a commit. The lock of the folder is held until it is closed. All work is
 * done in the calling thread.
 */
final class GraphWriter implements Closeable {

    /** Megabytes of a new segment in memory: about 35,000 vectors of 384 components. */
    private static final double BUFFER_MEGABYTES = 64;

    private final IndexWriter writer;
    private final VectorSpace space;

    private GraphWriter(IndexWriter writer, VectorSpace space) {
        this.writer = writer;
        this.space = space;
    }

    /**
     * Opens the graph; makes an empty one if there is none.
     *
     * @param isStopped true when long work is to end soon, with all that is done kept
     */
    static GraphWriter open(Directory directory, VectorSpace space, BooleanSupplier isStopped)
            throws IOException {
        IndexWriterConfig config = new IndexWriterConfig()
                .setRAMBufferSizeMB(BUFFER_MEGABYTES).setCommitOnClose(false)
                .setMergeScheduler(new SerialMergeScheduler())
                .setMergePolicy(new TieredMergePolicy().setForceMergeDeletesPctAllowed(0));
        return new GraphWriter(new IndexWriter(new StoppableDirectory(directory, isStopped), config), space);
    }

    /** Deletes all files of a graph that is of no use. */
    static void wipe(Directory directory) throws IOException {
        try (Lock _ = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
            for (String name : directory.listAll()) {
                if (!name.equals(IndexWriter.WRITE_LOCK_NAME)) {
                    directory.deleteFile(name);
                }
            }
        }
    }

    void put(VectorEntry entry, float[] unit) throws IOException {
        writer.updateDocument(GraphFields.id(entry.id()), GraphFields.document(entry, unit));
    }

    void delete(Collection<String> ids) throws IOException {
        writer.deleteDocuments(ids.stream().map(GraphFields::id).toArray(Term[]::new));
    }

    /** Makes the changes durable and visible. */
    void commit() throws IOException {
        writer.setLiveCommitData(GraphReader.data(space).entrySet());
        writer.commit();
    }

    /** Rewrites segments with deleted vectors, and deletes the files that have their bytes. */
    void expunge() throws IOException {
        writer.forceMergeDeletes();
        commit();
        writer.deleteUnusedFiles();
    }

    /** Ends it; what was not committed is discarded. */
    @Override
    public void close() throws IOException {
        writer.rollback();
    }
}
