package dev.waggle.connect.lucene.vector;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Key of a stored vector: 16 bytes of a digest, which the caller makes of a text.
 *
 * @param high the first eight bytes, the first one highest
 * @param low the last eight bytes
 */
public record VectorKey(long high, long low) {

    /** Number of bytes of a key. */
    public static final int BYTES = 16;

    /** Key of the first {@value #BYTES} bytes of a digest. */
    public static VectorKey of(byte[] digest) {
        if (digest.length < BYTES) {
            throw new IllegalArgumentException("the digest has " + digest.length + " bytes"
                    + "\nMaybe use one of at least " + BYTES + ", such as SHA-256.");
        }
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        return new VectorKey(bytes.getLong(), bytes.getLong());
    }

    /** The bytes in hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
