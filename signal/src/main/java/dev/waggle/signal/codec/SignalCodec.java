package dev.waggle.signal.codec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

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
import dev.waggle.signal.json.FieldSink;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

/**
 * Signals as JSON objects; the fields are listed in the documentation of this package.
 *
 * <p>The law is that {@code decode(encode(s))} equals {@code s} for every signal that exists. Every object that is not
 * a signal is refused with the path and the value, for example {@code data.weight must be a finite number, got "0.5"}.
 */
public final class SignalCodec {

    private SignalCodec() {}

    /** The object of a signal, in the order in which people read it; empty parts are omitted. */
    public static JsonValue.Obj encode(Signal signal) {
        return JsonObjectBuilder.of(signal, SignalCodec::encode);
    }

    /**
     * The signal of an object.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static Signal decode(JsonValue value) {
        return decode(JsonObjectReader.root("a signal", value));
    }

    public static void encode(Signal signal, FieldSink line) {
        line.text("id", signal.id())
                .text("type", signal.type().text())
                .object("source", signal.source(), EnvelopeCodec::encode);
        PayloadCodec.encodeBody(signal.payload(), line);
        TimeCodec.encode("createdAt", signal.time(), line);
        if (!signal.type().equals(SignalType.of(signal.type().text()))) {
            line.text("profile", signal.type().profile().wireName());
        }
        line.optionalObject("scope", signal.scope(), EnvelopeCodec::encode).optionalObject("links", signal.links(),
                EnvelopeCodec::encode);
        EnvelopeCodec.encode(signal.grading(), line);
        line.optionalObject("lifetime", signal.lifetime(), EnvelopeCodec::encode)
                .optionalObject("audience", signal.audience(), EnvelopeCodec::encode);
        if (!signal.extensions().isEmpty()) {
            line.value("extensions", JsonValue.of(signal.extensions()));
        }
    }

    /** Takes every field of a signal; all remaining fields belong to its extensions. */
    public static Signal decode(JsonObjectReader line) {
        String id = line.text("id");
        SignalType type = type(line);
        Source source = EnvelopeCodec.source(line.object("source"));
        Payload payload = PayloadCodec.decodeBody(type, line);
        var time = TimeCodec.instant(line, "createdAt");
        Scope scope = EnvelopeCodec.scope(line.optionalObject("scope"));
        Links links = EnvelopeCodec.links(line.optionalObject("links"));
        Grading grading = EnvelopeCodec.grading(line);
        Lifetime lifetime = EnvelopeCodec.lifetime(line.optionalObject("lifetime"));
        Audience audience = EnvelopeCodec.audience(line.optionalObject("audience"));
        Map<String, JsonValue> extensions = extensions(line);
        return line.build(() -> new Signal(id, type, source, time, payload, scope, links, grading, lifetime, audience,
                extensions));
    }

    private static SignalType type(JsonObjectReader line) {
        String text = line.text("type");
        String word = line.optionalText("profile");
        if (word == null) {
            return line.build(() -> SignalType.of(text));
        }
        Profile profile = line.build(() -> Profile.of(word));
        if (profile == Profile.SWARM && SignalType.of(text).profile() != Profile.SWARM) {
            throw line.invalid("type", "one of the swarm family ("
                    + SignalType.SWARM.stream().map(SignalType::text).collect(Collectors.joining(", ")) + ')',
                    "Maybe it is a type of your own: leave \"profile\" out.");
        }
        return line.build(() -> new SignalType(profile, text));
    }

    /** Extensions in their own object and, in lines of newer or other programs, all unknown fields beside it. */
    private static Map<String, JsonValue> extensions(JsonObjectReader line) {
        JsonObjectReader named = line.optionalObject("extensions");
        Map<String, JsonValue> unknown = line.unknownFields();
        if (named == null) {
            return unknown;
        }
        if (unknown.isEmpty()) {
            return named.unknownFields();
        }
        Map<String, JsonValue> all = new LinkedHashMap<>(unknown);
        all.putAll(named.unknownFields());
        return all;
    }
}
