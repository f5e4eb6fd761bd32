package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Durable file of the vectors of one embedding model, in a folder of its own. A vector that was paid for survives the
 * loss of every index. Any number of processes use it. Thread-safe.
 *
 * <pre>
 *   append: lock of the folder -> read on -> cut an unfinished record -> write, force once -> unlock
 *   remove: lock of the folder -> write what is left to another file, force -> rename -> unlock
 *   find:   no lock; reads on first, so that vectors of other processes are found
 * </pre>
 *
 * <p>A kill at any moment loses at most the vectors of the call that it ends. A damaged record is skipped and counted.
 * Of two vectors with one key the later one counts. In memory is a place for each key and no vector.
 */
public final class VectorFile {

    /** Name of the file in the folder. */
    public static final String NAME = "vectors.bin";

    /** Name of the file that replaces it in the end. */
    static final String DRAFT = NAME + ".new";

    /** Timeout for the folder lock; a rewrite of 100,000 vectors takes a second. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(30);

    /** Bytes that are read or written at once, but at least a record. */
    private static final int CHUNK = 1 << 20;

    private final Path folder;
    private final Path path;
    private final VectorSpace space;
    private final World world;
    private final JournalDisk disk;
    private final int head;
    private final int record;
    /** Guards all below; one user in this process at a time. */
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<VectorKey, Long> places = new HashMap<>();
    private long generation;
    /** Bytes of the file that are known; 0 for none. */
    private long known;
    private long damages;

    private VectorFile(Path folder, VectorSpace space, World world, JournalDisk disk) {
        this.folder = folder;
        this.space = space;
        this.world = world;
        this.disk = disk;
        path = folder.resolve(NAME);
        head = VectorHead.length(space);
        record = VectorRecord.length(space.dimension());
    }

    /**
     * Opens the file in that folder, which the first vector creates.
     *
     * @throws IOException when it cannot be read, or has vectors of another space
     */
    public static VectorFile open(Path folder, VectorSpace space, World world) throws IOException {
        return open(folder, space, world, JournalDisk.real());
    }

    static VectorFile open(Path folder, VectorSpace space, World world, JournalDisk disk) throws IOException {
        VectorFile file = new VectorFile(folder.toAbsolutePath().normalize(), space, world, disk);
        file.refresh();
        return file;
    }

    /** Space of the vectors in a folder; empty when there are none, or the head of the file is damaged. */
    public static Optional<VectorSpace> spaceIn(Path folder) throws IOException {
        Path path = folder.resolve(NAME);
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        try (InputStream file = Files.newInputStream(path)) {
            return Optional.ofNullable(VectorHead.spaceIn(file.readNBytes(VectorHead.maxLength())));
        }
    }

    /** Space of the vectors. */
    public VectorSpace space() {
        return space;
    }

    /** Number of keys. */
    public int size() {
        return locked(places::size);
    }

    /** Number of damaged records that were seen. */
    public long damages() {
        return locked(() -> damages);
    }

    /** True if a vector of that key is known here; {@link #find} also looks for those of other processes. */
    public boolean contains(VectorKey key) {
        return locked(() -> places.containsKey(key));
    }

    /** Reads the vectors that other processes have appended. */
    public void refresh() throws IOException {
        lock.lock();
        try (RandomAccessFile file = opened()) {
            readOn(file);
        } finally {
            lock.unlock();
        }
    }

