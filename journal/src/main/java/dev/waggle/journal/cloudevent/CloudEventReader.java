package dev.waggle.journal.cloudevent;

import java.math.BigDecimal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.form.PlaceholderId;
import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reads the attributes and the data of an event as the object of an entry, as the codec of entries takes it. */
final class CloudEventReader {

    /** Prefix of the type of every event that Waggle writes. */
    static final String TYPE_PREFIX = "dev.waggle.";

    /** Attribute of the data that no other attribute can hold. */
    static final String REST = "wagglerest";

    static final String BINARY = "data_base64";
    /** Core attributes that are extensions of a signal, if they are set. */
    static final Set<String> CORE_EXTENSIONS = Set.of("subject", "datacontenttype");

    private static final String JSON = "application/json";

    private static final int NANOS_PER_MILLI = 1_000_000;

    /** Attributes with a meaning here; a signal's own extension of such a name is in the rest. */
    private static final Set<String> OWN_ATTRIBUTES = Set.of("specversion", "id", "source", "type", "signaltype",
            "time",
            "sequence", "recordedtime", "authtype", "authid", "invocation", "data", "dataschema", "hasdata", "summary",
            "details", "tenant", "partitionkey", "correlationid", "round", "step", "causationid", "replyto", "replaces",
            "about", "confidence", "priority", "priorityvalue", "causallevel", "lifetime", "ttlms", "expirytime",
            "expiresatstep", "audience", REST);

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+");

    private final JsonObjectReader from;
    private final Map<String, JsonValue> entry = new LinkedHashMap<>();

    private CloudEventReader(JsonValue.Obj event) {
        this.from = JsonObjectReader.root("a CloudEvent", event);
    }

    static boolean isExtensionName(String name) {
        return NAME.matcher(name).matches() && !OWN_ATTRIBUTES.contains(name) && !CORE_EXTENSIONS.contains(name);
    }

    /** An event that we wrote, without its rest. */
    static JsonValue.Obj readOwn(JsonValue.Obj event) {
        CloudEventReader reader = new CloudEventReader(event);
        reader.logFields();
        reader.text("id", "id");
        reader.type();
        reader.entry.put("source", SourceUri.read(reader.from.text("source")));
        boolean hasNull = reader.from.optional("hasdata") instanceof JsonValue.Bool has && has.value();
        reader.data(hasNull ? JsonValue.ofNull() : null);
        reader.time("time", "createdAt");
        reader.parts();
        reader.extensions(event, OWN_ATTRIBUTES);
        return new JsonValue.Obj(reader.entry);
    }

    /** Reads an event of another producer; all but the core attributes are defined by the producer. */
    static JsonValue.Obj readForeign(JsonValue.Obj event) {
        CloudEventReader reader = new CloudEventReader(event);
        reader.entry.put("id", JsonValue.of(PlaceholderId.of(reader.from.text("id"))));
        reader.entry.put("type", JsonValue.of(PlaceholderId.of(reader.from.text("type"))));
        reader.entry.put("profile", JsonValue.of(Profile.CUSTOM.wireName()));
        reader.entry.put("source", SourceUri.read(reader.from.text("source")));
        reader.data(null);
        reader.time("time", "createdAt");
        Set<String> consumed = reader.entry.containsKey("schema")
                ? Set.of("specversion", "id", "source", "type", "time", "data", "dataschema")
                : Set.of("specversion", "id", "source", "type", "time", "data");
        reader.extensions(event, consumed);
        return new JsonValue.Obj(reader.entry);
    }

    /** A time as the codec of signals writes it. */
    static JsonValue time(Instant time) {
        return time.getNano() % NANOS_PER_MILLI == 0 && Math.abs(time.getEpochSecond()) < Long.MAX_VALUE / 1_000 - 1
                ? JsonValue.of(time.toEpochMilli())
                : JsonValue.of(time.toString());
    }

    static boolean isAbsolute(String uri) {
        try {
            return new URI(uri).isAbsolute();
        } catch (URISyntaxException none) {
            return false;
        }
    }

    private void logFields() {
        String sequence = from.optionalText("sequence");
        if (sequence != null) {
            entry.put("seq", digits("sequence", sequence));
        }
        time("recordedtime", "recordedAt");
        text("authid", "by");
        copy("invocation", "invocation");
    }

