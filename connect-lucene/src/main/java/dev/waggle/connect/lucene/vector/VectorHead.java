package dev.waggle.connect.lucene.vector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * First bytes of a file of vectors, little-endian.
 *
 * <pre>
 *   magic (8)   version (4)   dimension (4)   generation (8)   bytes of the model (4)   model   CRC-32C of all (4)
 * </pre>
 *
 * @param space space of the vectors
 * @param generation number that a rewritten file changes, so that other processes read it anew
 */
record VectorHead(VectorSpace space, long generation) {

    private static final long MAGIC = 0x31_43_45_56_47_41_57_89L;
    private static final int VERSION = 1;
    private static final int FIXED = 28;
    private static final int SUM = 4;

    /** Number of bytes of the head in that space. */
    static int length(VectorSpace space) {
        return FIXED + model(space).length + SUM;
    }

    byte[] bytes() {
        byte[] model = model(space);
        ByteBuffer head = ByteBuffer.allocate(FIXED + model.length + SUM).order(ByteOrder.LITTLE_ENDIAN);
        head.putLong(MAGIC).putInt(VERSION).putInt(space.dimension()).putLong(generation).putInt(model.length);
        head.put(model);
        head.putInt(sum(head.array(), head.position()));
        return head.array();
    }

    /**
     * Reads the head of a file; {@code null} if its first write was cut off by a kill.
     *
     * @param start the first bytes of the file, at least those of a whole head if it has them
     * @throws IOException when the file is of another space or none of these files
     */
    static @Nullable VectorHead read(Path path, byte[] start, VectorSpace space) throws IOException {
        VectorHead whole = parse(start);
        if (whole == null) {
            if (isCutOff(start, space)) {
                return null;
            }
            throw new FileSystemException(path.toString(), null, "its head is damaged, or it is no file of vectors"
                    + "\nMaybe move it away; its vectors are then asked for again.");
        }
        if (!whole.space.equals(space)) {
            throw new FileSystemException(path.toString(), null, "it has vectors of " + whole.space.model() + " with "
                    + whole.space.dimension() + " components, not of " + space.model() + " with " + space.dimension()
                    + "\nMaybe use another folder for that model.");
        }
        return whole;
    }

    /** The space of a file that begins so; {@code null} if its head is cut off or damaged. */
    static @Nullable VectorSpace spaceIn(byte[] start) {
        VectorHead whole = parse(start);
        return whole == null ? null : whole.space;
    }

    /** Number of bytes that {@link #read} needs at most. */
    static int maxLength() {
        return FIXED + VectorSpace.MAX_MODEL_BYTES + SUM;
    }

    private static @Nullable VectorHead parse(byte[] start) {
        if (start.length < FIXED + SUM) {
            return null;
        }
        ByteBuffer head = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
        boolean isKnown = head.getLong() == MAGIC && head.getInt() == VERSION;
        int dimension = head.getInt();
        long generation = head.getLong();
        int bytes = head.getInt();
        if (!isKnown || bytes < 1 || bytes > start.length - FIXED - SUM
                || head.getInt(FIXED + bytes) != sum(start, FIXED + bytes)) {
            return null;
        }
        return new VectorHead(new VectorSpace(new String(start, FIXED, bytes, StandardCharsets.UTF_8), dimension),
                generation);
    }

    /** True if these are fewer bytes than a head of that space and begin like one. */
    private static boolean isCutOff(byte[] start, VectorSpace space) {
        byte[] same = new VectorHead(space, 0).bytes();
        int version = Long.BYTES + Integer.BYTES;
        int checked = Math.min(start.length, version);
        return start.length < same.length && Arrays.equals(start, 0, checked, same, 0, checked);
    }

    private static int sum(byte[] bytes, int count) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, count);
        return (int) sum.getValue();
    }

    private static byte[] model(VectorSpace space) {
        return space.model().getBytes(StandardCharsets.UTF_8);
    }
}
