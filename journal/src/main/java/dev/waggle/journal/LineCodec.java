package dev.waggle.journal;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * Log entries as lines of a file: the object of {@link EntryCodec} and, as its last field, a checksum.
 *
 * <pre>{@code {"seq":7,"recordedAt":1767225600000, ... ,"crc":"1f2e3d4c"}}</pre>
 *
 * <p>The checksum is the CRC-32C (Castagnoli, 1993; RFC 3720, appendix B.4) of every byte of the line before {@code
 * ,"crc"}, as eight small hexadecimal digits. It finds every change of up to three bits, and every burst of up to 32,
 * in lines of any length that is allowed here.
 */
public final class LineCodec {

    /** Maximum length of a line, in bytes of UTF-8 with its line end; it bounds the memory for one entry. */
    public static final int MAX_LINE = 8 * 1024 * 1024;

    private static final byte[] BEGINNING = "{\"seq\":".getBytes(StandardCharsets.UTF_8);
    private static final byte[] CHECKSUM = ",\"crc\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] END = "\"}".getBytes(StandardCharsets.UTF_8);
    private static final int DIGITS = 8;
    private static final int TRAILER = CHECKSUM.length + DIGITS + END.length;
    private static final int RADIX = 16;
    private static final int BITS = 4;
    private static final int MASK = RADIX - 1;
    private static final char REPLACEMENT = '\ufffd';

    /** Maximum number of wrong bytes around a damaged checksum; a line without one is hardly ever so similar. */
    private static final int MAX_DAMAGED = 3;

    private static final HexFormat HEX = HexFormat.of();

    private LineCodec() {}

    /**
     * The object of an entry without its number and checksum, which can be written before the number is known.
     *
     * @throws IllegalArgumentException when the line would be longer than {@link #MAX_LINE} or passes a limit of {@link
     *         JsonText}
     */
    public static byte[] body(Signal signal, Emission emission, Instant recordedAt) {
        LogEntry any = new LogEntry(1, recordedAt, emission, signal);
        byte[] body = TextSink.objectOf(any, EntryCodec::encodeBody);
        long longest = length(Long.toString(Long.MAX_VALUE).length(), body);
        if (longest > MAX_LINE) {
            throw new IllegalArgumentException("the line of signal " + signal.id() + " must have at most " + MAX_LINE
                    + " bytes, got " + longest + "\nMaybe put the long text into a file and say its name.");
        }
        return body;
    }

    /** The line of that body under that number, with its line end. */
    public static byte[] line(long sequence, byte[] body) {
        byte[] line = new byte[lineLength(sequence, body)];
        int _ = putLine(sequence, body, line, 0);
        return line;
    }

    /** Length in bytes of the line of that body under that number, with its line end. */
    public static int lineLength(long sequence, byte[] body) {
        return length(digits(sequence), body);
    }

