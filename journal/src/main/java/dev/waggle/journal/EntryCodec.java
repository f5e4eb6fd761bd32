package dev.waggle.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/** Log entries as JSON objects and as lines of a file: the fields of the log first, then those of the signal. */
public final class EntryCodec {

    /** Longest line, in bytes of UTF-8 with its line end: what one entry may cost in memory. */
    public static final int MAX_LINE = 8 * 1024 * 1024;

    private EntryCodec() {}

    /** The object of an entry: the fields of the log, then those of the signal. */
    public static JsonValue.Obj encode(LogEntry entry) {
        ObjWriter line = new ObjWriter().whole("seq", entry.sequence())
                .value("recordedAt", TimeCodec.encode(entry.recordedAt()))
                .text("by", entry.emission().by());
        if (entry.emission().invocation() != 0) {
            line.whole("invocation", entry.emission().invocation());
        }
        SignalCodec.encode(entry.signal(), line);
        return line.toObj();
    }

    /**
     * The entry of an object.
     *
     * @throws IllegalArgumentException when it is none; the message names the path and the value
     */
    public static LogEntry decode(JsonValue value) {
        ObjReader line = ObjReader.top("an entry", value);
        long sequence = line.whole("seq");
        Instant recordedAt = TimeCodec.instant(line, "recordedAt");
        String by = line.text("by");
        Integer invocation = line.optionalSmallWhole("invocation");
        Emission emission = line.build(() -> new Emission(by, invocation == null ? 0 : invocation));
        Signal signal = SignalCodec.decode(line);
        return line.build(() -> new LogEntry(sequence, recordedAt, emission, signal));
    }

    /**
     * The line of an entry in UTF-8, with its line end.
     *
     * @throws IllegalArgumentException when it is longer than {@link #MAX_LINE} or passes a limit of {@link JsonText}
     */
    public static byte[] toLine(LogEntry entry) {
        byte[] text = JsonText.write(encode(entry)).getBytes(StandardCharsets.UTF_8);
        if (text.length >= MAX_LINE) {
            throw new IllegalArgumentException("the line of signal " + entry.signal().id() + " must have at most "
                    + MAX_LINE + " bytes, got " + (text.length + 1L)
                    + "\nMaybe put the long text into a file and say its name.");
        }
        byte[] line = Arrays.copyOf(text, text.length + 1);
        line[text.length] = '\n';
        return line;
    }

    /**
     * The entry of a line without its line end.
     *
     * @throws IllegalArgumentException when it is none; the message says what is wrong
     */
    public static LogEntry fromLine(byte[] line) {
        return decode(JsonText.read(utf8(line)));
    }

    /** Whether a line is JSON at all, whatever it says; a line that was cut short is not. */
    public static boolean isJson(byte[] line) {
        try {
            JsonText.read(utf8(line));
            return true;
        } catch (IllegalArgumentException bad) {
            return false;
        }
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
