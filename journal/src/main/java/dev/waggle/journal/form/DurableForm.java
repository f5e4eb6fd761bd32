package dev.waggle.journal.form;

import java.time.Instant;
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

/**
 * Durable runtime events: {@code id}, {@code type}, {@code source}, {@code data} if there is any, {@code createdAt}
 * in milliseconds. The source has the type system, agent with {@code id}, or webhook or process with an optional
 * {@code id}; {@code userId}, the tenant, is optional. Absent data and the value null are two things. User-defined
 * types are supported too.
 */
public final class DurableForm extends SignalForm {

    private static final Set<String> FIELDS = Set.of("id", "type", "source", "data", "createdAt");

    public DurableForm() {
        super("durable", FIELDS, Profile.DURABLE, Profile.CUSTOM);
    }

    @Override
    Signal read(JsonObjectReader from) {
        JsonObjectReader who = from.object("source");
        Source source = who.build(() -> source(who));
        Scope scope = who.build(() -> new Scope(who.optionalText("userId"), null, null, null, null));
        return new Signal(from.text("id"), new SignalType(Profile.DURABLE, from.text("type")), source,
                Instant.ofEpochMilli(from.integer("createdAt")),
                new Payload.Open(null, null, from.optional("data"), null), scope, Links.NONE, Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    @Override
    JsonObjectBuilder write(Signal signal) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        fields.with("id", signal.id());
        fields.with("type", signal.type().text());
        JsonObjectBuilder source = source(signal);
        source.withPresent("userId", signal.scope().tenant());
        fields.with("source", source.json());
        JsonValue data = signal.payload() instanceof Payload.Open open ? open.data() : null;
        fields.withPresent("data", data);
        try {
            fields.with("createdAt", signal.time().toEpochMilli());
        } catch (ArithmeticException beyond) {
            throw refusal(signal, "its time has no milliseconds in 64 bits");
        }
        return fields;
    }

    private static Source source(JsonObjectReader from) {
        return switch (from.text("type")) {
            case "system" -> new Source.System();
            case "agent" -> new Source.Agent(from.text("id"));
            case "webhook" -> new Source.Webhook(from.optionalText("id"));
            case "process" -> new Source.Process(from.optionalText("id"));
            default -> throw from.invalid("type", "one of system, agent, webhook, process");
        };
    }

    private JsonObjectBuilder source(Signal signal) {
        JsonObjectBuilder source = new JsonObjectBuilder();
        switch (signal.source()) {
            case Source.System _ -> source.with("type", "system");
            case Source.Agent it -> {
                source.with("type", "agent");
                source.withPresent("id", it.id());
            }
            case Source.Webhook it -> {
                source.with("type", "webhook");
                source.withPresent("id", it.id());
            }
            case Source.Process it -> {
                source.with("type", "process");
                source.withPresent("id", it.id());
            }
            case Source.Harness _, Source.Named _, Source.None _ ->
                throw refusal(signal, "its source is neither system, agent, webhook nor process");
        }
        return source;
    }
}