    /**
     * Writes the line of that body under that number, with its line end, into a buffer that has {@link #lineLength}
     * bytes of room at {@code start}.
     *
     * @return the end of the line
     */
    public static int putLine(long sequence, byte[] body, byte[] buffer, int start) {
        int at = put(BEGINNING, buffer, start);
        at = putNumber(sequence, digits(sequence), buffer, at);
        int behind = put(body, buffer, at) - 1;
        // In place of the brackets of the body: the comma behind the number, and the checksum.
        buffer[at] = ',';
        int sum = checksum(buffer, start, behind);
        at = put(CHECKSUM, buffer, behind);
        for (int shift = Integer.SIZE - BITS; shift >= 0; shift -= BITS) {
            buffer[at] = hexDigit(sum, shift);
            at++;
        }
        at = put(END, buffer, at);
        buffer[at] = '\n';
        return at + 1;
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
     * The line of an object of any content, without a line end: its JSON, blanks up to the length, and the checksum. It
     * is longer where the object needs more room.
     */
    public static byte[] fixedLine(String object, int length) {
        byte[] json = object.getBytes(StandardCharsets.UTF_8);
        int end = Math.max(json.length - 1, length - TRAILER);
        byte[] line = Arrays.copyOf(json, end + TRAILER);
        Arrays.fill(line, json.length - 1, end, (byte) ' ');
        int at = put(CHECKSUM, line, end);
        byte[] digits = HEX.toHexDigits(checksum(line, 0, end)).getBytes(StandardCharsets.US_ASCII);
        int _ = put(END, line, put(digits, line, at));
        return line;
    }

    /**
     * The entry of a line without its line end.
     *
     * @throws IllegalArgumentException as {@link #fromLine(byte[], int, int)}
     */
    public static LogEntry fromLine(byte[] line) {
        return fromLine(line, 0, line.length);
    }

    /**
     * The entry of a line from {@code from} to before {@code to}, without its line end. A line without a checksum is
     * accepted, since a person or another program wrote it.
     *
     * @throws IllegalArgumentException when it is no entry, or its checksum does not match its bytes; the message
     *        names the error
     */
    public static LogEntry fromLine(byte[] buffer, int from, int to) {
        if (resemblesChecksum(buffer, from, to)) {
            requireIntact(buffer, from, to);
        }
        return EntryCodec.decode(JsonText.object("an entry", utf8(buffer, from, to)));
    }

    /** True if the line ends as every line of a journal does. */
    public static boolean hasChecksum(byte[] line) {
        return hasChecksum(line, 0, line.length);
    }

    /** True if the line from {@code from} to before {@code to} ends as every line of a journal does. */
    public static boolean hasChecksum(byte[] buffer, int from, int to) {
        int at = to - TRAILER;
        return at >= from && Arrays.equals(buffer, at, at + CHECKSUM.length, CHECKSUM, 0, CHECKSUM.length)
                && Arrays.equals(buffer, to - END.length, to, END, 0, END.length);
    }

    /** True if the line has a checksum and it matches its bytes. */
    public static boolean isIntact(byte[] line) {
        return isIntact(line, 0, line.length);
    }

    /** True if the line from {@code from} to before {@code to} has a checksum and it matches its bytes. */
    public static boolean isIntact(byte[] buffer, int from, int to) {
        if (!hasChecksum(buffer, from, to)) {
            return false;
        }
        int end = to - TRAILER;
        int sum = checksum(buffer, from, end);
        int at = end + CHECKSUM.length;
        for (int shift = Integer.SIZE - BITS; shift >= 0; shift -= BITS) {
            if (buffer[at] != hexDigit(sum, shift)) {
                return false;
            }
            at++;
        }
        return true;
    }

    /** True if a line is JSON of any content; a line that was cut short is not. */
    public static boolean isJson(byte[] line) {
        try {
            JsonValue _ = JsonText.read(utf8(line, 0, line.length));
            return true;
        } catch (IllegalArgumentException bad) {
            return false;
        }
    }

    /** True if the line ends with a checksum but for a few bytes. Such an end was damaged, not omitted. */
    private static boolean resemblesChecksum(byte[] buffer, int from, int to) {
        int at = to - TRAILER;
        if (at < from) {
            return false;
        }
        int alike = 0;
        for (int i = 0; i < CHECKSUM.length; i++) {
            alike += buffer[at + i] == CHECKSUM[i] ? 1 : 0;
        }
        for (int i = 0; i < END.length; i++) {
            alike += buffer[to - END.length + i] == END[i] ? 1 : 0;
        }
        return alike >= CHECKSUM.length + END.length - MAX_DAMAGED;
    }

    private static void requireIntact(byte[] buffer, int from, int to) {
        if (!hasChecksum(buffer, from, to)) {
            throw new IllegalArgumentException("the place of its checksum is damaged");
        }
        if (!isIntact(buffer, from, to)) {
            int at = to - TRAILER;
            String digits = new String(buffer, at + CHECKSUM.length, DIGITS, StandardCharsets.ISO_8859_1);
            throw new IllegalArgumentException("the checksum of its bytes is "
                    + HEX.toHexDigits(checksum(buffer, from, at)) + ", but the line says " + digits);
        }
    }

    private static int checksum(byte[] buffer, int from, int to) {
        CRC32C sum = new CRC32C();
        sum.update(buffer, from, to - from);
        return (int) sum.getValue();
    }

    private static byte hexDigit(int value, int shift) {
        return (byte) Character.forDigit(value >>> shift & MASK, RADIX);
    }

    /** Length of a line in bytes, its end included; the body counts without its brackets and with one comma. */
    private static int length(int digits, byte[] body) {
        return BEGINNING.length + digits + body.length - 1 + TRAILER + 1;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long rest = number; rest > 9; rest /= 10) {
            digits++;
        }
        return digits;
    }

    private static int putNumber(long number, int digits, byte[] line, int at) {
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            line[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return at + digits;
    }

    private static int put(byte[] part, byte[] line, int at) {
        System.arraycopy(part, 0, line, at, part.length);
        return at + part.length;
    }

    /** Damaged bytes are refused; the usual decoder puts a sign in their place that is hardly ever written. */
    private static String utf8(byte[] buffer, int from, int to) {
        String text = new String(buffer, from, to - from, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0) {
            try {
                CharBuffer _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(buffer, from, to - from));
            } catch (CharacterCodingException bad) {
                throw new IllegalArgumentException("not JSON: the bytes are not UTF-8", bad);
            }
        }
        return text;
    }
}
