package dev.waggle.journal.cloudevent;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.form.UtcText;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;
import org.jspecify.annotations.Nullable;

/** Writes those parts of an entry that attributes can hold, and omits the rest. */
final class CloudEventWriter {

    /** Attributes of a part in their order in an event. */
    private static final List<PartAttribute> SCOPE = List.of(new PartAttribute("tenant", "tenant"),
            new PartAttribute("thread", "partitionkey"), new PartAttribute("run", "correlationid"));

    private static final List<PartAttribute> LINKS = List.of(new PartAttribute("cause", "causationid"),
            new PartAttribute("replyTo", "replyto"), new PartAttribute("replaces", "replaces"));

    /** Field of a part of a signal, and its attribute in an event. */
    private record PartAttribute(String field, String attribute) {}

    private final JsonObjectBuilder event = new JsonObjectBuilder();
    private boolean hasData;

    private CloudEventWriter() {}

    /** The attributes and the data of an entry, from its JSON object. */
    static JsonObjectBuilder write(LogEntry entry, JsonValue.Obj object) {
        CloudEventWriter writer = new CloudEventWriter();
        Map<String, JsonValue> fields = object.fields();
        writer.core(entry.signal());
        writer.logAttributes(entry);
        writer.parts(fields);
        writer.lifetime(entry.signal());
        writer.data(fields);
        writer.extensions(entry.signal());
        return writer.event;
    }

    private void core(Signal signal) {
        event.with("specversion", "1.0");
        event.with("id", AttributeText.readable(signal.id()));
        event.with("source", SourceUri.write(signal.source()));
        String word = AttributeText.readable(signal.type().text());
        event.with("type", CloudEventReader.TYPE_PREFIX + signal.type().profile().wireName() + '.' + word);
        event.with("signaltype", word);
        time("time", signal.time());
    }

    private void logAttributes(LogEntry entry) {
        event.with("sequence", String.format(PlainLocale.NONE, "%020d", entry.sequence()));
        time("recordedtime", entry.recordedAt());
        event.with("authtype", "unknown");
        event.with("authid", AttributeText.readable(entry.emission().by()));
        if (entry.emission().invocation() != 0) {
            event.with("invocation", entry.emission().invocation());
        }
    }

    private void parts(Map<String, JsonValue> fields) {
        text("summary", fields.get("summary"));
        text("details", fields.get("details"));
        text("priority", fields.get("priority"));
        text("causallevel", fields.get("causalLevel"));
        decimal("confidence", fields.get("confidence"));
        decimal("priorityvalue", fields.get("priorityValue"));
        part(fields.get("scope"), SCOPE);
        part(fields.get("links"), LINKS);
        if (fields.get("scope") instanceof JsonValue.Obj scope) {
            integer("round", scope.fields().get("round"));
            integer("step", scope.fields().get("step"));
        }
        if (fields.get("audience") instanceof JsonValue.Obj audience) {
            text("audience", audience.fields().get("word"));
        }
        if (fields.get("schema") instanceof JsonValue.Str schema && CloudEventReader.isAbsolute(schema.value())) {
            text("dataschema", schema);
        }
    }

    /** A list with commas cannot hold ids with commas. */
    private void part(@Nullable JsonValue part, List<PartAttribute> attributes) {
        if (part instanceof JsonValue.Obj obj) {
            attributes.forEach(each -> text(each.attribute(), obj.fields().get(each.field())));
            if (obj.fields().get("about") instanceof JsonValue.Arr about) {
                List<String> ids = about.items().stream().map(id -> ((JsonValue.Str) id).value()).toList();
                if (ids.stream().noneMatch(id -> id.indexOf(',') >= 0)) {
                    text("about", JsonValue.of(String.join(",", ids)));
                }
            }
        }
    }

    private void lifetime(Signal signal) {
        switch (signal.lifetime()) {
            case Lifetime.DefaultTtl _ -> {
                // Absent: the bus decides.
            }
            case Lifetime.Unlimited _ -> event.with("lifetime", "unlimited");
            case Lifetime.UntilStep until -> integer("expiresatstep", JsonValue.of(until.step()));
            case Lifetime.Ttl ttl -> {
                try {
                    long millis = ttl.span().toMillis();
                    if (ttl.span().equals(Duration.ofMillis(millis))) {
                        integer("ttlms", JsonValue.of(millis));
                    }
                    time("expirytime", signal.time().plus(ttl.span()));
                } catch (ArithmeticException | DateTimeException beyond) {
                    // Such a time never comes; the exact span is in the rest.
                }
            }
        }
    }

    private void data(Map<String, JsonValue> fields) {
        JsonValue data = fields.get("data");
        event.with("hasdata", data != null);
        if (data != null && !(data instanceof JsonValue.Null)) {
            event.with("datacontenttype", "application/json");
            event.with("data", data);
            hasData = true;
        }
    }

    private void extensions(Signal signal) {
        signal.extensions().forEach((name, value) -> {
            boolean isAttribute = CloudEventReader.isExtensionName(name) && isSimple(value);
            boolean isCore = CloudEventReader.CORE_EXTENSIONS.contains(name) && value instanceof JsonValue.Str text
                    && AttributeText.isAllowed(text.value());
            boolean isBinary = name.equals(CloudEventReader.BINARY) && !hasData && isBase64(value);
            if (isAttribute || isCore || isBinary) {
                event.with(name, value);
            }
        });
    }

    private static boolean isSimple(JsonValue value) {
        return switch (value) {
            case JsonValue.Bool _ -> true;
            case JsonValue.Str text -> AttributeText.isAllowed(text.value());
            case JsonValue.Num num -> isSmall(num);
            case JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ -> false;
        };
    }

    private static boolean isSmall(JsonValue.Num num) {
        if (num.value().scale() != 0) {
            return false;
        }
        return num.value().toBigInteger().bitLength() < Integer.SIZE;
    }

    private static boolean isBase64(JsonValue value) {
        if (!(value instanceof JsonValue.Str text)) {
            return false;
        }
        try {
            byte[] _ = Base64.getDecoder().decode(text.value());
            return true;
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    private void text(String attribute, @Nullable JsonValue value) {
        if (value instanceof JsonValue.Str text && AttributeText.isAllowed(text.value())) {
            event.with(attribute, text);
        }
    }

    private void decimal(String attribute, @Nullable JsonValue value) {
        if (value instanceof JsonValue.Num num) {
            event.with(attribute, num.value().toString());
        }
    }

    /** A number if attributes support it, else its digits. */
    private void integer(String attribute, @Nullable JsonValue value) {
        if (value instanceof JsonValue.Num num) {
            event.with(attribute, isSmall(num) ? num : JsonValue.of(num.value().toString()));
        }
    }

    private void time(String attribute, Instant time) {
        if (UtcText.hasFourDigitYear(time)) {
            event.with(attribute, time.toString());
        }
    }
}
