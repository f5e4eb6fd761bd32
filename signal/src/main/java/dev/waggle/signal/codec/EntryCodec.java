package dev.waggle.signal.codec;

import java.time.Instant;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/** Log entries as JSON objects: the fields of the log first, then the fields of the signal. */
public final class EntryCodec {

    private EntryCodec() {}

    /** The object of an entry: the fields of the log, then the fields of the signal. */
    public static JsonValue.Obj encode(LogEntry entry) {
        return JsonObjectBuilder.of(entry, EntryCodec::encode);
    }

    /** All fields but the first, which is known only when the log takes the entry. */
    public static void encodeBody(LogEntry entry, FieldSink line) {
        TimeCodec.encode("recordedAt", entry.recordedAt(), line);
        line.text("by", entry.emission().by());
        if (entry.emission().invocation() != 0) {
            line.integer("invocation", entry.emission().invocation());
        }
        SignalCodec.encode(entry.signal(), line);
    }

    private static void encode(LogEntry entry, FieldSink line) {
        line.integer("seq", entry.sequence());
        encodeBody(entry, line);
    }

    /**
     * The entry of an object.
     *
     * @throws IllegalArgumentException when it is none; the message names the path and the value
     */
    public static LogEntry decode(JsonValue value) {
        return decode(JsonObjectReader.root("an entry", value));
    }

    public static LogEntry decode(JsonObjectReader line) {
        long sequence = line.integer("seq");
        Instant recordedAt = TimeCodec.instant(line, "recordedAt");
        String by = line.text("by");
        Integer invocation = line.optionalInt("invocation");
        Emission emission = line.build(() -> new Emission(by, invocation == null ? 0 : invocation));
        var _ = line.optionalText("crc");
        Signal signal = SignalCodec.decode(line);
        return line.build(() -> new LogEntry(sequence, recordedAt, emission, signal));
    }
}
