package dev.waggle.connect.lucene;

import java.time.Instant;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.NewMemory;

/** Event in the log of memories. */
sealed interface MemoryEvent {

    /** Field of the kind of an event. */
    String KIND = "kind";
    /** Field of the id of a memory. */
    String ID = "id";

    /** A memory was stored, or an equal one was reinforced by its author. */
    record Shared(String id, NewMemory memory) implements MemoryEvent {

        @Override
        public JsonValue.Obj json() {
            return memoryFields(new JsonObjectBuilder().with(KIND, "shared").with(ID, id), memory).json();
        }
    }

    /** An agent agreed with a memory. */
    record Reinforced(String id, String agent) implements MemoryEvent {

        @Override
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().with(KIND, "reinforced").with(ID, id).with("agent", agent).json();
        }
    }

    /** A solve has ended, and memories fade if the last time is long enough ago. */
    record Decayed(Instant time, long everyMillis) implements MemoryEvent {

        @Override
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().with(KIND, "decayed").with("time", time.toEpochMilli())
                    .with("everyMillis", everyMillis).json();
        }
    }

    /** The outcome of a solve was told. */
    record Judged(String run, MemoryOutcome outcome) implements MemoryEvent {

        @Override
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().with(KIND, "judged").with("run", run).with("outcome", outcome.wireName())
                    .json();
        }
    }

    /** A memory says the same as another one, which stays. */
    record Merged(String id, String into) implements MemoryEvent {

        @Override
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().with(KIND, "merged").with(ID, id).with("into", into).json();
        }
    }

    /** The store was full, and one of its weakest memories left. */
    record Evicted(String id) implements MemoryEvent {

        @Override
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().with(KIND, "evicted").with(ID, id).json();
        }
    }

    /**
     * Entries were redacted; without ids, because those follow from the texts.
     *
     * @param changesOthers true if they had effects on memories that stay
     */
    record Forgotten(List<Long> numbers, boolean changesOthers) implements MemoryEvent {

        public Forgotten {
            numbers = List.copyOf(numbers);
        }

        @Override
        public JsonValue.Obj json() {
            return new JsonObjectBuilder().with(KIND, "forgotten")
                    .with("entries", JsonValue.of(numbers.stream().map(JsonValue::of).toList()))
                    .with("changesOthers", changesOthers).json();
        }
    }

    /** The event as the log holds it. */
    JsonValue.Obj json();

    /** Ids of the memories that it is about. */
    default Set<String> memories() {
        return switch (this) {
            case Shared shared -> Set.of(shared.id());
            case Reinforced reinforced -> Set.of(reinforced.id());
            case Merged merged -> Set.copyOf(List.of(merged.id(), merged.into()));
            case Evicted evicted -> Set.of(evicted.id());
            case Decayed _, Judged _, Forgotten _ -> Set.of();
        };
    }

    /**
     * The event of an entry.
     *
     * @throws IllegalArgumentException when it is none; the message begins with the path of the field
     */
    static MemoryEvent of(JsonValue.Obj json) {
        JsonObjectReader in = JsonObjectReader.root(KIND, json);
        MemoryEvent event = switch (in.text(KIND)) {
            case "shared" -> new Shared(in.text(ID), memory(in));
            case "reinforced" -> new Reinforced(in.text(ID), in.text("agent"));
            case "decayed" -> new Decayed(Instant.ofEpochMilli(in.integer("time")), in.integer("everyMillis"));
            case "judged" -> new Judged(in.text("run"), MemoryOutcome.ofWireName(in.text("outcome")));
            case "merged" -> new Merged(in.text(ID), in.text("into"));
            case "evicted" -> new Evicted(in.text(ID));
            case "forgotten" -> new Forgotten(numbers(in),
                    Boolean.TRUE.equals(in.optionalFlag("changesOthers")));
            default -> throw in.invalid(KIND, "a known kind");
        };
        in.rejectUnknownFields();
        return event;
    }

    private static List<Long> numbers(JsonObjectReader in) {
        return in.items("entries").stream()
                .map(item -> item instanceof JsonValue.Num(var number) ? number.longValue() : 0L).toList();
    }

    /** Adds the fields of a memory. */
    static JsonObjectBuilder memoryFields(JsonObjectBuilder fields, NewMemory memory) {
        MemoryOrigin origin = memory.origin();
        return fields.with("content", memory.content()).with("category", memory.category())
                .with("importance", memory.importance()).with("author", origin.author())
                .withPresent("tenant", origin.tenant()).withPresent("run", origin.run())
                .withPresent("signal", origin.signalId()).with("time", origin.time().toEpochMilli())
                .with("metadata", memory.metadata());
    }

    /** The memory of {@link #memoryFields its fields}. */
    static NewMemory memory(JsonObjectReader in) {
        MemoryOrigin origin = new MemoryOrigin(in.text("author"), in.optionalText("tenant"), in.optionalText("run"),
                in.optionalText("signal"), Instant.ofEpochMilli(in.integer("time")));
        if (!(in.value("metadata") instanceof JsonValue.Obj(var values))) {
            throw in.invalid("metadata", "an object");
        }
        return new NewMemory(in.text("content"), in.text("category"), in.number("importance"), origin, values);
    }
}