    /** Vectors of these keys; a key without one is not in the map. */
    public Map<VectorKey, float[]> find(Collection<VectorKey> keys) throws IOException {
        lock.lock();
        try (RandomAccessFile file = opened()) {
            readOn(file);
            Map<VectorKey, float[]> found = HashMap.newHashMap(keys.size());
            if (file != null) {
                for (VectorKey key : inPlaceOrder(keys)) {
                    float[] vector = read(file, key);
                    if (vector != null) {
                        found.put(key, vector);
                    }
                }
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Appends vectors, in the order of the map. They are on the disk when it returns.
     *
     * @throws IllegalArgumentException when a vector is not one of the space, or is zero; then none is kept
     * @throws IOException when they were not kept for certain
     */
    public void append(Map<VectorKey, float[]> vectors) throws IOException {
        vectors.forEach((key, vector) -> space.require(key.toString(), vector));
        if (vectors.isEmpty()) {
            return;
        }
        lock.lock();
        try {
            disk.createDurably(folder);
            try (WriterLock _ = writerLock(); AppendFile out = disk.open(path); RandomAccessFile file = opened()) {
                disk.delete(folder.resolve(DRAFT));
                readOn(file);
                cutUnfinished(out);
                append(out, vectors);
                readOn(file);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Removes vectors for good: no byte of them is left in the folder.
     *
     * @return number of keys that had a vector
     * @throws IOException when they may still be there
     */
    public int remove(Collection<VectorKey> keys) throws IOException {
        lock.lock();
        try {
            if (!Files.exists(path) && !Files.exists(folder.resolve(DRAFT))) {
                return 0;
            }
            try (WriterLock _ = writerLock()) {
                disk.delete(folder.resolve(DRAFT));
                Set<VectorKey> removed = Set.copyOf(keys);
                refresh();
                int count = (int) removed.stream().filter(places::containsKey).count();
                // A damaged or unfinished record may be one of them.
                if (count > 0 || damages > 0 || (Files.exists(path) && Files.size(path) > known)) {
                    rewriteWithout(removed);
                    refresh();
                }
                return count;
            }
        } finally {
            lock.unlock();
        }
    }

    private <T> T locked(Supplier<T> reading) {
        lock.lock();
        try {
            return reading.get();
        } finally {
            lock.unlock();
        }
    }

    private WriterLock writerLock() throws IOException {
        return WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world);
    }

    /** The file for reading, not as a channel, because an interrupt closes a channel; {@code null} for none. */
    private @Nullable RandomAccessFile opened() throws IOException {
        return Files.exists(path) ? new RandomAccessFile(path.toFile(), "r") : null;
    }

    /** Reads the records behind the known ones; all of them after another process has rewritten the file. */
    private void readOn(@Nullable RandomAccessFile file) throws IOException {
        VectorHead found = file == null ? null : VectorHead.read(path, start(file), space);
        if (file == null || found == null) {
            forget(0, 0);
            return;
        }
        long whole = file.length() - (file.length() - head) % record;
        if (known == 0 || found.generation() != generation || whole < known) {
            forget(head, found.generation());
        }
        byte[] chunk = new byte[chunkSize(whole - known)];
        file.seek(known);
        while (known < whole) {
            int count = (int) Math.min(chunk.length, whole - known);
            file.readFully(chunk, 0, count);
            for (int at = 0; at < count; at += record) {
                if (VectorRecord.isSound(chunk, at, record)) {
                    places.put(VectorRecord.key(chunk, at), known + at);
                } else {
                    damages++;
                }
            }
            known += count;
        }
    }

    private void forget(long end, long newGeneration) {
        places.clear();
        known = end;
        generation = newGeneration;
        damages = 0;
    }

    private static byte[] start(RandomAccessFile file) throws IOException {
        byte[] start = new byte[(int) Math.min(file.length(), VectorHead.maxLength())];
        file.seek(0);
        file.readFully(start);
        return start;
    }

    private List<VectorKey> inPlaceOrder(Collection<VectorKey> keys) {
        return keys.stream().filter(places::containsKey).sorted(Comparator.comparingLong(this::place)).toList();
    }

    private long place(VectorKey key) {
        return Objects.requireNonNull(places.get(key));
    }

    /** The vector of a known key; {@code null} if it is damaged by now. */
    private float @Nullable [] read(RandomAccessFile file, VectorKey key) throws IOException {
        byte[] bytes = new byte[record];
        file.seek(place(key));
        file.readFully(bytes);
        if (VectorRecord.isSound(bytes, 0, record) && VectorRecord.key(bytes, 0).equals(key)) {
            return VectorRecord.vector(bytes, 0, space.dimension());
        }
        places.remove(key);
        damages++;
        return null;
    }

    /** Cuts what a kill left of the last append. */
    private void cutUnfinished(AppendFile out) throws IOException {
        if (out.length() > known) {
            out.truncate(known);
        }
    }

    private void append(AppendFile out, Map<VectorKey, float[]> vectors) throws IOException {
        long length = out.length();
        try {
            if (length == 0) {
                byte[] start = new VectorHead(space, world.random("vector file").nextLong()).bytes();
                out.append(start, start.length);
            }
            ByteBuffer chunk = ByteBuffer
                    .allocate((int) Math.min(Math.max(CHUNK, record), (long) vectors.size() * record));
            for (Map.Entry<VectorKey, float[]> vector : vectors.entrySet()) {
                if (chunk.remaining() < record) {
                    out.append(chunk.array(), chunk.position());
                    chunk.clear();
                }
                VectorRecord.write(vector.getKey(), vector.getValue(), chunk);
            }
            out.append(chunk.array(), chunk.position());
            out.force();
            if (length == 0) {
                disk.forceFolder(folder);
            }
        } catch (IOException failed) {
            try {
                out.truncate(length);
            } catch (IOException broken) {
                failed.addSuppressed(broken);
            }
            throw new IOException(path + ": " + vectors.size() + " vectors were not kept for certain: "
                    + failed.getMessage(), failed);
        }
    }

    /** Bytes to read at once of so many: whole records. */
    private int chunkSize(long bytes) {
        return (int) Math.min(Math.max(1, CHUNK / record) * (long) record, bytes);
    }

    /** Moves the records that are kept to the front; returns the number of their bytes. */
    private int packed(byte[] chunk, int count, long start, Set<VectorKey> removed) {
        int kept = 0;
        for (int at = 0; at < count; at += record) {
            VectorKey key = VectorRecord.key(chunk, at);
            Long place = places.get(key);
            if (place != null && place == start + at && !removed.contains(key)
                    && VectorRecord.isSound(chunk, at, record)) {
                System.arraycopy(chunk, at, chunk, kept, record);
                kept += record;
            }
        }
        return kept;
    }

    private void rewriteWithout(Set<VectorKey> removed) throws IOException {
        Path draft = folder.resolve(DRAFT);
        try {
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r"); AppendFile out = disk.open(draft)) {
                byte[] start = new VectorHead(space, generation + 1).bytes();
                out.append(start, start.length);
                byte[] chunk = new byte[chunkSize(known - head)];
                file.seek(head);
                for (long at = head; at < known; at += chunk.length) {
                    int count = (int) Math.min(chunk.length, known - at);
                    file.readFully(chunk, 0, count);
                    out.append(chunk, packed(chunk, count, at, removed));
                }
                out.force();
            }
            disk.rename(draft, path);
            disk.forceFolder(folder);
        } catch (IOException failed) {
            try {
                disk.delete(draft);
            } catch (IOException broken) {
                failed.addSuppressed(broken);
            }
            throw new IOException(path + ": " + removed.size() + " vectors may still be in it: "
                    + failed.getMessage(), failed);
        }
    }
}
