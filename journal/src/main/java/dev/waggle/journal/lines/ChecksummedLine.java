package dev.waggle.journal.lines;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.signal.json.JsonValue;

/**
 * JSON object as a line that ends with a checksum.
 *
 * <pre>
 *   {"number":1, ... ,"crc":"1f2e3d4c"}
 * </pre>
 *
 * <p>The checksum is the CRC-32C of every byte of the line before {@code ,"crc"}.
 */
public final class ChecksummedLine {

    /** Maximum length of a line in bytes, with its line end. */
    public static final int MAX_LINE = LineCodec.MAX_LINE;

    /** End of every line. */
    static final String END = "\"}\n";

    private static final HexFormat HEX = HexFormat.of();
    private static final String CHECKSUM = ",\"crc\":\"";
    private static final int TRAILER = CHECKSUM.length() + 8 + END.length();

    private ChecksummedLine() {}

    /**
     * The bytes of a line, with its line end.
     *
     * @param content kind of object, for the message
     * @throws IllegalArgumentException when it is too long, or JSON cannot hold it
     */
    public static byte[] encode(String content, JsonValue.Obj object) {
        String json = JsonText.write(object);
        byte[] body = json.substring(0, json.length() - 1).getBytes(StandardCharsets.UTF_8);
        if (body.length > MAX_LINE - TRAILER) {
            throw new IllegalArgumentException(content + " must have at most " + (MAX_LINE - TRAILER)
                    + " bytes, got " + body.length);
        }
        byte[] line = Arrays.copyOf(body, body.length + TRAILER);
        System.arraycopy(trailer(body, body.length), 0, line, body.length, TRAILER);
        return line;
    }

    /**
     * The object of a line.
     *
     * @param line its bytes with the line end
     * @throws IllegalArgumentException when they differ from the written bytes; the message gives the reason
     */
    public static JsonValue decode(byte[] line) {
        int length = line.length - TRAILER;
        if (length < 0 || !Arrays.equals(line, length, line.length, trailer(line, length), 0, TRAILER)) {
            throw new IllegalArgumentException("the checksum of its bytes is not the one that it ends with");
        }
        return JsonText.read(new String(line, 0, length, StandardCharsets.UTF_8) + '}');
    }

    private static byte[] trailer(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (CHECKSUM + HEX.toHexDigits((int) sum.getValue()) + END).getBytes(StandardCharsets.US_ASCII);
    }
}
