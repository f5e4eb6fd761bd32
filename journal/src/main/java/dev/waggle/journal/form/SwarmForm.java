package dev.waggle.journal.form;

import java.time.Duration;
import java.time.Instant;
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
import dev.waggle.signal.json.JsonObjectBuilder;
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
    JsonObjectBuilder write(Signal signal) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        fields.with("id", signal.id());
        fields.with("type", signal.type().text());
        fields.withPresent("source", PlaceholderId.of(signal.source().label()));
        fields.with("payload", payload(signal));
        fields.with("confidence", number(signal.confidence()));
        try {
            fields.with("timestamp", signal.time().toEpochMilli());
            fields.withPresent("replyTo", signal.links().replyTo());
            if (signal.lifetime() instanceof Lifetime.Ttl ttl) {
                fields.with("ttl", ttl.span().toMillis());
            }
        } catch (ArithmeticException beyond) {
            throw refusal(signal, "its time or ttl has no milliseconds in 64 bits");
        }
        JsonValue.Obj metadata = metadata(signal);
        if (!metadata.fields().isEmpty()) {
            fields.with("metadata", metadata);
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
        JsonObjectBuilder signal = new JsonObjectBuilder();
        signal.with("id", "any");
        signal.with("type", type.text());
        signal.with("source", new JsonObjectBuilder().with("type", "none").json());
        signal.with("createdAt", 0);
        signal.with("confidence", 1);
        signal.with("data", data);
        try {
            return SignalCodec.decode(signal.json()).payload();
        } catch (IllegalArgumentException bad) {
            throw new IllegalArgumentException(
                    Objects.requireNonNull(bad.getMessage()).replaceFirst("^data", "payload"), bad);
        }
    }

    private static JsonValue payload(Signal signal) {
        JsonObjectBuilder payload = new JsonObjectBuilder();
        if (SignalCodec.encode(signal).fields().get("data") instanceof JsonValue.Obj data) {
            data.fields().forEach((name, value) -> payload.with(name, number(value)));
        }
        return payload.json();
    }

    private static JsonValue.Obj metadata(Signal signal) {
        JsonObjectBuilder metadata = new JsonObjectBuilder();
        Integer round = signal.scope().round();
        if (round != null) {
            metadata.with("round", round);
        }
        Double priority = signal.grading().priorityValue();
        if (priority != null) {
            metadata.with("priority", number(priority));
        }
        CausalLevel level = signal.grading().causalLevel();
        metadata.withPresent("causalLevel", level == null ? null : level.name().toLowerCase(Locale.ROOT));
        return metadata.json();
    }

    private static Lifetime ttl(@Nullable Long millis) {
        if (millis == null) {
            return Lifetime.defaultTtl();
        }
        return Lifetime.ttl(Duration.ofMillis(millis));
    }
}
