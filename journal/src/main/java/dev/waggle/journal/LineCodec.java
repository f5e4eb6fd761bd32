package dev.waggle.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * Log entries as lines of a file: the object of {@link EntryCodec} and, as its last field, a checksum.
 *
 * <pre>{@code {"seq":7,"recordedAt":1767225600000, ... ,"crc":"1f2e3d4c"}}</pre>
 *
 * <p>The checksum is the CRC-32C (Castagnoli, 1993; RFC 3720, appendix B.4) of every byte of the line before {@code
 * ,"crc"}, as eight small hexadecimal digits. It finds every change of up to three bits, and every burst of up to 32, in
 * lines of any length that is allowed here.
 */
public final class LineCodec {

    /** Longest line, in bytes of UTF-8 with its line end: what one entry may cost in memory. */
    public static final int MAX_LINE = 8 * 1024 * 1024;

    private static final byte[] BEGINNING = "{\"seq\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CHECKSUM = ",\"crc\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "\"}".getBytes(StandardCharsets.UTF_8);
    private static final int DIGITS = 8;
    private static final int TRAILER = CHECKSUM.length + DIGITS + END.length;

    /** How many bytes around a checksum may differ for a line to have had one; without one, hardly any is alike. */
    private static final int MAX_DAMAGED = 3;

    private static final HexFormat HEX = HexFormat.of();

    private LineCodec() {}

    /**
     * All of a line between its sequence number and its checksum: what can be written before the number is known.
     *
     * @throws IllegalArgumentException when the line would be longer than {@link #MAX_LINE} or passes a limit of {@link
     *         JsonText}
     */
    public static byte[] body(Signal signal, Emission emission, Instant recordedAt) {
        LogEntry any = new LogEntry(1, recordedAt, emission, signal);
        byte[] text = JsonText.write(EntryCodec.encode(any)).getBytes(StandardCharsets.UTF_8);
        byte[] body = Arrays.copyOfRange(text, BEGINNING.length + 1, text.length - 1);
        int longest = BEGINNING.length + Long.toString(Long.MAX_VALUE).length() + body.length + TRAILER + 1;
        if (longest > MAX_LINE) {
            throw new IllegalArgumentException("the line of signal " + signal.id() + " must have at most " + MAX_LINE
                    + " bytes, got " + longest + "\nMaybe put the long text into a file and say its name.");
        }
        return body;
    }

    /** The line of that body under that number, with its line end. */
    public static byte[] line(long sequence, byte[] body) {
        byte[] number = Long.toString(sequence).getBytes(StandardCharsets.US_ASCII);
        byte[] line = new byte[BEGINNING.length + number.length + body.length + TRAILER + 1];
        int at = put(BEGINNING, line, 0);
        at = put(number, line, at);
        at = put(body, line, at);
        byte[] sum = HEX.toHexDigits(checksum(line, at)).getBytes(StandardCharsets.US_ASCII);
        at = put(CHECKSUM, line, at);
        at = put(sum, line, at);
        at = put(END, line, at);
        line[at] = '\n';
        return line;
    }

    /**
     * The line of an entry in UTF-8, with its line end.
     *
     * @throws IllegalArgumentException as {@link #body}
     */
    public static byte[] toLine(LogEntry entry) {
        return line(entry.sequence(), body(entry.signal(), entry.emission(), entry.recordedAt()));
    }

    /**
     * The entry of a line without its line end. A line without a checksum is taken as it is: one that a person wrote, or
     * another program.
     *
     * @throws IllegalArgumentException when it is none, or its checksum is not that of its bytes; the message says what
     *         is wrong
     */
    public static LogEntry fromLine(byte[] line) {
        if (hadChecksum(line)) {
            requireIntact(line);
        }
        return EntryCodec.decode(JsonText.read(utf8(line)));
    }

    /** Whether the line ends as every line of a journal does. */
    public static boolean hasChecksum(byte[] line) {
        int at = line.length - TRAILER;
        return at >= 0 && Arrays.equals(line, at, at + CHECKSUM.length, CHECKSUM, 0, CHECKSUM.length)
                && Arrays.equals(line, line.length - END.length, line.length, END, 0, END.length);
    }

    /** Whether the line has a checksum, and it is that of its bytes. */
    public static boolean isIntact(byte[] line) {
        if (!hasChecksum(line)) {
            return false;
        }
        int at = line.length - TRAILER;
        byte[] sum = HEX.toHexDigits(checksum(line, at)).getBytes(StandardCharsets.US_ASCII);
        return Arrays.equals(line, at + CHECKSUM.length, at + CHECKSUM.length + DIGITS, sum, 0, DIGITS);
    }

    /** Whether a line is JSON at all, whatever it says; a line that was cut short is not. */
    public static boolean isJson(byte[] line) {
        try {
            JsonValue _ = JsonText.read(utf8(line));
            return true;
        } catch (IllegalArgumentException bad) {
            return false;
        }
    }

    /** Whether the line ends as with a checksum, but for a few bytes: such an end was damaged, not left out. */
    private static boolean hadChecksum(byte[] line) {
        int at = line.length - TRAILER;
        if (at < 0) {
            return false;
        }
        int alike = 0;
        for (int i = 0; i < CHECKSUM.length; i++) {
            alike += line[at + i] == CHECKSUM[i] ? 1 : 0;
        }
        for (int i = 0; i < END.length; i++) {
            alike += line[line.length - END.length + i] == END[i] ? 1 : 0;
        }
        return alike >= CHECKSUM.length + END.length - MAX_DAMAGED;
    }

    private static void requireIntact(byte[] line) {
        if (!hasChecksum(line)) {
            throw new IllegalArgumentException("the place of its checksum is damaged");
        }
        if (!isIntact(line)) {
            int at = line.length - TRAILER;
            String said = new String(line, at + CHECKSUM.length, DIGITS, StandardCharsets.ISO_8859_1);
            throw new IllegalArgumentException("the checksum of its bytes is "
                    + HEX.toHexDigits(checksum(line, at)) + ", but the line says " + said);
        }
    }

    private static int checksum(byte[] line, int length) {
        CRC32C sum = new CRC32C();
        sum.update(line, 0, length);
        return (int) sum.getValue();
    }

    private static int put(byte[] part, byte[] line, int at) {
        System.arraycopy(part, 0, line, at, part.length);
        return at + part.length;
    }

    /** Damaged bytes are refused; the usual decoder would put question marks in their place. */
    private static String utf8(byte[] line) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException bad) {
            throw new IllegalArgumentException("not JSON: the bytes are not UTF-8", bad);
        }
    }
}
