package dev.waggle.journal.reputation;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;

/**
 * Index of the runs of a log, which is derived from it. It is an open-addressing hash table in a file. It maps the
 * digest of a run id to the place before its latest line.
 *
 * <pre>
 *   head of 64 bytes: magic, capacity, used slots, offset, number and checksum of the covered mark, CRC-32C
 *   slots of 32 bytes: digest (20), offset + 1 (8), CRC-32C (4); zeros when empty
 * </pre>
 *
 * <p>Every line before the covered mark is in slots that were forced to the disk before the head. Lines behind it are
 * put again when the index is opened, which changes nothing when they are there. So no crash loses a run. A slot
 * never crosses a sector, and a damaged one or a damaged head makes the index be built anew from the log. At most half
 * of the slots are used, so a search reads two slots on average. Owned by the holder of the folder's lock.
 */
final class OutcomeIndex implements Closeable {

    static final String NAME = "runs.index";

    private static final long MAGIC = 0x57_41_47_52_55_4E_53_31L;
    private static final int HEAD = 64;
    private static final int SLOT = 32;
    private static final int SUM = 4;
    private static final long SMALLEST = 1024;

    private final Path folder;
    private final JournalDisk disk;
    private RandomAccessFile file;
    private long capacity;
    private long used;
    private OutcomeMark covered;
    private long coveredSum;

    private OutcomeIndex(Path folder, JournalDisk disk, RandomAccessFile file, long capacity, long used,
            OutcomeMark covered, long coveredSum) {
        this.folder = folder;
        this.disk = disk;
        this.file = file;
        this.capacity = capacity;
        this.used = used;
        this.covered = covered;
        this.coveredSum = coveredSum;
    }

    /** Opens the index of a folder; a missing or damaged one is made anew and covers nothing. */
    static OutcomeIndex open(Path folder, JournalDisk disk) throws IOException {
        Path path = folder.resolve(NAME);
        if (Files.exists(path)) {
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            ByteBuffer head = ByteBuffer.allocate(HEAD);
            if (file.length() >= HEAD) {
                file.readFully(head.array());
            }
            long capacity = head.getLong(8);
            if (head.getLong(0) == MAGIC && head.getInt(HEAD - SUM) == sum(head.array(), HEAD - SUM)
                    && file.length() == HEAD + capacity * SLOT) {
                return new OutcomeIndex(folder, disk, file, capacity, head.getLong(16),
                        new OutcomeMark(head.getLong(32), head.getLong(24)), head.getLong(40));
            }
            file.close();
        }
        return anew(folder, disk);
    }