    private void type() {
        String type = from.text("type").substring(TYPE_PREFIX.length());
        String word = from.text("signaltype");
        int dot = type.indexOf('.');
        String profile = dot < 0 ? type : type.substring(0, dot);
        entry.put("type", JsonValue.of(word));
        boolean isImplied = SignalType.of(PlaceholderId.of(word)).profile().wireName().equals(profile);
        if (!isImplied) {
            entry.put("profile", JsonValue.of(profile));
        }
    }

    private void data(@Nullable JsonValue otherwise) {
        JsonValue given = from.optional("data");
        JsonValue data = given == null ? otherwise : given;
        if (data != null) {
            entry.put("data", data);
        }
        if (from.optional("dataschema") instanceof JsonValue.Str schema && isAbsolute(schema.value())) {
            entry.put("schema", schema);
        }
    }

    private void parts() {
        text("summary", "summary");
        text("details", "details");
        text("priority", "priority");
        text("causallevel", "causalLevel");
        decimal("confidence", "confidence");
        decimal("priorityvalue", "priorityValue");
        Map<String, JsonValue> scope = new LinkedHashMap<>();
        text("tenant", "tenant", scope);
        text("partitionkey", "thread", scope);
        text("correlationid", "run", scope);
        integer("round", "round", scope);
        integer("step", "step", scope);
        part("scope", scope);
        Map<String, JsonValue> links = new LinkedHashMap<>();
        text("causationid", "cause", links);
        text("replyto", "replyTo", links);
        text("replaces", "replaces", links);
        String about = from.optionalText("about");
        if (about != null) {
            links.put("about", JsonValue.of(List.of(about.split(",", -1)).stream().map(JsonValue::of).toList()));
        }
        part("links", links);
        part("lifetime", lifetime());
        String audience = from.optionalText("audience");
        if (audience != null) {
            part("audience", Map.of("type", JsonValue.of("role"), "word", JsonValue.of(audience)));
        }
    }

    private Map<String, JsonValue> lifetime() {
        Map<String, JsonValue> lifetime = new LinkedHashMap<>();
        String word = from.optionalText("lifetime");
        if (word != null) {
            lifetime.put("type", JsonValue.of(word));
        } else if (from.optional("ttlms") != null) {
            lifetime.put("type", JsonValue.of("ttl"));
            integer("ttlms", "span", lifetime);
        } else if (from.optional("expiresatstep") != null) {
            lifetime.put("type", JsonValue.of("untilStep"));
            integer("expiresatstep", "step", lifetime);
        }
        return lifetime;
    }

    private void extensions(JsonValue.Obj event, Set<String> consumed) {
        Map<String, JsonValue> extensions = new LinkedHashMap<>();
        event.fields().forEach((name, value) -> {
            boolean isPlainJson = name.equals("datacontenttype") && value.equals(JsonValue.of(JSON));
            if (!consumed.contains(name) && !isPlainJson) {
                extensions.put(name, value);
            }
        });
        part("extensions", extensions);
    }

    private void part(String name, Map<String, JsonValue> part) {
        if (!part.isEmpty()) {
            entry.put(name, JsonValue.of(part));
        }
    }

    private void copy(String attribute, String name) {
        JsonValue value = from.optional(attribute);
        if (value != null) {
            entry.put(name, value);
        }
    }

    private void text(String attribute, String name) {
        text(attribute, name, entry);
    }

    private void text(String attribute, String name, Map<String, JsonValue> part) {
        String text = from.optionalText(attribute);
        if (text != null) {
            part.put(name, JsonValue.of(text));
        }
    }

    private void integer(String attribute, String name, Map<String, JsonValue> part) {
        JsonValue value = from.optional(attribute);
        if (value != null) {
            part.put(name, value instanceof JsonValue.Str text ? digits(attribute, text.value()) : value);
        }
    }

    private void decimal(String attribute, String name) {
        String text = from.optionalText(attribute);
        if (text != null) {
            entry.put(name, digits(attribute, text));
        }
    }

    private JsonValue digits(String attribute, String text) {
        try {
            if (text.length() <= JsonText.MAX_NUMBER) {
                return new JsonValue.Num(new BigDecimal(text));
            }
        } catch (NumberFormatException none) {
            // Refused like one that is too long.
        }
        throw from.invalid(attribute, "the digits of a number");
    }

    private void time(String attribute, String name) {
        String text = from.optionalText(attribute);
        if (text == null) {
            return;
        }
        try {
            entry.put(name, time(OffsetDateTime.parse(text).toInstant()));
        } catch (DateTimeException bad) {
            throw from.invalid(attribute, "a date with its zone (RFC 3339)");
        }
    }
}
