package dev.waggle.connect.lucene.vector;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import dev.waggle.signal.world.World;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Work on the graph of a folder in steps. Each step opens a writer, commits and closes it, so other processes get the
 * folder in between. One thread at a time; only {@link #lose} may come from any.
 */
final class GraphBuilder {

    /** Entries of a commit; a kill loses the graph of so many at most. */
    private static final int COMMIT_SIZE = 30_000;

    private static final int PROGRESS_STEP = 1_000;

    /** Maximum wait for another process, which commits once in a minute at least. */
    private static final Duration LOCK_TIMEOUT = Duration.ofMinutes(2);

    private static final Duration RETRY_PAUSE = Duration.ofMillis(20);

    private final Path folder;
    private final VectorSpace space;
    private final World world;
    private final VectorIndexListener listener;
    private final AtomicBoolean isLost = new AtomicBoolean();
    private final LiveEntries entries;
    private @Nullable Directory directory;

    /** Opens the graph of a folder; a graph of no use is reported as lost. */
    GraphBuilder(Path folder, VectorSpace space, World world, VectorIndexListener listener) throws IOException {
        this.folder = folder;
        this.space = space;
        this.world = world;
        this.listener = listener;
        entries = new LiveEntries(space.dimension(), opened());
    }

    LiveEntries entries() {
        return entries;
    }

    /** Removes the hidden entries from the graph, and the bytes of their vectors from the folder. */
    void expunge(BooleanSupplier isStopped) throws IOException {
        if (entries.hasGraph() || isLost.get()) {
            work(this::expungeStep, isStopped);
        }
    }

    /** Takes the first scanned entries into the graph. */
    void take(BooleanSupplier isStopped) throws IOException {
        work(this::takeStep, isStopped);
    }

    void close() throws IOException {
        entries.show(null, List.of());
        if (directory != null) {
            directory.close();
            directory = null;
        }
    }

    /** Step of the work on the graph. */
    private interface GraphStep {

        void run(Directory target, GraphWriter writer, BooleanSupplier isStopped) throws IOException;
    }

    private void work(GraphStep step, BooleanSupplier isStopped) throws IOException {
        Directory target = writable();
        try {
            try (GraphWriter writer = writer(target, isStopped)) {
                takeFromOthers(target);
                step.run(target, writer, isStopped);
            }
        } catch (IOException failed) {
            if (isCorrupt(failed)) {
                lose(failed);
            }
            throw failed;
        }
    }

    /** The writer, as soon as no other process has one. */
    private GraphWriter writer(Directory target, BooleanSupplier isStopped) throws IOException {
        long start = world.nanos();
        while (true) {
            try {
                if (isLost.get()) {
                    GraphWriter.wipe(target);
                    isLost.set(false);
                }
                return GraphWriter.open(target, space, isStopped);
            } catch (LockObtainFailedException taken) {
                boolean isLate = world.nanos() - start >= LOCK_TIMEOUT.toNanos();
                if (isStopped.getAsBoolean() || isLate || isInterruptedInPause()) {
                    throw new IOException("the graph in " + folder + " is being written by another process"
                            + "\nMaybe try again when that one is done.", taken);
                }
            }
        }
    }

    private boolean isInterruptedInPause() {
        try {
            return world.await(new CompletableFuture<>(), RETRY_PAUSE);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Shows what another process has committed. */
    private void takeFromOthers(Directory target) throws IOException {
        if (entries.hasGraph() && !entries.isGraphOld()) {
            return;
        }
        GraphReader newer = GraphReader.open(target, space);
        if (newer != null) {
            Set<String> hidden = entries.hidden();
            List<ScannedVectors.Row> known = new ArrayList<>();
            for (ScannedVectors.Row row : entries.scanned(Integer.MAX_VALUE)) {
                String id = row.entry().id();
                if (!hidden.contains(id) && newer.contains(id)) {
                    known.add(row);
                }
            }
            entries.show(newer, known);
        }
    }

    private void expungeStep(Directory target, GraphWriter writer, BooleanSupplier isStopped) throws IOException {
        if (!entries.hasRemains()) {
            return;
        }
        writer.delete(entries.hidden());
        writer.commit();
        entries.show(GraphReader.open(target, space), List.of());
        writer.expunge();
        entries.show(GraphReader.open(target, space), List.of());
    }

    private void takeStep(Directory target, GraphWriter writer, BooleanSupplier isStopped) throws IOException {
        List<ScannedVectors.Row> taken = new ArrayList<>();
        int before = entries.size() - entries.scannedCount();
        for (ScannedVectors.Row row : entries.scanned(COMMIT_SIZE)) {
            if (isStopped.getAsBoolean()) {
                break;
            }
            if (!row.isGone()) {
                writer.put(row.entry(), row.unit());
                taken.add(row);
                if (taken.size() % PROGRESS_STEP == 0) {
                    listener.progress(before + taken.size(), entries.size());
                }
            }
        }
        if (!taken.isEmpty()) {
            writer.commit();
            entries.show(GraphReader.open(target, space), taken);
            listener.progress(entries.size() - entries.scannedCount(), entries.size());
        }
    }

    private Directory writable() throws IOException {
        if (directory == null) {
            directory = FSDirectory.open(folder);
        }
        return directory;
    }

    /** The graph of the folder; {@code null} if there is none or it is of no use. */
    private @Nullable GraphReader opened() throws IOException {
        if (!Files.isDirectory(folder)) {
            return null;
        }
        directory = FSDirectory.open(folder);
        try {
            return GraphReader.open(directory, space);
        } catch (IOException | RuntimeException failed) {
            if (!isOfGraph(failed)) {
                directory.close();
                throw failed;
            }
            isLost.set(true);
            listener.lost(reason(failed));
            return null;
        }
    }

    /** Drops a graph of no use, and reports that once. */
    void lose(Exception failed) throws IOException {
        if (isLost.compareAndSet(false, true)) {
            entries.show(null, List.of());
            listener.lost(reason(failed));
        }
    }

    private String reason(Exception failed) {
        return "the graph in " + folder + " is of no use: " + failed.getMessage();
    }

    /** True if the bytes of the graph are the reason. Wrong bytes make Lucene fail in other ways too. */
    static boolean isOfGraph(Exception failed) {
        return failed instanceof RuntimeException || isCorrupt((IOException) failed);
    }

    private static boolean isCorrupt(IOException failed) {
        return failed instanceof CorruptIndexException || failed instanceof IndexFormatTooOldException
                || failed instanceof IndexFormatTooNewException || failed instanceof EOFException
                || failed instanceof NoSuchFileException;
    }
}
