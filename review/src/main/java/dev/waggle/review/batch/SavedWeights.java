package dev.waggle.review.batch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

import dev.waggle.swarm.reliability.ReliabilityCodec;
import dev.waggle.swarm.reliability.ReliabilityState;

/**
 * Weights of agents that files of votes have taught, with the items that taught them. Each item teaches once, and items of
 * one name are one item. Of an item a digest is kept: the first 64 bits of its SHA-256.
 *
 * <pre>
 *   format, number of digests, digests ascending, checksum of those (CRC-32C), the state with a checksum of its own
 * </pre>
 *
 * <p>Immutable.
 */
public final class SavedWeights {

    /** Maximum number of items: 32 MB of digests. */
    public static final int MAX_ITEMS = 4_000_000;

    /** Weights that nothing has taught. */
    public static final SavedWeights NONE = new SavedWeights(new long[0],
            ByteBuffer.wrap(ReliabilityCodec.write(new ReliabilityState())));

    /** "WGD" and the number of the format. */
    private static final int FORMAT = 0x57474401;

    private static final int HEAD = 2 * Integer.BYTES;

    /** Ascending. */
    private final long[] items;
    private final ByteBuffer state;

    private SavedWeights(long[] items, ByteBuffer state) {
        this.items = items;
        this.state = state;
    }

    /**
     * The weights of these bytes, which may not change any more.
     *
     * @throws IllegalArgumentException when they are no whole weights of this format
     */
    public static SavedWeights read(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < HEAD || in.getInt() != FORMAT) {
            throw new IllegalArgumentException("these " + bytes.length + " bytes are no saved weights of this version");
        }
        int count = in.getInt();
        long end = HEAD + (long) Long.BYTES * count;
        if (count < 0 || count > MAX_ITEMS || end + Long.BYTES > bytes.length
                || in.getLong((int) end) != checksum(in.slice(0, (int) end))) {
            throw new IllegalArgumentException(
                    "the saved weights are damaged: the checksum of their items does not fit");
        }
        long[] items = new long[count];
        in.asLongBuffer().get(items);
        SavedWeights weights = new SavedWeights(items, in.position((int) end + Long.BYTES).slice());
        ReliabilityState _ = weights.state();
        return weights;
    }

    /** These weights as bytes. */
    public byte[] bytes() {
        ByteBuffer out = ByteBuffer.allocate(HEAD + Long.BYTES * (items.length + 1) + state.capacity());
        out.putInt(FORMAT).putInt(items.length);
        out.asLongBuffer().put(items);
        out.position(HEAD + Long.BYTES * items.length);
        return out.putLong(checksum(out.duplicate().flip())).put(state.duplicate()).array();
    }

    /** Number of items that taught them. */
    public int items() {
        return items.length;
    }

    /** True if that item has taught them. */
    boolean isOf(String item) {
        return items.length > 0 && Arrays.binarySearch(items, digest(item)) >= 0;
    }

    /** A state that learns on from them. */
    ReliabilityState state() {
        return ReliabilityCodec.read(state.duplicate());
    }

    /**
     * Weights of a state that has learned on from these.
     *
     * @param taught the items that it has learned
     * @throws IllegalArgumentException when these are too many items in all
     */
    SavedWeights with(ReliabilityState learned, Collection<String> taught) {
        long[] all = LongStream.concat(Arrays.stream(items), taught.stream().mapToLong(SavedWeights::digest)).sorted()
                .distinct().toArray();
        if (all.length > MAX_ITEMS) {
            throw new IllegalArgumentException("saved weights know at most " + MAX_ITEMS + " items, got " + all.length
                    + "\nMaybe begin new ones.");
        }
        return new SavedWeights(all, ByteBuffer.wrap(ReliabilityCodec.write(learned)));
    }

    private static long checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    private static long digest(String item) {
        try {
            return ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256").digest(item.getBytes(StandardCharsets.UTF_8))).getLong();
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every Java has SHA-256", never);
        }
    }
}
