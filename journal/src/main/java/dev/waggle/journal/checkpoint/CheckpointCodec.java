package dev.waggle.journal.checkpoint;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * The text of a checkpoint: three lines of JSON.
 *
 * <pre>
 *   {"checkpoint":"solve-1","savedAt":"2026-03-01T12:00:00Z"}
 *   the state
 *   {"crc":"1f2e3d4c"}
 * </pre>
 *
 * The last is the CRC-32C of all bytes before that line.
 */
final class CheckpointCodec {

    /** Maximum length of a text in bytes; it suffices for a detailed solve of a hundred thousand signals. */
    static final int MAX_BYTES = 64 * 1024 * 1024;

    /** Maximum length of a first line in bytes: the longest id and date fit. */
    static final int MAX_HEAD = 512;

    private static final HexFormat HEX = HexFormat.of();
    private static final String CHECKSUM = "{\"crc\":\"";
    private static final int TRAILER = CHECKSUM.length() + 8 + "\"}\n".length();

    private CheckpointCodec() {}

    /**
     * The bytes of a file.
     *
     * @throws IllegalArgumentException when there were more than {@link #MAX_BYTES}, or JSON cannot hold it
     */
    static byte[] encode(Checkpoint checkpoint) {
        JsonValue head = new JsonObjectBuilder().with("checkpoint", checkpoint.id())
                .with("savedAt", checkpoint.savedAt().toString()).json();
        byte[] body = (JsonText.write(head) + '\n' + JsonText.write(checkpoint.state()) + '\n')
                .getBytes(StandardCharsets.UTF_8);
        if (body.length > MAX_BYTES - TRAILER) {
            throw new IllegalArgumentException("checkpoint " + checkpoint.id() + " must have at most "
                    + (MAX_BYTES - TRAILER) + " bytes, got " + body.length);
        }
        byte[] text = Arrays.copyOf(body, body.length + TRAILER);
        byte[] trailer = trailer(body, body.length);
        System.arraycopy(trailer, 0, text, body.length, TRAILER);
        return text;
    }

    /**
     * The checkpoint of that id in these bytes.
     *
     * @throws IllegalArgumentException when they differ from the written bytes; the message gives the reason
     */
    static Checkpoint decode(String id, byte[] text) {
        int end = text.length - TRAILER;
        if (end < 0) {
            throw new IllegalArgumentException("it is cut off after " + text.length + " bytes");
        }
        if (!Arrays.equals(text, end, text.length, trailer(text, end), 0, TRAILER)) {
            throw new IllegalArgumentException("the checksum of its bytes is not the one that it ends with");
        }
        int headEnd = lineEnd(text, 0);
        Instant savedAt = savedAt(id, Arrays.copyOf(text, headEnd));
        int stateEnd = lineEnd(text, headEnd + 1);
        if (stateEnd != end - 1) {
            throw new IllegalArgumentException("it must have three lines");
        }
        return new Checkpoint(id, savedAt, JsonText.read(utf8(Arrays.copyOfRange(text, headEnd + 1, stateEnd))));
    }

    /**
     * Reads the time of saving from the first bytes of a checkpoint.
     *
     * @throws IllegalArgumentException when they do not begin as that checkpoint does
     */
    static Instant decodeSavedAt(String id, byte[] beginning) {
        return savedAt(id, Arrays.copyOf(beginning, lineEnd(beginning, 0)));
    }

    private static Instant savedAt(String id, byte[] line) {
        JsonObjectReader head = JsonObjectReader.root("head", JsonText.read(utf8(line)));
        String named = head.text("checkpoint");
        String savedAt = head.text("savedAt");
        head.rejectUnknownFields();
        if (!named.equals(id)) {
            throw new IllegalArgumentException("it is the checkpoint " + named);
        }
        try {
            return Instant.parse(savedAt);
        } catch (DateTimeException bad) {
            throw new IllegalArgumentException("savedAt must be a date, got " + savedAt, bad);
        }
    }

    private static byte[] trailer(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (CHECKSUM + HEX.toHexDigits((int) sum.getValue()) + "\"}\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static int lineEnd(byte[] text, int from) {
        for (int i = from; i < text.length; i++) {
            if (text[i] == '\n') {
                return i;
            }
        }
        throw new IllegalArgumentException("a line has no end");
    }

    private static String utf8(byte[] line) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException bad) {
            throw new IllegalArgumentException("the bytes are not UTF-8", bad);
        }
    }
}
