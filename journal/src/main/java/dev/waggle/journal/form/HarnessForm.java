package dev.waggle.journal.form;

import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Requests and events of a model harness: {@code id}, {@code name}, {@code payload} (the key is required, null is a
 * value), {@code timestamp} as {@link UtcText}. Optional is {@code source} with the optional texts {@code agent},
 * {@code harness} and {@code parent}. An absent source and an empty one are two things.
 *
 * <p>The form takes any text as id, name and source. One that the envelope cannot hold is represented by its {@link
 * PlaceholderId}, and is written again as it was.
 */
public final class HarnessForm extends SignalForm {

    private static final Set<String> FIELDS = Set.of("id", "name", "payload", "timestamp", "source");

    public HarnessForm() {
        super("harness", FIELDS, Profile.HARNESS);
    }

    @Override
    Signal read(JsonObjectReader from) {
        String id = PlaceholderId.of(from.text("id"));
        SignalType type = new SignalType(Profile.HARNESS, PlaceholderId.of(from.text("name")));
        JsonObjectReader who = from.optionalObject("source");
        Source source = who == null
                ? new Source.None()
                : new Source.Harness(name(who.optionalText("agent")), name(who.optionalText("harness")));
        String parent = who == null ? null : name(who.optionalText("parent"));
        return new Signal(id, type, source, UtcText.read(from, "timestamp"),
                Payload.Open.data(from.value("payload")), Scope.NONE, new Links(parent, null, null, List.of()),
                Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    @Override
    JsonObjectBuilder write(Signal signal) {
        JsonValue data = signal.payload() instanceof Payload.Open open ? open.data() : null;
        if (data == null) {
            throw refusal(signal, "it has no data, and a payload is required");
        }
        JsonObjectBuilder fields = new JsonObjectBuilder();
        fields.with("id", signal.id());
        fields.withPresent("name", signal.type().text());
        fields.with("payload", data);
        fields.with("timestamp", UtcText.write(signal.time()));
        switch (signal.source()) {
            case Source.Harness it -> fields.with("source", source(it.agent(), it.harness(), signal));
            case Source.Agent it -> fields.with("source", source(it.id(), null, signal));
            case Source.System _, Source.Webhook _, Source.Process _, Source.Named _, Source.None _ -> {
                // The form has no name for these; the further field has.
            }
        }
        return fields;
    }

    private static JsonValue source(@Nullable String agent, @Nullable String harness, Signal signal) {
        JsonObjectBuilder source = new JsonObjectBuilder();
        source.withPresent("agent", agent);
        source.withPresent("harness", harness);
        source.withPresent("parent", signal.links().cause());
        return source.json();
    }

    private static @Nullable String name(@Nullable String text) {
        return text == null ? null : PlaceholderId.of(text);
    }
}
