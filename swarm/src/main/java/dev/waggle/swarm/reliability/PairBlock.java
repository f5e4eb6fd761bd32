package dev.waggle.swarm.reliability;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

import org.jspecify.annotations.Nullable;

/**
 * Pairs as they were written, each of which becomes an object when it is asked for. So loading copies no link. Its bytes
 * have a checksum, so they are not checked again. Owned by one thread.
 */
final class PairBlock {

    private final ByteBuffer records;
    /** Keys of the pairs, ascending. */
    private final long[] keys;
    /** Places of their records. */
    private final int[] places;
    private final BitSet taken = new BitSet();
    private final long held;
    private int left;
    private long bytes;

    private PairBlock(ByteBuffer records, long[] keys, int[] places, long held) {
        this.records = records;
        this.keys = keys;
        this.places = places;
        this.held = held;
        left = keys.length;
        bytes = (long) left * (PairState.bytes(0) - PairState.RECORD_HEAD) + records.capacity();
    }

    /**
     * Takes over the rest of a buffer: the number of pairs, their keys and the places of their records, then the records.
     *
     * @param held the bytes on the heap that the buffer keeps
     */
    static PairBlock read(ByteBuffer in, long held) {
        int count = in.getInt();
        if (count < 0 || (long) count * (Long.BYTES + Integer.BYTES + PairState.RECORD_HEAD) > in.remaining()) {
            throw new IllegalArgumentException("the state of reliability is damaged: it has " + count + " pairs");
        }
        long[] keys = new long[count];
        MemberColumns.get(keys, in);
        int[] places = new int[count];
        MemberColumns.get(places, in);
        return new PairBlock(in.slice(), keys, places, held);
    }

    /** Takes a pair out; {@code null} if there is none, or it was taken. */
    @Nullable PairState take(long key) {
        int place = Arrays.binarySearch(keys, key);
        return place < 0 || taken.get(place) ? null : take(place);
    }

    /** Takes all pairs out that are left. */
    void takeAll(PairReceiver receiver) {
        for (int place = taken.nextClearBit(0); place < keys.length; place = taken.nextClearBit(place + 1)) {
            receiver.pair(keys[place], take(place));
        }
    }

    /** Receiver of pairs. */
    @FunctionalInterface
    interface PairReceiver {

        void pair(long key, PairState pair);
    }

    /** Number of pairs that are left. */
    int left() {
        return left;
    }

    /** Bytes that the pairs that are left would take as objects, an estimate. */
    long bytes() {
        return bytes;
    }

    /** Bytes on the heap that the block keeps until it is dropped. */
    long held() {
        return held + (long) keys.length * (Long.BYTES + Integer.BYTES);
    }

    private PairState take(int place) {
        PairState pair = PairState.read(records.position(places[place]));
        taken.set(place);
        left--;
        bytes -= pair.bytes();
        return pair;
    }
}
