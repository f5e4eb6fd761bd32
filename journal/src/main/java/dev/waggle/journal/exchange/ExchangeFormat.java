package dev.waggle.journal.exchange;

import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.cloudevent.CloudEventCodec;
import dev.waggle.journal.form.ConnectivityForm;
import dev.waggle.journal.form.DurableForm;
import dev.waggle.journal.form.HarnessForm;
import dev.waggle.journal.form.SignalForm;
import dev.waggle.journal.form.SwarmForm;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** File format of log entries. All but the batch are one JSON object a line. */
public enum ExchangeFormat {
    /** CloudEvents 1.0, structured. */
    CLOUDEVENTS("cloudevents"),
    /** CloudEvents 1.0, one array: {@code application/cloudevents-batch+json}. */
    CLOUDEVENTS_BATCH("cloudevents-batch"),
    /** Entries of a journal without checksums; signals without the fields of a log are read too. */
    JSONL("jsonl"),
    /** Durable runtime events. */
    DURABLE(new DurableForm()),
    /** Requests and events of a model harness. */
    HARNESS(new HarnessForm()),
    /** Signals of swarm agents. */
    SWARM(new SwarmForm()),
    /** Coordination of threads. */
    CONNECTIVITY(new ConnectivityForm());

    private final String wireName;
    private final @Nullable SignalForm form;

    ExchangeFormat(String word) {
        this.wireName = word;
        this.form = null;
    }

    ExchangeFormat(SignalForm form) {
        this.wireName = form.wireName();
        this.form = form;
    }

    /** The name for users. */
    public String wireName() {
        return wireName;
    }

    /** All words, for messages. */
    public static String wireNames() {
        return Stream.of(values()).map(ExchangeFormat::wireName).collect(Collectors.joining(", "));
    }

    /**
     * The format of a name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static ExchangeFormat of(String word) {
        return Stream.of(values()).filter(format -> format.wireName.equals(word)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "format must be one of " + wireNames() + ", got \"" + word + "\""));
    }

    /** Format that the object of one line must have; empty when several fit, or none. */
    static Optional<ExchangeFormat> of(JsonValue value) {
        if (!(value instanceof JsonValue.Obj obj)) {
            return Optional.empty();
        }
        Shape shape = new Shape(obj);
        if (shape.has("specversion")) {
            return Optional.of(CLOUDEVENTS);
        }
        if (shape.has("seq", "recordedAt") || shape.has("seq", "removed")) {
            return Optional.of(JSONL);
        }
        if (shape.has("threadId", "signalClass")) {
            return Optional.of(CONNECTIVITY);
        }
        if (shape.has("name", "timestamp")) {
            return Optional.of(HARNESS);
        }
        if (shape.has("type", "payload", "timestamp")) {
            return Optional.of(SWARM);
        }
        return shape.has("type", "createdAt")
                ? Optional.of(shape.isDurable() ? DURABLE : JSONL)
                : Optional.empty();
    }

    /** The object of an entry; refused when this format cannot hold its signal. */
    JsonValue.Obj encode(LogEntry entry) {
        if (form != null) {
            return form.encode(entry.signal());
        }
        return this == JSONL ? EntryCodec.encode(entry) : CloudEventCodec.encode(entry);
    }

    /** Decodes an object into its signal, and into its entry, if it was one. */
    DecodedLine decode(JsonValue value, Instant now) {
        if (form != null) {
            return new DecodedLine(form.decode(value), null);
        }
        boolean isEntry = this == JSONL ? isNumbered(value) : CloudEventCodec.isEntry(value);
        if (isEntry) {
            LogEntry entry = this == JSONL ? EntryCodec.decode(value) : CloudEventCodec.decode(value);
            return new DecodedLine(entry.signal(), entry);
        }
        return new DecodedLine(this == JSONL ? SignalCodec.decode(value) : CloudEventCodec.decodeSignal(value, now),
                null);
    }

    private static boolean isNumbered(JsonValue value) {
        return value instanceof JsonValue.Obj obj && new Shape(obj).has("seq");
    }

    /**
     * A signal from a file.
     *
     * @param entry its entry in the original log, or {@code null} when it names none
     */
    record DecodedLine(Signal signal, @Nullable LogEntry entry) {}

    /** The fields of an object. */
    private record Shape(JsonValue.Obj obj) {

        boolean has(String... names) {
            return Stream.of(names).allMatch(obj.fields()::containsKey);
        }

        /** Fields that only our own signals have make the difference. */
        boolean isDurable() {
            return obj.fields().get("source") instanceof JsonValue.Obj source
                    && source.fields().get("type") instanceof JsonValue.Str type
                    && Stream.of("system", "agent", "webhook", "process").anyMatch(type.value()::equals)
                    && Stream.of("profile", "scope", "links", "confidence", "lifetime", "audience", "extensions")
                            .noneMatch(obj.fields()::containsKey);
        }
    }
}
