package dev.waggle.journal.memory;

import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Codec of an event of memories as a line of a file.
 *
 * <pre>
 *   {"log":"memories","version":1,"rules":{ ... }}
 *   {"number":1,"event":{ ... },"crc":"1f2e3d4c"}
 *   {"number":2,"redacted":"      ","crc":"5a6b7c8d"}
 * </pre>
 *
 * <p>A redacted line is as long as it was, so that the places of all others stay.
 */
final class MemoryLine {

    /** Beginning of the first line, up to the version. */
    static final String BEGINNING = "{\"log\":\"memories\",\"version\":1";

    private static final String NUMBER = "number";
    private static final String EVENT = "event";
    private static final String REDACTED = "redacted";

    private MemoryLine() {}

    static byte[] encode(long number, JsonValue.Obj event) {
        return ChecksummedLine.encode("an event of memories",
                new JsonObjectBuilder().with(NUMBER, number).with(EVENT, event).json());
    }

    /** A line of that length that says that something was redacted. */
    static byte[] redacted(long number, int length) {
        int shortest = redactedWith(number, 0).length;
        if (length < shortest) {
            throw new IllegalArgumentException("a redacted line has at least " + shortest + " bytes, got " + length);
        }
        return redactedWith(number, length - shortest);
    }

    private static byte[] redactedWith(long number, int blanks) {
        return ChecksummedLine.encode("a redaction",
                new JsonObjectBuilder().with(NUMBER, number).with(REDACTED, " ".repeat(blanks)).json());
    }

    /**
     * The entry of a line.
     *
     * @param before the number of the entry before it
     * @throws IllegalArgumentException when it is damaged
     */
    static MemoryEntry decode(byte[] line, long before, long offset) {
        MemoryEntry entry = decodeAny(line, offset);
        if (entry.end().number() != before + 1) {
            throw new IllegalArgumentException("it has the number " + entry.end().number() + ", expected "
                    + (before + 1));
        }
        return entry;
    }

    /** The entry of a line of any number. */
    static MemoryEntry decodeAny(byte[] line, long offset) {
        JsonObjectReader in = JsonObjectReader.root("entry", ChecksummedLine.decode(line));
        long number = in.integer(NUMBER);
        JsonValue.Obj event = null;
        if (in.names().contains(REDACTED)) {
            String _ = in.text(REDACTED);
        } else if (in.value(EVENT) instanceof JsonValue.Obj stated) {
            event = stated;
        } else {
            throw in.invalid(EVENT, "an object");
        }
        in.rejectUnknownFields();
        return new MemoryEntry(event, new MemoryMark(number, offset + line.length));
    }
}
