package dev.waggle.journal.file.write;

import java.util.Arrays;

import dev.waggle.journal.LineCodec;

/** Buffer of the lines of a batch, in file order. Owned by the leader, which reuses it for each batch. */
final class LineBuffer {

    /** Maximum size of a batch, but for its last line. It bounds the memory and the loss by one failed write. */
    static final int MAX_BATCH_BYTES = 1024 * 1024;

    private static final int INITIAL_BYTES = 64 * 1024;
    /** Maximum capacity that is retained for the next batch. */
    private static final int MAX_RETAINED = 2 * MAX_BATCH_BYTES;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int[] ends = new int[64];
    private int count;

    void clear() {
        count = 0;
        if (bytes.length > MAX_RETAINED) {
            bytes = new byte[MAX_BATCH_BYTES];
        }
    }

    void add(long sequence, byte[] body) {
        int from = length();
        int max = from + LineCodec.lineLength(sequence, body);
        if (bytes.length < max) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, max));
        }
        if (ends.length == count) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        ends[count] = LineCodec.putLine(sequence, body, bytes, from);
        count++;
    }

    /** Number of bytes in the buffer. */
    int length() {
        return count == 0 ? 0 : ends[count - 1];
    }

    /** Length in bytes of the line of that index. */
    int length(int line) {
        return line == 0 ? ends[0] : ends[line] - ends[line - 1];
    }

    /** The lines in the first {@link #length()} bytes. Not copied. */
    byte[] bytes() {
        return bytes;
    }
}
