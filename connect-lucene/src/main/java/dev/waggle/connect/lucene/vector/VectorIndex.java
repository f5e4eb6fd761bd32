package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryFilter;
import org.apache.lucene.store.AlreadyClosedException;

/**
 * Index of the vectors of memories, which finds the nearest ones. It is derived, so its folder may be deleted at any
 * time; after opening, the caller adds each entry that it does not {@linkplain #contains contain}. Thread-safe.
 *
 * <pre>
 *   fewer than 20,000 entries    in memory; a search compares all, and is exact
 *   from there on                a graph in the folder; entries that are not in it yet are compared beside it
 * </pre>
 *
 * <p>Adding never waits for the graph. A thread takes entries into it in the background, and {@link #refresh()} does so
 * at once. A kill at any moment leaves the graph of the last commit, and closing commits the work that is done. One
 * process at a time changes the graph, and the others search the one that they opened. A removed entry is never found
 * again, and its bytes leave the folder with {@link #expunge()}.
 */
public final class VectorIndex implements AutoCloseable {

    /** Number of entries from which on there is a graph: a scan of so many takes 4 ms with 384 dimensions. */
    public static final int GRAPH_FROM = 20_000;

    /** Entries beside the graph that start the background thread: a scan of so many takes 1 ms. */
    static final int MAX_BESIDE = 5_000;

    /** Several pauses of a process that waits. */
    private static final Duration STEP_PAUSE = Duration.ofMillis(100);

    private final Path folder;
    private final VectorSpace space;
    private final World world;
    private final VectorIndexListener listener;
    private final int graphFrom;
    private final GraphBuilder graph;
    private final LiveEntries entries;
    /** Held while the graph is changed. It is fair, so the background thread lets others in between. */
    private final ReentrantLock building = new ReentrantLock(true);
    private volatile boolean isClosed;
    /** True while there is a background thread, and after one has failed. Guarded by this. */
    private boolean isInBackground;

    private VectorIndex(Path folder, VectorSpace space, World world, VectorIndexListener listener, int graphFrom)
            throws IOException {
        this.folder = folder;
        this.space = space;
        this.world = world;
        this.listener = listener;
        this.graphFrom = graphFrom;
        graph = new GraphBuilder(folder, space, world, listener);
        entries = graph.entries();
    }

    /**
     * Opens the index in that folder, which the graph creates when it is needed. A graph of another space or a corrupt
     * one is dropped and reported as lost.
     */
    public static VectorIndex open(Path folder, VectorSpace space, World world, VectorIndexListener listener)
            throws IOException {
        return open(folder, space, world, listener, GRAPH_FROM);
    }

    static VectorIndex open(Path folder, VectorSpace space, World world, VectorIndexListener listener, int graphFrom)
            throws IOException {
        LuceneLogs.quiet();
        return new VectorIndex(folder.toAbsolutePath().normalize(), space, world, listener, graphFrom);
    }

    /**
     * Adds an entry, in place of one with the same id. It is found at once.
     *
     * @throws IllegalArgumentException when the vector is not one of the space, or is zero
     */
    public void add(VectorEntry entry, float[] vector) throws IOException {
        space.require(entry.id(), vector);
        requireOpen();
        entries.add(entry, UnitVector.of(vector));
        if (isDue()) {
            startInBackground();
        }
    }

    /**
     * Entries nearest to a query, the most similar first and equal ones by id.
     *
     * @param k the maximum number, at least 0
     */
    public List<VectorHit> nearest(float[] query, int k, MemoryFilter filter) throws IOException {
        space.require("the query", query);
        if (k < 0) {
            throw new IllegalArgumentException("k is " + k + "\nMaybe ask for 10.");
        }
        requireOpen();
        if (k == 0) {
            return List.of();
        }
        float[] unit = UnitVector.of(query);
        LiveEntries.Snapshot snapshot = entries.snapshot();
        try {
            NearestHits hits = new NearestHits(k);
            snapshot.searchGraph(unit, k, filter, hits);
            snapshot.scan(unit, filter, hits);
            return hits.sorted();
        } catch (IOException | RuntimeException failed) {
            if (failed instanceof AlreadyClosedException || !GraphBuilder.isOfGraph(failed)) {
                throw failed;
            }
            graph.lose(failed);
            NearestHits hits = new NearestHits(k);
            snapshot.scan(unit, filter, hits);
            return hits.sorted();
        } finally {
            snapshot.release();
        }
    }

    /** Removes entries; returns the number of those that were there. Searches do not find them any more. */
    public int remove(Collection<String> ids) throws IOException {
        requireOpen();
        return entries.remove(ids);
    }

    /** True if there is an entry of that id. */
    public boolean contains(String id) throws IOException {
        return entries.contains(id);
    }

    /** Number of entries. */
    public int size() {
        return entries.size();
    }

    /** Ids of all entries, sorted. */
    public Set<String> ids() throws IOException {
        return entries.ids();
    }

    /**
     * Makes removals durable: no byte of a removed vector is left in the folder.
     *
     * @throws IOException when some may still be there
     */
    public void expunge() throws IOException {
        building.lock();
        try {
            requireOpen();
            graph.expunge(() -> isClosed);
        } finally {
            building.unlock();
        }
    }

    /**
     * Makes removals durable and takes all entries into the graph, if there are enough for one. Other threads may add
     * and search meanwhile.
     *
     * @throws IOException when the folder cannot be written, or another process writes it; all entries are still found
     */
    public void refresh() throws IOException {
        expunge();
        building.lock();
        try {
            while (!isClosed && entries.scannedCount() > 0 && (entries.hasGraph() || isEnough())) {
                graph.take(() -> isClosed);
            }
        } finally {
            building.unlock();
        }
        resumeBackground();
    }

    /** Ends the work in the background, with what is done kept, and closes the files. A second call is harmless. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        building.lock();
        try {
            graph.close();
        } finally {
            building.unlock();
        }
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the index in " + folder + " is closed");
        }
    }

    private boolean isEnough() {
        return entries.scannedCount() >= graphFrom;
    }

    private boolean isDue() {
        int count = entries.scannedCount();
        return count >= graphFrom || (count >= MAX_BESIDE && entries.hasGraph());
    }

    private void startInBackground() {
        synchronized (this) {
            if (isInBackground) {
                return;
            }
            isInBackground = true;
        }
        Thread _ = world.start("vector graph", this::workInBackground);
    }

    private synchronized void resumeBackground() {
        isInBackground = false;
    }

    /** Works in steps, and lets {@link #refresh()} and {@link #expunge()} in between. */
    private void workInBackground() {
        try {
            while (!isClosed && isDue()) {
                building.lock();
                try {
                    // Another thread may have done it while this one waited.
                    if (!isClosed && isDue()) {
                        graph.take(() -> isClosed || building.hasQueuedThreads());
                    }
                } finally {
                    building.unlock();
                }
                // For another process that waits for the folder.
                boolean _ = world.await(new CompletableFuture<>(), STEP_PAUSE);
            }
            resumeBackground();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException failed) {
            if (!isClosed) {
                listener.delayed(String.valueOf(failed.getMessage()));
            }
        }
    }
}
