package dev.waggle.signal.codec;

import java.util.List;

import dev.waggle.signal.Audience;
import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/** The named parts of the envelope. An empty part has no field. */
final class EnvelopeCodec {

    private EnvelopeCodec() {}

    static void encode(Source source, FieldSink to) {
        switch (source) {
            case Source.System _ -> to.text("type", "system");
            case Source.Agent it -> to.text("type", "agent").text("id", it.id());
            case Source.Webhook it -> to.text("type", "webhook").text("id", it.id());
            case Source.Process it -> to.text("type", "process").text("id", it.id());
            case Source.Harness it ->
                to.text("type", "harness").text("agent", it.agent()).text("harness", it.harness());
            case Source.Named it -> to.text("type", "name").text("name", it.name());
            case Source.None _ -> to.text("type", "none");
        }
    }

    static Source source(JsonObjectReader from) {
        Source source = JsonObjectReader.build("", () -> switch (from.text("type")) {
            case "system" -> new Source.System();
            case "agent" -> new Source.Agent(from.text("id"));
            case "webhook" -> new Source.Webhook(from.optionalText("id"));
            case "process" -> new Source.Process(from.optionalText("id"));
            case "harness" -> new Source.Harness(from.optionalText("agent"), from.optionalText("harness"));
            case "name" -> new Source.Named(from.text("name"));
            case "none" -> new Source.None();
            default -> throw from.invalid("type", "one of system, agent, webhook, process, harness, name, none");
        });
        from.rejectUnknownFields();
        return source;
    }

    static void encode(Scope scope, FieldSink to) {
        to.text("tenant", scope.tenant())
                .text("thread", scope.thread())
                .text("run", scope.run())
                .integer("round", scope.round())
                .integer("step", scope.step());
    }

    static Scope scope(@Nullable JsonObjectReader from) {
        if (from == null) {
            return Scope.NONE;
        }
        Scope scope = from.build(() -> new Scope(from.optionalText("tenant"), from.optionalText("thread"),
                from.optionalText("run"), from.optionalInt("round"), from.optionalInteger("step")));
        from.rejectUnknownFields();
        return scope;
    }

    static void encode(Links links, FieldSink to) {
        to.text("cause", links.cause())
                .text("replyTo", links.replyTo())
                .text("replaces", links.replaces());
        if (!links.about().isEmpty()) {
            to.texts("about", links.about());
        }
    }

    static Links links(@Nullable JsonObjectReader from) {
        if (from == null) {
            return Links.NONE;
        }
        Links links = from.build(() -> new Links(from.optionalText("cause"), from.optionalText("replyTo"),
                from.optionalText("replaces"), from.optionalTexts("about")));
        from.rejectUnknownFields();
        return links;
    }

    static void encode(Grading grading, FieldSink line) {
        line.number("confidence", grading.confidence())
                .constant("priority", grading.priority())
                .number("priorityValue", grading.priorityValue())
                .constant("causalLevel", grading.causalLevel());
    }

    static Grading grading(JsonObjectReader line) {
        return line.build(() -> new Grading(line.optionalFraction("confidence"),
                line.optionalConstant("priority", Priority.values()), line.optionalNumber("priorityValue"),
                line.optionalConstant("causalLevel", CausalLevel.values())));
    }

    static void encode(Lifetime lifetime, FieldSink to) {
        switch (lifetime) {
            case Lifetime.DefaultTtl _ -> {
            }
            case Lifetime.Unlimited _ -> to.text("type", "unlimited");
            case Lifetime.Ttl it -> TimeCodec.encode("span", it.span(), to.text("type", "ttl"));
            case Lifetime.UntilStep it -> to.text("type", "untilStep").integer("step", it.step());
        }
    }

    static Lifetime lifetime(@Nullable JsonObjectReader from) {
        if (from == null) {
            return Lifetime.defaultTtl();
        }
        Lifetime lifetime = JsonObjectReader.build("lifetime: ", () -> switch (from.text("type")) {
            case "unlimited" -> Lifetime.unlimited();
            case "ttl" -> Lifetime.ttl(TimeCodec.duration(from, "span"));
            case "untilStep" -> new Lifetime.UntilStep(from.integer("step"));
            default -> throw from.invalid("type", "one of unlimited, ttl, untilStep");
        });
        from.rejectUnknownFields();
        return lifetime;
    }

    static void encode(Audience audience, FieldSink to) {
        switch (audience) {
            case Audience.Everyone _ -> {
            }
            case Audience.Role it -> to.text("type", "role").constant("word", it.word());
            case Audience.Ids it -> to.text("type", "ids").texts("ids", List.copyOf(it.recipients()));
        }
    }

    static Audience audience(@Nullable JsonObjectReader from) {
        if (from == null) {
            return Audience.everyone();
        }
        Audience audience = JsonObjectReader.build("", () -> switch (from.text("type")) {
            case "role" -> new Audience.Role(from.constant("word", Audience.RoleName.values()));
            case "ids" -> new Audience.Ids(from.texts("ids"));
            default -> throw from.invalid("type", "one of role, ids");
        });
        from.rejectUnknownFields();
        return audience;
    }
}
