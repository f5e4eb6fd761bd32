package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.ObjReader;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.world.World;

/** Delivery facts as ordinary signals: a type that begins with {@code inbox:}, and data. */
final class FactCodec {

    private FactCodec() {}

    static Signal encode(Fact fact, World world) {
        return switch (fact) {
            case Fact.Known it ->
                signal("known", world, new Data().text("agentId", it.agentId()).whole("after", it.after()));
            case Fact.Subscribed it -> signal("subscribed", world, data(it.subscription()));
            case Fact.Unsubscribed it ->
                signal("unsubscribed", world, new Data().text("agentId", it.agentId()).text("pattern", it.pattern()));
            case Fact.Acknowledged it ->
                signal("acknowledged", world, new Data().text("agentId", it.agentId()).whole("upTo", it.upTo()));
            case Fact.Passed it -> signal("passed", world, new Data().whole("upTo", it.upTo())
                    .put("but", JsonValue.of(it.but().stream().sorted().map(JsonValue::of).toList())));
            case Fact.Dead it -> signal("dead-letter", world, data(it.letter()).whole("taken", it.taken()));
            case Fact.Skipped it -> signal("skipped", world,
                    new Data().text("agentId", it.agentId()).whole("taken", it.taken()).whole("to", it.to()));
            case Fact.Forgotten it -> signal("forgotten", world, new Data().whole("deadLetters", it.deadLetters()));
            case Fact.Rewound it -> signal("rewound", world, new Data().whole("to", it.to()));
        };
    }

    /**
     * The fact of a signal.
     *
     * @throws IllegalArgumentException when it is none
     */
    static Fact decode(Signal signal) {
        JsonValue data = signal.payload() instanceof Payload.Open open ? open.data() : null;
        ObjReader in = ObjReader.top("a delivery fact", data == null ? JsonValue.ofNull() : data);
        return switch (signal.type().text()) {
            case "inbox:known" -> new Fact.Known(in.text("agentId"), in.whole("after"));
            case "inbox:subscribed" -> new Fact.Subscribed(subscription(in));
            case "inbox:unsubscribed" -> new Fact.Unsubscribed(in.text("agentId"), in.text("pattern"));
            case "inbox:acknowledged" -> new Fact.Acknowledged(in.text("agentId"), in.whole("upTo"));
            case "inbox:passed" -> new Fact.Passed(in.whole("upTo"), Set.copyOf(in.texts("but")));
            case "inbox:dead-letter" -> new Fact.Dead(letter(in), in.whole("taken"));
            case "inbox:skipped" -> new Fact.Skipped(in.text("agentId"), in.whole("taken"), in.whole("to"));
            case "inbox:forgotten" -> new Fact.Forgotten(in.whole("deadLetters"));
            case "inbox:rewound" -> new Fact.Rewound(in.whole("to"));
            default -> throw new IllegalArgumentException("no delivery fact is called \"" + signal.type() + '"');
        };
    }

    private static Signal signal(String word, World world, Data data) {
        return new Signal(world.nextId("fact"), new SignalType(Profile.DURABLE, "inbox:" + word), new Source.System(),
                world.now(), Payload.Open.data(JsonValue.of(data.fields)), Scope.NONE, Links.NONE, Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    private static Data data(Subscription it) {
        return new Data().text("agentId", it.agentId())
                .text("pattern", it.pattern())
                .put("silent", JsonValue.of(it.silent()))
                .put("own", JsonValue.of(it.own()))
                .whole("createdAt", it.createdAt().toEpochMilli())
                .whole("updatedAt", it.updatedAt().toEpochMilli())
                .whole("after", it.after());
    }

    private static Subscription subscription(ObjReader in) {
        return in.build(() -> new Subscription(in.text("agentId"), in.text("pattern"), in.flag("silent"),
                in.flag("own"), Instant.ofEpochMilli(in.whole("createdAt")),
                Instant.ofEpochMilli(in.whole("updatedAt")), in.whole("after")));
    }

    private static Data data(DeadLetter it) {
        return new Data().text("agentId", it.agentId())
                .whole("from", it.from())
                .whole("to", it.to())
                .whole("count", it.count())
                .text("reason", it.reason().name())
                .text("detail", it.detail())
                .whole("at", it.at().toEpochMilli());
    }

    private static DeadLetter letter(ObjReader in) {
        return in.build(() -> new DeadLetter(in.text("agentId"), in.whole("from"), in.whole("to"), in.whole("count"),
                DeadLetter.Reason.valueOf(in.text("reason")), in.text("detail"),
                Instant.ofEpochMilli(in.whole("at"))));
    }

    /** The fields of a fact while they are collected. */
    private static final class Data {

        private final Map<String, JsonValue> fields = new LinkedHashMap<>();

        Data put(String name, JsonValue value) {
            fields.put(name, value);
            return this;
        }

        Data text(String name, String value) {
            return put(name, JsonValue.of(value));
        }

        Data whole(String name, long value) {
            return put(name, JsonValue.of(value));
        }
    }
}
