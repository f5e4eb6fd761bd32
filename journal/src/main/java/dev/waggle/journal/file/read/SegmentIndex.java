package dev.waggle.journal.file.read;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentScanner.ScanRange;
import org.jspecify.annotations.Nullable;

/**
 * Sparse index of one segment. Its lines are cut into blocks of {@value #BLOCK_ENTRIES} entries or {@value
 * #BLOCK_BYTES} bytes, whichever is reached first. Each block has
 *
 * <pre>
 *   the first sequence number, the offset and the number of its first line, the latest time of recording in it,
 *   and a Bloom filter of its threads and runs
 * </pre>
 *
 * <p>A Bloom filter (B. Bloom, "Space/time trade-offs in hash coding with allowable errors", CACM 13, 1970) never
 * denies an id that is there. A false positive costs reading a block in vain. With 512 bits and 4 probes its rate is (1
 * - e^(-4n/512))^4 for n ids in a block. That is 1 in 7,000 for 16 ids, 2.4 % for 64, and 16 % for the maximum of 128.
 *
 * <p>A block costs 96 bytes, so a million entries cost 1.5 MB, and up to 4 times that when their lines are long. An
 * index only narrows the search; reading the segment confirms each entry. Immutable.
 */
final class SegmentIndex {

    static final int BLOCK_ENTRIES = 64;
    static final int BLOCK_BYTES = 64 * 1024;

    /** Maximum size of an index file in bytes, for a segment of 20 GB; a longer one is ignored. */
    static final int MAX_FILE = 32 * 1024 * 1024;

    private static final long MAGIC = 0x5741_4747_4c45_4931L;
    private static final int HEADER = 5 * Long.BYTES;

    private static final int FIRST = 0;
    private static final int OFFSET = 1;
    private static final int LINE = 2;
    private static final int LATEST = 3;
    private static final int FILTER = 4;
    static final int FILTER_WORDS = 8;
    static final int STRIDE = FILTER + FILTER_WORDS;

    private final long[] words;
    private final int blocks;
    private final boolean lastIsOpen;
    private final long length;
    private final long next;

    /**
     * Shares the words. They may change only behind the last block and, while that is open, in its times and filter.
     *
     * @param length the end of the last line
     * @param next the number that follows the last entry
     */
    SegmentIndex(long[] words, int blocks, boolean lastIsOpen, long length, long next) {
        this.words = words;
        this.blocks = blocks;
        this.lastIsOpen = lastIsOpen;
        this.length = length;
        this.next = next;
    }

    /** Length of the segment in bytes. */
    long length() {
        return length;
    }

    /** The number that follows the last entry; 0 when there is none. */
    long next() {
        return next;
    }

    /** The number of the first entry; 0 when there is none. */
    long first() {
        return blocks == 0 ? 0 : words[FIRST];
    }

    /** Range of the segment that has to be read, and the number that follows it. */
    record BlockRange(ScanRange range, long next) {}

    /** The blocks that may hold entries of the query, in order. */
    List<BlockRange> parts(JournalQuery query) {
        List<BlockRange> parts = new ArrayList<>();
        for (int block = 0; block < blocks; block++) {
            if (mayHold(block, query)) {
                long end = block + 1 < blocks ? word(block + 1, OFFSET) : length;
                long following = block + 1 < blocks ? word(block + 1, FIRST) : next;
                parts.add(new BlockRange(new ScanRange(word(block, OFFSET), end, word(block, LINE), word(block, FIRST)),
                        following));
            }
        }
        return parts;
    }

    private boolean mayHold(int block, JournalQuery query) {
        long following = block + 1 < blocks ? word(block + 1, FIRST) : next;
        if (following <= query.fromSequence() || word(block, FIRST) > query.toSequence()) {
            return false;
        }
        if (lastIsOpen && block == blocks - 1) {
            return true;
        }
        return (query.from() == null || word(block, LATEST) >= millis(query.from()))
                && holds(block, BloomKey.thread(query.thread())) && holds(block, BloomKey.run(query.run()));
    }

    private boolean holds(int block, @Nullable BloomKey key) {
        return key == null || key.isIn(words, block * STRIDE + FILTER);
    }

    private long word(int block, int field) {
        return words[block * STRIDE + field];
    }

