package dev.waggle.journal.form;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.signal.Audience;
import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Signals of a deliberation: {@code id}, {@code type} (one of the eleven), {@code source} as free text, {@code
 * payload}, {@code confidence}, {@code timestamp} in milliseconds. Optional are {@code replyTo}, {@code ttl} in
 * milliseconds, and {@code metadata} with {@code round}, {@code priority} and {@code causalLevel}. Without a ttl the
 * bus decides; a ttl of 0 is something else.
 */
public final class SwarmForm extends SignalForm {

    private static final Set<String> FIELDS = Set.of("id", "type", "source", "payload", "confidence", "timestamp",
            "replyTo", "ttl", "metadata");

    public SwarmForm() {
        super("swarm", FIELDS, Profile.SWARM);
    }

    @Override
    Signal read(JsonObjectReader from) {
        SignalType type = type(from);
        Payload payload = payload(type, from.value("payload"));
        JsonObjectReader metadata = from.optionalObject("metadata");
        Integer round = metadata == null ? null : metadata.optionalInt("round");
        Double priority = metadata == null ? null : metadata.optionalNumber("priority");
        CausalLevel level = metadata == null ? null : metadata.optionalConstant("causalLevel", CausalLevel.values());
        Scope scope = metadata == null
                ? Scope.NONE
                : metadata.build(() -> new Scope(null, null, null, round, null));
        return new Signal(from.text("id"), type, Source.named(from.text("source")),
                Instant.ofEpochMilli(from.integer("timestamp")), payload, scope,
                new Links(null, from.optionalText("replyTo"), null, List.of()),
                new Grading(from.fraction("confidence"), null, priority, level), ttl(from.optionalInteger("ttl")),
                Audience.everyone(), Map.of());
    }

    @Override
    Map<String, JsonValue> write(Signal signal) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        put(fields, "id", signal.id());
        put(fields, "type", signal.type().text());
        put(fields, "source", PlaceholderId.of(signal.source().label()));
        fields.put("payload", payload(signal));
        fields.put("confidence", number(signal.confidence()));
        try {
            fields.put("timestamp", JsonValue.of(signal.time().toEpochMilli()));
            put(fields, "replyTo", signal.links().replyTo());
            if (signal.lifetime() instanceof Lifetime.Ttl ttl) {
                fields.put("ttl", JsonValue.of(ttl.span().toMillis()));
            }
        } catch (ArithmeticException beyond) {
            throw refusal(signal, "its time or ttl has no milliseconds in 64 bits");
        }
        Map<String, JsonValue> metadata = metadata(signal);
        if (!metadata.isEmpty()) {
            fields.put("metadata", JsonValue.of(metadata));
        }
        return fields;
    }

    private static SignalType type(JsonObjectReader from) {
        String text = from.text("type");
        SignalType type = SignalType.of(text);
        if (type.profile() != Profile.SWARM) {
            throw from.invalid("type", "one of "
                    + SignalType.SWARM.stream().map(SignalType::text).collect(Collectors.joining(", ")));
        }
        return type;
    }

    /** Only the data of this signal can be refused, so a message begins with its path. */
    private static Payload payload(SignalType type, JsonValue data) {
        Map<String, JsonValue> signal = new LinkedHashMap<>();
        signal.put("id", JsonValue.of("any"));
        signal.put("type", JsonValue.of(type.text()));
        signal.put("source", JsonValue.of(Map.of("type", JsonValue.of("none"))));
        signal.put("createdAt", JsonValue.of(0));
        signal.put("confidence", JsonValue.of(1));
        signal.put("data", data);
        try {
            return SignalCodec.decode(JsonValue.of(signal)).payload();
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(
                    Objects.requireNonNull(bad.getMessage()).replaceFirst("^data", "payload"), bad);
        }
    }

    private static JsonValue payload(Signal signal) {
        Map<String, JsonValue> payload = new LinkedHashMap<>();
        if (SignalCodec.encode(signal).fields().get("data") instanceof JsonValue.Obj data) {
            data.fields().forEach((name, value) -> payload.put(name, number(value)));
        }
        return JsonValue.of(payload);
    }

    private static Map<String, JsonValue> metadata(Signal signal) {
        Map<String, JsonValue> metadata = new LinkedHashMap<>();
        Integer round = signal.scope().round();
        if (round != null) {
            metadata.put("round", JsonValue.of(round));
        }
        Double priority = signal.grading().priorityValue();
        if (priority != null) {
            metadata.put("priority", number(priority));
        }
        CausalLevel level = signal.grading().causalLevel();
        put(metadata, "causalLevel", level == null ? null : level.name().toLowerCase(Locale.ROOT));
        return metadata;
    }

    private static Lifetime ttl(@Nullable Long millis) {
        if (millis == null) {
            return Lifetime.defaultTtl();
        }
        return Lifetime.ttl(Duration.ofMillis(millis));
    }
}
