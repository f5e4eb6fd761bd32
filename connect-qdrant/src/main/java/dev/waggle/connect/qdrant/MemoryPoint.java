package dev.waggle.connect.qdrant;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;

/**
 * Memory as a point.
 *
 * @param id id of the memory
 * @param memory the memory as it was stored first
 * @param order place in the order of storing
 * @param fading its strength
 * @param reinforcedBy agents that agreed, the first one first
 * @param version number of changes
 */
record MemoryPoint(String id, NewMemory memory, long order, FadingState fading, List<String> reinforcedBy,
        long version) {

    MemoryPoint {
        reinforcedBy = List.copyOf(reinforcedBy);
    }

    /** The point of a new memory. */
    static MemoryPoint fresh(String id, NewMemory memory, long order, long now) {
        return new MemoryPoint(id, memory, order, FadingState.fresh(now), List.of(), 0);
    }

    /**
     * The memory of a point.
     *
     * @throws IllegalArgumentException when the point is of another program
     */
    static MemoryPoint of(QdrantPoint point) {
        String id = PointId.memory(point.id());
        if (id == null) {
            throw new IllegalArgumentException("its id is " + point.id());
        }
        return of(id, point.payload());
    }

    /**
     * The memory in a payload.
     *
     * @throws IllegalArgumentException when the payload is of another program
     */
    static MemoryPoint of(String id, JsonValue payload) {
        JsonObjectReader reader = JsonObjectReader.root("the payload of " + id, payload);
        MemoryOrigin origin = new MemoryOrigin(reader.text(PayloadField.AUTHOR),
                reader.optionalText(PayloadField.TENANT), reader.optionalText(PayloadField.RUN),
                reader.optionalText(PayloadField.SIGNAL), time(reader.text(PayloadField.TIME)));
        NewMemory memory = new NewMemory(reader.text(PayloadField.CONTENT), reader.text(PayloadField.CATEGORY),
                reader.fraction(PayloadField.IMPORTANCE), origin, metadata(reader.text(PayloadField.METADATA)));
        return new MemoryPoint(id, memory, reader.integer(PayloadField.ORDER), FadingState.of(reader),
                texts(reader.value(PayloadField.REINFORCED_BY)), reader.integer(PayloadField.VERSION));
    }

    /** The point after the agreement of these agents; of the same version if all had agreed. */
    MemoryPoint reinforced(Iterable<String> agents, long now, MemoryRules rules) {
        FadingState state = fading;
        Set<String> known = new LinkedHashSet<>(reinforcedBy);
        for (String agent : agents) {
            String name = encodable(agent);
            if (!name.equals(memory.origin().author()) && known.add(name)) {
                state = state.reinforced(now, rules);
            }
        }
        return known.size() == reinforcedBy.size()
                ? this
                : new MemoryPoint(id, memory, order, state, List.copyOf(known), version + 1);
    }

    /** The point with that outcome; of the same version if it has it. */
    MemoryPoint judged(MemoryOutcome told) {
        return fading.outcome() == told
                ? this
                : new MemoryPoint(id, memory, order, fading.judged(told), reinforcedBy, version + 1);
    }

    StoredMemory stored(long now, MemoryRules rules) {
        return new StoredMemory(id, memory.content(), memory.category(), memory.importance(),
                fading.strengthAt(now, rules), memory.origin(), new LinkedHashSet<>(reinforcedBy), fading.outcome(),
                memory.metadata());
    }

    /** The whole payload. */
    JsonValue.Obj payload(MemoryRules rules) {
        MemoryOrigin origin = memory.origin();
        return new JsonObjectBuilder().with(PayloadField.CONTENT, encodable(memory.content()))
                .with(PayloadField.CATEGORY, encodable(memory.category()))
                .with(PayloadField.IMPORTANCE, memory.importance())
                .with(PayloadField.AUTHOR, encodable(origin.author()))
                .withPresent(PayloadField.TENANT, origin.tenant()).withPresent(PayloadField.RUN, origin.run())
                .withPresent(PayloadField.SIGNAL, origin.signalId()).with(PayloadField.TIME, origin.time().toString())
                .with(PayloadField.ORDER, order)
                .with(PayloadField.METADATA, JsonLine.of(JsonValue.of(memory.metadata()))).withAll(changes(rules))
                .json();
    }

    /** The part of the payload that changes. */
    JsonValue.Obj changes(MemoryRules rules) {
        return new JsonObjectBuilder().with(PayloadField.STRENGTH, fading.strength())
                .with(PayloadField.TICK, fading.tick()).withTexts(PayloadField.REINFORCED_BY, reinforcedBy)
                .with(PayloadField.REINFORCEMENTS, fading.reinforcements())
                .with(PayloadField.OUTCOME, fading.outcome().wireName()).with(PayloadField.FADE, fading.fade(rules))
                .with(PayloadField.VERSION, version).json();
    }

    /** Text with a question mark for half surrogate pairs, which UTF-8 cannot hold and Qdrant refuses. */
    private static String encodable(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException notADate) {
            throw new IllegalArgumentException("time must be a date, got " + text, notADate);
        }
    }

    private static Map<String, JsonValue> metadata(String text) {
        if (JsonText.read(text) instanceof JsonValue.Obj(Map<String, JsonValue> fields)) {
            return fields;
        }
        throw new IllegalArgumentException("metadata must be an object, got " + text);
    }

    private static List<String> texts(JsonValue value) {
        List<String> texts = new ArrayList<>();
        if (value instanceof JsonValue.Arr(List<JsonValue> items)) {
            for (JsonValue item : items) {
                if (item instanceof JsonValue.Str(String text)) {
                    texts.add(text);
                }
            }
        }
        return texts;
    }
}
