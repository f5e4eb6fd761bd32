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
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.MemoryRules;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.jspecify.annotations.Nullable;

/**
 * Index of a log of memories in a folder. It is derived: whoever looks something up first follows the log to its end, under
 * the lock of the folder, so that any number of processes use one index. A folder that cannot be written to is indexed in
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
    private @Nullable Directory inMemory;
    private @Nullable IndexSnapshot current;
    private boolean isClosed;

    MemoryIndex(Path folder, FileMemoryLog log, MemoryRules rules, World world, MemoryListener listener) {
        this.folder = folder;
        this.log = log;
        this.rules = rules;
        this.world = world;
        this.listener = listener;
    }

    /** Words and stems, as the index has them. */
    TextWords words() {
        return words;
    }

    /** The index with all entries of the log; to be released after use. */
    IndexSnapshot acquire() throws IOException {
        lock.lock();
        try {
            if (isClosed) {
                throw new IOException("the memory in " + folder.getParent() + " is closed");
            }
            IndexSnapshot known = current;
            if (known == null || known.position().mark().offset() != log.length()) {
                known = replace(refreshed(known));
            }
            known.retain();
            return known;
        } finally {
            lock.unlock();
        }
    }

    /** Discards a damaged index, which the next look-up builds anew. */
    void discard(Exception damage) throws IOException {
        lock.lock();
        try {
            replace(null);
            listener.notice("the index of memories in " + folder + " is damaged and is built anew: " + damage);
            if (inMemory != null) {
                inMemory.close();
                inMemory = null;
            } else {
                try (WriterLock _ = lockFolder()) {
                    IndexFiles.delete(folder);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable IndexSnapshot replace(@Nullable IndexSnapshot next) throws IOException {
        IndexSnapshot before = current;
        current = next;
        if (before != null && before != next) {
            before.release();
        }
        return next;
    }

    private IndexSnapshot refreshed(@Nullable IndexSnapshot known) throws IOException {
        if (inMemory != null) {
            return follow(inMemory);
        }
        if (log.length() == 0 && !Files.exists(folder)) {
            return known == null ? IndexSnapshot.empty() : known;
        }
        try {
            return refreshedOnDisk(known);
        } catch (AccessDeniedException | ReadOnlyFileSystemException unwritable) {
            return refreshedInMemory();
        }
    }

    private IndexSnapshot refreshedOnDisk(@Nullable IndexSnapshot known) throws IOException {
        Optional<IndexSnapshot> followed = read();
        if (followed.isPresent() && followed.get().position().mark().offset() == log.length()
                && followed.get().isOf(log)) {
            return followed.get();
        }
        if (followed.isPresent()) {
            followed.get().release();
        }
        if (!Files.isWritable(Files.exists(folder) ? folder : folder.getParent())) {
            throw new AccessDeniedException(folder.toString());
        }
        Files.createDirectories(folder);
        try (WriterLock _ = lockFolder()) {
            try (FSDirectory directory = FSDirectory.open(folder)) {
                return follow(directory);
            } catch (LogException unreadable) {
                throw unreadable.getCause();
            } catch (IOException | RuntimeException damage) {
                if (!IndexFiles.isDamage(damage)) {
                    throw damage;
                }
                listener.notice("the index of memories in " + folder + " is damaged and is built anew: " + damage);
                IndexFiles.delete(folder);
            }
            try (FSDirectory directory = FSDirectory.open(folder)) {
                return follow(directory);
            }
        } catch (LogException unreadable) {
            throw unreadable.getCause();
        }
    }

    /** A copy of the index in memory that follows the log from where the index on the disk ends. */
    private IndexSnapshot refreshedInMemory() throws IOException {
        Directory copy = new ByteBuffersDirectory();
        inMemory = copy;
        try (FSDirectory directory = FSDirectory.open(folder)) {
            IndexFiles.copy(directory, copy);
        } catch (IOException | RuntimeException missingOrDamaged) {
            copy = new ByteBuffersDirectory();
            inMemory = copy;
        }
        return follow(copy);
    }

    /** The index as it is on the disk, if it is readable. */
    private Optional<IndexSnapshot> read() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (FSDirectory directory = FSDirectory.open(folder)) {
            return IndexSnapshot.open(DirectoryReader.open(directory));
        } catch (IndexNotFoundException none) {
            return Optional.empty();
        } catch (IOException | RuntimeException damage) {
            if (IndexFiles.isDamage(damage)) {
                return Optional.empty(); // The writer finds it, too, and says it.
            }
            throw damage;
        }
    }

    private IndexSnapshot follow(Directory directory) throws IOException {
        return new IndexFollower(directory, log, rules, words, listener).follow();
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
                if (inMemory != null) {
                    inMemory.close();
                }
            }
        } finally {
            lock.unlock();
        }
    }
}