    /** Makes an index that covers nothing, in place of the one that is there. */
    static OutcomeIndex anew(Path folder, JournalDisk disk) throws IOException {
        RandomAccessFile file = made(folder, disk, SMALLEST, 0, OutcomeMark.START, 0, target -> {});
        return new OutcomeIndex(folder, disk, file, SMALLEST, 0, OutcomeMark.START, 0);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Mark up to which the index is durable. */
    OutcomeMark covered() {
        return covered;
    }

    /**
     * Place before the latest line of a run; empty for a run without one.
     *
     * @throws StaleIndexException when a slot on the way is damaged
     */
    OptionalLong find(byte[] digest) throws IOException {
        ByteBuffer slot = ByteBuffer.allocate(SLOT);
        long _ = slotOf(digest, slot);
        return isEmpty(slot) ? OptionalLong.empty() : OptionalLong.of(slot.getLong(OutcomeLine.DIGEST) - 1);
    }

    /** Records that the latest line of a run begins at that offset. */
    void put(byte[] digest, long offset) throws IOException {
        if ((used + 1) * 2 > capacity) {
            grow();
        }
        ByteBuffer slot = ByteBuffer.allocate(SLOT);
        long at = slotOf(digest, slot);
        used += isEmpty(slot) ? 1 : 0;
        write(file, at, digest, offset);
    }

    /** Checksum of the line that ends at the covered mark. */
    long coveredSum() {
        return coveredSum;
    }

    /** Makes everything up to that mark durable, behind a line with that checksum. */
    void cover(OutcomeMark mark, long sum) throws IOException {
        file.getFD().sync();
        covered = mark;
        coveredSum = sum;
        writeHead(file, capacity, used, mark, sum);
        file.getFD().sync();
    }

    /** Place of the slot of a digest, or of the empty one where it belongs; the slot is read. */
    private long slotOf(byte[] digest, ByteBuffer slot) throws IOException {
        return slotOf(file, capacity, digest, slot);
    }

    private static long slotOf(RandomAccessFile table, long capacity, byte[] digest, ByteBuffer slot)
            throws IOException {
        long place = ByteBuffer.wrap(digest).getLong() & (capacity - 1);
        byte[] bytes = new byte[SLOT];
        for (long probe = 0; probe < capacity; probe++) {
            table.seek(HEAD + place * SLOT);
            table.readFully(bytes);
            slot.put(0, bytes);
            if (isEmpty(slot)) {
                return place;
            }
            if (slot.getInt(SLOT - SUM) != sum(bytes, SLOT - SUM)) {
                throw new StaleIndexException("slot " + place + " of the index is damaged");
            }
            if (Arrays.equals(bytes, 0, OutcomeLine.DIGEST, digest, 0, OutcomeLine.DIGEST)) {
                return place;
            }
            place = (place + 1) & (capacity - 1);
        }
        throw new StaleIndexException("the index is full");
    }

    private void grow() throws IOException {
        RandomAccessFile old = file;
        long oldCapacity = capacity;
        RandomAccessFile larger = made(folder, disk, 2 * capacity, used, covered, coveredSum, target -> {
            ByteBuffer slot = ByteBuffer.allocate(SLOT);
            ByteBuffer free = ByteBuffer.allocate(SLOT);
            for (long place = 0; place < oldCapacity; place++) {
                old.seek(HEAD + place * SLOT);
                old.readFully(slot.array());
                if (!isEmpty(slot)) {
                    byte[] digest = Arrays.copyOf(slot.array(), OutcomeLine.DIGEST);
                    write(target, slotOf(target, 2 * oldCapacity, digest, free), digest,
                            slot.getLong(OutcomeLine.DIGEST) - 1);
                }
            }
        });
        old.close();
        file = larger;
        capacity = 2 * oldCapacity;
    }

    /** Makes a table beside, fills and forces it, and renames it over the index. */
    private static RandomAccessFile made(Path folder, JournalDisk disk, long capacity, long used, OutcomeMark covered,
            long coveredSum, TableFill fill) throws IOException {
        Path part = folder.resolve(NAME + ".new"); // One holder of the lock at a time: the name is free.
        disk.delete(part);
        RandomAccessFile table = new RandomAccessFile(part.toFile(), "rw");
        try {
            table.setLength(HEAD + capacity * SLOT);
            fill.fill(table);
            writeHead(table, capacity, used, covered, coveredSum);
            table.getFD().sync();
            disk.rename(part, folder.resolve(NAME));
            disk.forceFolder(folder);
            return table;
        } catch (IOException failed) {
            table.close();
            throw failed;
        }
    }

    private static void write(RandomAccessFile table, long place, byte[] digest, long offset) throws IOException {
        ByteBuffer slot = ByteBuffer.allocate(SLOT).put(digest).putLong(offset + 1);
        slot.putInt(sum(slot.array(), SLOT - SUM));
        table.seek(HEAD + place * SLOT);
        table.write(slot.array());
    }

    private static void writeHead(RandomAccessFile table, long capacity, long used, OutcomeMark covered,
            long coveredSum) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD).putLong(MAGIC).putLong(capacity).putLong(used)
                .putLong(covered.offset()).putLong(covered.number()).putLong(coveredSum);
        head.putInt(HEAD - SUM, sum(head.array(), HEAD - SUM));
        table.seek(0);
        table.write(head.array());
    }

    private static boolean isEmpty(ByteBuffer slot) {
        return slot.getLong(OutcomeLine.DIGEST) == 0 && slot.getInt(SLOT - SUM) == 0;
    }

    private static int sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /** Filling of a new table. */
    private interface TableFill {
        void fill(RandomAccessFile table) throws IOException;
    }

    /** Difference of the index from the log, or damage of it; it is then built anew. */
    static final class StaleIndexException extends IOException {

        private static final long serialVersionUID = 1;

        StaleIndexException(String message) {
            super(message);
        }
    }
}
