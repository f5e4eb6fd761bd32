package dev.waggle.journal.cloudevent;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.form.ResidualFields;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * Log entries as CloudEvents 1.0 in the JSON format, structured mode. The law: {@code decode(encode(e))} equals {@code
 * e} for every entry that exists.
 *
 * <table>
 * <caption>Attributes; all but the first six may be absent</caption>
 * <tr><th>attribute</th><th>of the entry</th></tr>
 * <tr><td>{@code specversion}</td><td>1.0</td></tr>
 * <tr><td>{@code id}, {@code source}</td><td>id; source as a URI reference</td></tr>
 * <tr><td>{@code type}, {@code signaltype}</td><td>{@code dev.waggle.}, the family and the word; the word
 * alone</td></tr>
 * <tr><td>{@code sequence}</td><td>sequence number in 20 digits, so that texts sort as numbers do</td></tr>
 * <tr><td>{@code authtype}, {@code authid}, {@code invocation}</td><td>the authenticated emitter</td></tr>
 * <tr><td>{@code time}, {@code recordedtime}</td><td>time of creation and of recording</td></tr>
 * <tr><td>{@code data}, {@code datacontenttype}, {@code dataschema}, {@code hasdata}</td><td>the data; {@code hasdata}
 * without data: it is null</td></tr>
 * <tr><td>{@code summary}, {@code details}</td><td>of the body</td></tr>
 * <tr><td>{@code tenant}, {@code partitionkey}, {@code correlationid}, {@code round}, {@code step}</td><td>scope; the
 * thread is the partition, the run correlates</td></tr>
 * <tr><td>{@code causationid}, {@code replyto}, {@code replaces}, {@code about}</td><td>links</td></tr>
 * <tr><td>{@code confidence}, {@code priority}, {@code priorityvalue}, {@code causallevel}</td><td>grading; numbers as
 * texts, because attributes know no fractions</td></tr>
 * <tr><td>{@code lifetime}, {@code ttlms}, {@code expirytime}, {@code expiresatstep}</td><td>lifetime; without one the
 * bus decides</td></tr>
 * <tr><td>{@code audience}</td><td>the word of the audience</td></tr>
 * <tr><td>{@code wagglerest}</td><td>JSON text of what attributes cannot hold</td></tr>
 * </table>
 *
 * <p>Extensions of a signal whose name and value an attribute can have are attributes. An event of another producer
 * becomes a signal of the custom family; all its further attributes are extensions as they stand, {@code data_base64}
 * too.
 */
public final class CloudEventCodec {

    private static final String REST = CloudEventReader.REST;
    /** Fields of an entry that are no fields of its signal. */
    private static final List<String> OF_THE_LOG = List.of("seq", "recordedAt", "by", "invocation");

    private CloudEventCodec() {}

    /** The event of an entry. */
    public static JsonValue.Obj encode(LogEntry entry) {
        JsonValue.Obj whole = EntryCodec.encode(entry);
        JsonObjectBuilder event = CloudEventWriter.write(entry, whole);
        Map<String, JsonValue> rest = ResidualFields.difference(whole, CloudEventReader.readOwn(event.json()));
        if (!rest.isEmpty()) {
            event.with(REST, AttributeText.ofJson(JsonText.write(JsonValue.of(rest))));
        }
        return event.json();
    }

    /**
     * The entry of an event that {@link #encode} wrote.
     *
     * @throws IllegalArgumentException when it is none; the message names the path and the value
     */
    public static LogEntry decode(JsonValue value) {
        return EntryCodec.decode(whole(event(value)));
    }

    /**
     * The signal of an event of any producer.
     *
     * @param otherwise the time of an event that states none
     * @throws IllegalArgumentException when it is no CloudEvent; the message names the path and the value
     */
    public static Signal decodeSignal(JsonValue value, Instant otherwise) {
        JsonValue.Obj event = event(value);
        Map<String, JsonValue> signal = new LinkedHashMap<>(
                (isOurs(event) ? whole(event) : CloudEventReader.readForeign(event)).fields());
        OF_THE_LOG.forEach(signal::remove);
        signal.putIfAbsent("createdAt", CloudEventReader.time(otherwise));
        return SignalCodec.decode(JsonValue.of(signal));
    }

    /** True if {@link #decode} accepts it: an event of an entry of a log of ours. */
    public static boolean isEntry(JsonValue value) {
        return value instanceof JsonValue.Obj event && isOurs(event) && event.fields().containsKey("sequence")
                && event.fields().containsKey("authid");
    }

    private static boolean isOurs(JsonValue.Obj event) {
        return event.fields().get("type") instanceof JsonValue.Str type
                && type.value().startsWith(CloudEventReader.TYPE_PREFIX)
                && event.fields().get("signaltype") instanceof JsonValue.Str;
    }

    private static JsonValue.Obj event(JsonValue value) {
        JsonObjectReader event = JsonObjectReader.root("a CloudEvent", value);
        if (!event.text("specversion").equals("1.0")) {
            throw event.invalid("specversion", "1.0");
        }
        for (String name : List.of("id", "source", "type")) {
            if (event.text(name).isEmpty()) {
                throw event.invalid(name, "a text that is not empty");
            }
        }
        return (JsonValue.Obj) value;
    }

    private static JsonValue.Obj whole(JsonValue.Obj event) {
        JsonValue.Obj content = CloudEventReader.readOwn(event);
        if (!(event.fields().get(REST) instanceof JsonValue.Str text)) {
            return content;
        }
        try {
            return JsonText.read(text.value()) instanceof JsonValue.Obj rest
                    ? ResidualFields.merge(content, rest.fields())
                    : content;
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(REST + " is " + bad.getMessage(), bad);
        }
    }
}
