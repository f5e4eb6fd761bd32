package dev.waggle.journal.exchange;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * The bytes of one line, or of one element of an array.
 *
 * @param place its place, for messages
 * @param bytes without the line end or comma; empty when it is refused already
 * @param refusal the reason why it cannot be read at all
 */
@SuppressWarnings("ArrayRecordComponent") // Passed on once, never compared.
record DocumentPiece(String place, byte[] bytes, @Nullable String refusal) {

    /** The text; damaged bytes are refused. */
    String text() {
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException bad) {
            throw new IllegalArgumentException("not JSON: the bytes are not UTF-8", bad);
        }
    }
}
