package dev.waggle.server.api.data;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.jspecify.annotations.Nullable;

/**
 * Codec of a memory as the JSON that commands and the server write and read.
 *
 * <pre>
 *   id, content, category, importance, strength, author, tenant, run, signal, time (milliseconds since 1970),
 *   reinforcedBy, outcome (unknown, right or wrong), metadata
 * </pre>
 *
 * <p>A memory without a tenant, a run or a signal omits that field.
 */
public final class StoredMemoryJson {

    private StoredMemoryJson() {}

    /** All fields of a memory. */
    public static JsonValue.Obj of(StoredMemory memory) {
        return fields(memory).json();
    }

    /** The fields of a memory, to which more can be added. */
    public static JsonObjectBuilder fields(StoredMemory memory) {
        MemoryOrigin origin = memory.origin();
        return new JsonObjectBuilder().with("id", memory.id()).with("content", memory.content())
                .with("category", memory.category()).with("importance", memory.importance())
                .with("strength", memory.strength()).with("author", origin.author())
                .withPresent("tenant", origin.tenant()).withPresent("run", origin.run())
                .withPresent("signal", origin.signalId()).with("time", origin.time().toEpochMilli())
                .withTexts("reinforcedBy", List.copyOf(memory.reinforcedBy()))
                .with("outcome", memory.outcome().wireName()).with("metadata", memory.metadata());
    }

    /**
     * Memory that is read from JSON. Its id follows from tenant and text, and its strength begins anew.
     *
     * @param memory the memory
     * @param reinforcedBy ids of the agents that agreed with it
     * @param outcome outcome of its solve
     */
    public record ReadMemory(NewMemory memory, List<String> reinforcedBy, MemoryOutcome outcome) {

        public ReadMemory {
            reinforcedBy = List.copyOf(reinforcedBy);
        }

        /** The memory, and for each agent that agreed the same text as said by that agent, which reinforces it. */
        public List<NewMemory> shared() {
            List<NewMemory> all = new ArrayList<>(List.of(memory));
            reinforcedBy.forEach(agent -> all.add(new NewMemory(memory.content(), memory.category(),
                    memory.importance(), new MemoryOrigin(agent, memory.origin().tenant(), null, null,
                            memory.origin().time()),
                    Map.of())));
            return all;
        }
    }

    /**
     * Reads a memory; only its content is required.
     *
     * @param usual category and origin of a memory that states none
     * @throws IllegalArgumentException when it is none; the message names the field
     */
    public static ReadMemory read(JsonValue json, NewMemory usual) {
        JsonObjectReader in = JsonObjectReader.root("the memory", json);
        String category = in.optionalText("category");
        Double importance = in.optionalNumber("importance");
        String outcome = in.optionalText("outcome");
        JsonObjectReader metadata = in.optionalObject("metadata");
        JsonValue stated = in.optional("metadata");
        MemoryOrigin origin = origin(in, usual.origin());
        String content = in.text("content");
        String _ = in.optionalText("id");
        Double _ = in.optionalNumber("strength");
        List<String> reinforcedBy = in.optionalTexts("reinforcedBy");
        if (reinforcedBy.stream().anyMatch(String::isBlank)) {
            throw in.invalid("reinforcedBy", "names of agents");
        }
        in.rejectUnknownFields();
        return new ReadMemory(new NewMemory(content, category == null ? usual.category() : category,
                importance == null ? usual.importance() : importance, origin,
                metadata != null && stated instanceof JsonValue.Obj(var values) ? values : Map.of()), reinforcedBy,
                outcome == null ? MemoryOutcome.UNKNOWN : MemoryOutcome.ofWireName(outcome));
    }

    private static MemoryOrigin origin(JsonObjectReader in, MemoryOrigin usual) {
        String author = in.optionalText("author");
        Long time = in.optionalInteger("time");
        return new MemoryOrigin(author == null ? usual.author() : author, or(in.optionalText("tenant"), usual.tenant()),
                in.optionalText("run"), in.optionalText("signal"),
                time == null ? usual.time() : Instant.ofEpochMilli(time));
    }

    private static @Nullable String or(@Nullable String stated, @Nullable String usual) {
        return stated == null ? usual : stated;
    }
}
