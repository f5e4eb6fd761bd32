package dev.waggle.connect.lucene.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Bytes of a vector in its file, little-endian: key (16), components (4 each), CRC-32C of both (4). All records of a
 * file have one length, so a damaged one does not hide the next.
 */
final class VectorRecord {

    private static final int SUM = 4;

    private VectorRecord() {}

    static int length(int dimension) {
        return VectorKey.BYTES + dimension * Float.BYTES + SUM;
    }

    static void write(VectorKey key, float[] vector, ByteBuffer target) {
        int start = target.position();
        target.order(ByteOrder.LITTLE_ENDIAN).putLong(key.high()).putLong(key.low());
        for (float component : vector) {
            target.putFloat(component);
        }
        target.putInt(sum(target.array(), target.arrayOffset() + start, target.position() - start));
    }

    /** True if the record at that position is as it was written. */
    static boolean isSound(byte[] bytes, int start, int length) {
        return sum(bytes, start, length - SUM) == little(bytes).getInt(start + length - SUM);
    }

    static VectorKey key(byte[] bytes, int start) {
        ByteBuffer record = little(bytes);
        return new VectorKey(record.getLong(start), record.getLong(start + Long.BYTES));
    }

    static float[] vector(byte[] bytes, int start, int dimension) {
        float[] vector = new float[dimension];
        little(bytes).position(start + VectorKey.BYTES).asFloatBuffer().get(vector);
        return vector;
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int sum(byte[] bytes, int start, int count) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, start, count);
        return (int) sum.getValue();
    }
}
