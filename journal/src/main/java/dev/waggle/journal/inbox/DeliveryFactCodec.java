package dev.waggle.journal.inbox;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;

/** Codec of delivery facts as ordinary signals. Their type begins with {@code inbox:}, and they have data. */
final class DeliveryFactCodec {

    private DeliveryFactCodec() {}

    static Signal encode(DeliveryFact fact, World world) {
        return switch (fact) {
            case DeliveryFact.AgentKnown it ->
                signal("known", world, new JsonObjectBuilder().with("agentId", it.agentId()).with("after", it.after()));
            case DeliveryFact.Subscribed it -> signal("subscribed", world, InboxCodec.encode(it.subscription()));
            case DeliveryFact.Unsubscribed it ->
                signal("unsubscribed", world,
                        new JsonObjectBuilder().with("agentId", it.key().agentId()).with("pattern", it.key().pattern())
                                .withPresent("tenant", it.key().tenant()));
            case DeliveryFact.Acknowledged it ->
                signal("acknowledged", world,
                        new JsonObjectBuilder().with("agentId", it.agentId()).with("upTo", it.upTo()));
            case DeliveryFact.AllPassed it -> signal("passed", world, new JsonObjectBuilder().with("upTo", it.upTo())
                    .with("but", JsonValue.of(it.except().stream().sorted().map(JsonValue::of).toList())));
            case DeliveryFact.DeadLettered it ->
                signal("dead-letter", world, InboxCodec.encode(it.letter()).with("taken", it.taken()));
            case DeliveryFact.Skipped it -> signal("skipped", world,
                    new JsonObjectBuilder().with("agentId", it.agentId()).with("taken", it.taken()).with("to",
                            it.to()));
            case DeliveryFact.Attempted it -> signal("attempted", world,
                    new JsonObjectBuilder().with("agentId", it.agentId()).with("attempts", attempts(it)));
            case DeliveryFact.Settled it -> signal("settled", world, data(it.agentId(), it.sequences()));
            case DeliveryFact.Requeued it -> signal("requeued", world, data(it.agentId(), it.sequences()));
            case DeliveryFact.Forgotten it ->
                signal("forgotten", world, new JsonObjectBuilder().with("deadLetters", it.deadLetters()));
            case DeliveryFact.Rewound it -> signal("rewound", world, new JsonObjectBuilder().with("to", it.to()));
        };
    }

    /**
     * The fact of a signal.
     *
     * @throws IllegalArgumentException when it is none
     */
    static DeliveryFact decode(Signal signal) {
        JsonValue data = signal.payload() instanceof Payload.Open open ? open.data() : null;
        JsonObjectReader in = JsonObjectReader.root("a delivery fact", data == null ? JsonValue.ofNull() : data);
        return switch (signal.type().text()) {
            case "inbox:known" -> new DeliveryFact.AgentKnown(in.text("agentId"), in.integer("after"));
            case "inbox:subscribed" -> new DeliveryFact.Subscribed(InboxCodec.subscription(in));
            case "inbox:unsubscribed" -> new DeliveryFact.Unsubscribed(new SubscriptionKey(in.text("agentId"),
                    in.text("pattern"), in.optionalText("tenant")));
            case "inbox:acknowledged" -> new DeliveryFact.Acknowledged(in.text("agentId"), in.integer("upTo"));
            case "inbox:passed" -> new DeliveryFact.AllPassed(in.integer("upTo"), Set.copyOf(in.texts("but")));
            case "inbox:dead-letter" -> new DeliveryFact.DeadLettered(InboxCodec.letter(in), in.integer("taken"));
            case "inbox:skipped" -> new DeliveryFact.Skipped(in.text("agentId"), in.integer("taken"), in.integer("to"));
            case "inbox:attempted" -> new DeliveryFact.Attempted(in.text("agentId"), attempts(in));
            case "inbox:settled" -> new DeliveryFact.Settled(in.text("agentId"), sequences(in));
            case "inbox:requeued" -> new DeliveryFact.Requeued(in.text("agentId"), sequences(in));
            case "inbox:forgotten" -> new DeliveryFact.Forgotten(in.integer("deadLetters"));
            case "inbox:rewound" -> new DeliveryFact.Rewound(in.integer("to"));
            default -> throw new IllegalArgumentException("no delivery fact is called \"" + signal.type() + '"');
        };
    }

    private static Signal signal(String word, World world, JsonObjectBuilder data) {
        return new Signal(world.nextId("fact"), new SignalType(Profile.DURABLE, "inbox:" + word), new Source.System(),
                world.now(), Payload.Open.data(data.json()), Scope.NONE, Links.NONE, Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    private static List<JsonValue> attempts(DeliveryFact.Attempted fact) {
        return fact.attempts().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .<JsonValue>map(entry -> new JsonObjectBuilder().with("sequence", entry.getKey())
                        .with("count", entry.getValue()).json())
                .toList();
    }

    private static Map<Long, Integer> attempts(JsonObjectReader in) {
        Map<Long, Integer> attempts = new HashMap<>();
        in.objects("attempts").forEach(entry -> attempts.put(entry.integer("sequence"), entry.int32("count")));
        return attempts;
    }

    private static JsonObjectBuilder data(String agentId, Set<Long> sequences) {
        return new JsonObjectBuilder().with("agentId", agentId).with("items", sequences.stream().sorted()
                .<JsonValue>map(sequence -> new JsonObjectBuilder().with("sequence", sequence).json()).toList());
    }

    private static Set<Long> sequences(JsonObjectReader in) {
        return in.objects("items").stream().map(item -> item.integer("sequence")).collect(Collectors.toSet());
    }
}