    /** Milliseconds since 1970, rounded down; values beyond 64 bits are clamped. */
    static long millis(Instant time) {
        try {
            return time.toEpochMilli();
        } catch (ArithmeticException beyond) {
            return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** The bytes of the index file; {@code sum} is the sum of the segment's ends. */
    byte[] toBytes(long sum) {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + blocks * STRIDE * Long.BYTES + Long.BYTES);
        bytes.putLong(MAGIC).putLong(length).putLong(sum).putLong(next).putLong(blocks);
        bytes.asLongBuffer().put(words, 0, blocks * STRIDE);
        bytes.position(bytes.capacity() - Long.BYTES);
        bytes.putLong(sum(bytes.array(), bytes.capacity() - Long.BYTES));
        return bytes.array();
    }

    /** The index of an index file; {@code null} when it is damaged, or of another length or sum of a segment. */
    static @Nullable SegmentIndex of(byte[] file, long length, long sum) {
        if (file.length < HEADER + Long.BYTES || file.length > MAX_FILE) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(file);
        if (bytes.getLong(file.length - Long.BYTES) != sum(file, file.length - Long.BYTES)
                || bytes.getLong() != MAGIC || bytes.getLong() != length || bytes.getLong() != sum) {
            return null;
        }
        long next = bytes.getLong();
        long blocks = bytes.getLong();
        if (blocks < 0 || blocks * STRIDE * Long.BYTES != bytes.remaining() - Long.BYTES) {
            return null;
        }
        long[] words = new long[(int) blocks * STRIDE];
        bytes.asLongBuffer().get(words);
        return new SegmentIndex(words, (int) blocks, false, length, next);
    }

    private static long sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return sum.getValue();
    }

    /** Key of a Bloom filter: an id with its kind. */
    record BloomKey(long hash) {

        private static final int PROBES = 4;
        private static final int BITS = FILTER_WORDS * Long.SIZE;

        static @Nullable BloomKey thread(@Nullable String id) {
            return id == null ? null : new BloomKey(hash('t', id));
        }

        static @Nullable BloomKey run(@Nullable String id) {
            return id == null ? null : new BloomKey(hash('r', id));
        }

        boolean isIn(long[] words, int filter) {
            for (int probe = 0; probe < PROBES; probe++) {
                int bit = bit(probe);
                if ((words[filter + (bit >>> 6)] & 1L << bit) == 0) {
                    return false;
                }
            }
            return true;
        }

        void addTo(long[] words, int filter) {
            for (int probe = 0; probe < PROBES; probe++) {
                int bit = bit(probe);
                words[filter + (bit >>> 6)] |= 1L << bit;
            }
        }

        private int bit(int probe) {
            return (int) (hash >>> (9 * probe)) & (BITS - 1);
        }

        /** FNV-1a of 64 bits, then the finish of MurmurHash3, so that every nine bits depend on the whole id. */
        private static long hash(char kind, String id) {
            long hash = (0xcbf29ce484222325L ^ kind) * 0x100000001b3L;
            for (int i = 0; i < id.length(); i++) {
                hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
            }
            hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
            hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
            return hash ^ hash >>> 33;
        }
    }

    /** Builder of an index that grows with its segment. Owned by one thread, or guarded by its owner's lock. */
    static final class Builder {

        private long[] words = new long[16 * STRIDE];
        private int blocks;
        private int entries;
        private long length;
        private long next;
        private long line;

        /** Adds an item; items are added in order. */
        void add(ScannedLine item) {
            Instant time = item instanceof ScannedLine.Entry entry ? entry.entry().recordedAt() : Instant.MIN;
            BloomKey thread = item instanceof ScannedLine.Entry entry
                    ? BloomKey.thread(entry.entry().signal().scope().thread()) : null;
            BloomKey run = item instanceof ScannedLine.Entry entry ? BloomKey.run(entry.entry().signal().scope().run())
                    : null;
            if (blocks == 0 || entries == BLOCK_ENTRIES
                    || item.position().offset() - words[(blocks - 1) * STRIDE + OFFSET] >= BLOCK_BYTES) {
                begin(item);
            }
            int block = (blocks - 1) * STRIDE;
            words[block + LATEST] = Math.max(words[block + LATEST], millis(time));
            if (thread != null) {
                thread.addTo(words, block + FILTER);
            }
            if (run != null) {
                run.addTo(words, block + FILTER);
            }
            entries++;
            line = item.position().offset() == length ? line + 1 : Long.MIN_VALUE;
            length = item.position().end();
            next = item.last() + 1;
        }

        /** The number of the next line; 0 when lines were omitted. */
        long nextLine() {
            return Math.max(0, line + 1);
        }

        /** The index so far; the last block may still change. */
        SegmentIndex snapshot() {
            return new SegmentIndex(words, blocks, true, length, next);
        }

        /** The index of a segment that has ended. */
        SegmentIndex build(long segmentLength) {
            return new SegmentIndex(Arrays.copyOf(words, blocks * STRIDE), blocks, false, segmentLength, next);
        }

        private void begin(ScannedLine item) {
            if ((blocks + 1) * STRIDE > words.length) {
                words = Arrays.copyOf(words, 2 * words.length);
            }
            int block = blocks * STRIDE;
            // Damage before the first whole line belongs to the first block.
            words[block + FIRST] = item.first();
            words[block + OFFSET] = blocks == 0 ? 0 : item.position().offset();
            words[block + LINE] = blocks == 0 ? 1 : item.position().line();
            words[block + LATEST] = Long.MIN_VALUE;
            blocks++;
            entries = 0;
        }
    }
}
