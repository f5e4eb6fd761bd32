package dev.waggle.connect.lucene;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ReadOnlyFileSystemException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.connect.lucene.text.TextWords;
import dev.waggle.connect.lucene.vector.LuceneLogs;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryRules;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Index of a log of memories in a folder. It is derived. Whoever looks something up first follows the log to its end, under
 * the lock of the folder. So any number of processes use one index. A folder that cannot be written to is indexed in
 * memory. A damaged index is built anew. Thread-safe.
 */
final class MemoryIndex implements Closeable {

    /** Timeout for another process that follows the log, which takes seconds only when it builds everything anew. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;
    private final FileMemoryLog log;
    private final MemoryRules rules;
    private final World world;
    private final MemoryListener listener;
    private final TextWords words = new TextWords();
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Directory directory;
    private boolean isInMemory;
    private @Nullable IndexSnapshot current;
    private boolean isClosed;

    MemoryIndex(Path folder, FileMemoryLog log, MemoryRules rules, World world, MemoryListener listener) {
        this.folder = folder;
        this.log = log;
        this.rules = rules;
        this.world = world;
        this.listener = listener;
        LuceneLogs.quiet();
    }

    /** Words and stems, as the index has them. */
    TextWords words() {
        return words;
    }

    /**
     * The index with all entries of the log; to be released after use.
     *
     * @param isHasty true if somebody waits, so that costly upkeep is for another time
     */
    IndexSnapshot acquire(boolean isHasty) throws IOException {
        lock.lock();
        try {
            requireOpen();
            IndexSnapshot known = current;
            if (known == null || known.position().mark().offset() != log.length()) {
                known = refreshed(isHasty);
                replace(known);
            }
            known.retain();
            return known;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Requires that it is open.
     *
     * @throws IOException when it is closed
     */
    void requireOpen() throws IOException {
        lock.lock();
        try {
            if (isClosed) {
                throw new IOException("the memory in " + folder.getParent() + " is closed");
            }
        } finally {
            lock.unlock();
        }
    }

    /** Discards a damaged index, which the next look-up builds anew. */
    void discard(Exception damage) throws IOException {
        lock.lock();
        try {
            requireOpen();
            replace(null);
            say(damage);
            if (isInMemory) {
                closeDirectory();
            } else {
                try (WriterLock _ = lockFolder()) {
                    IndexFiles.delete(folder);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void say(Exception damage) {
        listener.notice("the index of memories in " + folder + " is damaged and is built anew: " + damage);
    }

    private void replace(@Nullable IndexSnapshot next) throws IOException {
        IndexSnapshot before = current;
        current = next;
        if (before != null) {
            before.release();
        }
    }

    /** The index at the end of the log; the caller owns one use of it. */
    private IndexSnapshot refreshed(boolean isHasty) throws IOException {
        if (isInMemory) {
            return follow(opened(), isHasty);
        }
        if (log.length() == 0 && !Files.exists(folder)) {
            return IndexSnapshot.empty();
        }
        IndexSnapshot known = current;
        Optional<IndexSnapshot> unchanged = known == null
                ? Optional.empty()
                : new FadingFollower(log, rules).follow(known);
        if (unchanged.isPresent()) {
            return unchanged.get();
        }
        try {
            return refreshedOnDisk(isHasty);
        } catch (AccessDeniedException | ReadOnlyFileSystemException unwritable) {
            return follow(copied(), isHasty);
        }
    }

    private IndexSnapshot refreshedOnDisk(boolean isHasty) throws IOException {
        Optional<IndexSnapshot> committed = read();
        if (committed.isPresent()) {
            if (committed.get().position().mark().offset() == log.length() && committed.get().isOf(log)) {
                return committed.get();
            }
            committed.get().release();
        }
        if (!Files.isWritable(Files.exists(folder) ? folder : folder.getParent())) {
            throw new AccessDeniedException(folder.toString());
        }
        Files.createDirectories(folder);
        try (WriterLock _ = lockFolder()) {
            return followOrBuild(isHasty);
        } catch (LogException unreadable) {
            throw unreadable.getCause();
        }
    }

    private IndexSnapshot followOrBuild(boolean isHasty) throws IOException {
        try {
            return follow(opened(), isHasty);
        } catch (LogException unreadable) {
            throw unreadable;
        } catch (IOException | RuntimeException damage) {
            if (!IndexFiles.isDamage(damage)) {
                throw damage;
            }
            say(damage);
            replace(null);
            closeDirectory();
            IndexFiles.delete(folder);
            return follow(opened(), isHasty);
        }
    }

    /** A copy of the index in memory, from which it follows the log. */
    private Directory copied() throws IOException {
        Directory copy = new ByteBuffersDirectory();
        try {
            if (opened() instanceof FSDirectory onDisk) {
                IndexFiles.copy(onDisk, copy);
            }
        } catch (IOException | RuntimeException missingOrDamaged) {
            copy = new ByteBuffersDirectory();
        }
        replace(null);
        closeDirectory();
        isInMemory = true;
        directory = copy;
        return copy;
    }

    private Directory opened() throws IOException {
        Directory known = directory;
        if (known == null) {
            known = isInMemory ? new ByteBuffersDirectory() : FSDirectory.open(folder);
            directory = known;
        }
        return known;
    }

    private void closeDirectory() throws IOException {
        Directory known = directory;
        directory = null;
        if (known != null) {
            known.close();
        }
    }

    /** The index as it is on the disk, if it is readable. */
    private Optional<IndexSnapshot> read() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try {
            return IndexSnapshot.latest(opened(), current);
        } catch (IndexNotFoundException none) {
            return Optional.empty();
        } catch (IOException | RuntimeException damage) {
            if (IndexFiles.isDamage(damage)) {
                return Optional.empty(); // The writer finds it, too, and says it.
            }
            throw damage;
        }
    }

    private IndexSnapshot follow(Directory place, boolean isHasty) throws IOException {
        return new IndexFollower(place, log, rules, words, listener, current).follow(isHasty);
    }

    private WriterLock lockFolder() throws IOException {
        return WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world);
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (!isClosed) {
                isClosed = true;
                replace(null);
                words.close();
                closeDirectory();
            }
        } finally {
            lock.unlock();
        }
    }
}
