package dev.waggle.swarm.memory;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import org.jspecify.annotations.Nullable;

/**
 * Provenance of a recalled memory: its author, solve, age and outcome. The {@code memory:shared} signal of the memory
 * carries it as an extension.
 *
 * @param id id of the memory in its store; not blank
 * @param author the agent or person that said it first; {@code null} if the store does not know
 * @param run the solve in which it was said; {@code null} if there is none, or the store does not know
 * @param time when it was stored first; {@code null} if the store does not know
 * @param ageMillis its age at the recall in milliseconds, at least 0; {@code null} if the store does not know
 * @param outcome outcome of the solve in which it was said
 * @param strength its strength at the recall, 0..1
 */
public record MemoryProvenance(String id, @Nullable String author, @Nullable String run, @Nullable Instant time,
        @Nullable Long ageMillis, MemoryOutcome outcome, double strength) {

    /** Key of the extension. */
    public static final String KEY = "memory";

    private static final String ID = "id";
    private static final String AUTHOR = "author";
    private static final String RUN = "run";
    private static final String TIME = "time";
    private static final String AGE = "ageMillis";
    private static final String OUTCOME = "outcome";
    private static final String STRENGTH = "strength";

    public MemoryProvenance {
        if (id.isBlank()) {
            throw new IllegalArgumentException("the id of a memory must not be blank");
        }
        if (ageMillis != null && ageMillis < 0) {
            throw new IllegalArgumentException("the age of memory " + id + " must be at least 0, got " + ageMillis);
        }
        if (!(strength >= 0 && strength <= 1)) {
            throw new IllegalArgumentException(
                    "strength of memory " + id + " must be between 0 and 1, got " + strength);
        }
    }

    /** Provenance at a recall. A memory from the future, whose clock was ahead, has the age 0. */
    public static MemoryProvenance of(RecalledMemory memory, Instant now) {
        MemoryOrigin origin = memory.origin();
        return origin == null
                ? new MemoryProvenance(memory.id(), null, null, null, null, memory.outcome(), memory.strength())
                : new MemoryProvenance(memory.id(), origin.author(), origin.run(), origin.time(),
                        Math.max(0, Duration.between(origin.time(), now).toMillis()), memory.outcome(),
                        memory.strength());
    }

    /**
     * Provenance of the memory in a signal. Empty for a signal that is no recalled memory, whatever its extensions say,
     * and for one in a log of a version without provenance.
     */
    public static Optional<MemoryProvenance> of(Signal signal) {
        return isRecalled(signal) && signal.extensions().get(KEY) instanceof JsonValue.Obj fields
                ? Optional.ofNullable(readable(fields))
                : Optional.empty();
    }

    /** True for the signal of a recalled memory: the memory itself is its source. */
    public static boolean isRecalled(Signal signal) {
        return signal.payload() instanceof Payload.SharedMemory
                && signal.source().equals(Source.named(InfrastructureNames.MEMORY));
    }

    private static @Nullable MemoryProvenance readable(JsonValue.Obj fields) {
        try {
            return read(JsonObjectReader.root(KEY, fields));
        } catch (IllegalArgumentException foreign) {
            return null; // An imported log may hold anything under that key.
        }
    }

    /** Its JSON; fields without a value are absent. */
    public JsonValue.Obj json() {
        return new JsonObjectBuilder().with(ID, id)
                .withPresent(AUTHOR, author)
                .withPresent(RUN, run)
                .withPresent(TIME, time == null ? null : time.toString())
                .withPresent(AGE, ageMillis == null ? null : JsonValue.of(ageMillis))
                .with(OUTCOME, outcome.wireName())
                .with(STRENGTH, strength).json();
    }

    /**
     * Reads its JSON, also beside other fields.
     *
     * @throws IllegalArgumentException when it is something else; the message begins with the path of the field
     */
    public static MemoryProvenance read(JsonObjectReader fields) {
        String id = fields.text(ID);
        String author = fields.optionalText(AUTHOR);
        String run = fields.optionalText(RUN);
        String stated = fields.optionalText(TIME);
        Long age = fields.optionalInteger(AGE);
        MemoryOutcome outcome = fields.oneOf(OUTCOME, MemoryOutcome.values(), MemoryOutcome::wireName);
        double strength = fields.number(STRENGTH);
        return fields.build(() -> new MemoryProvenance(id, author, run, stated == null ? null : instant(stated), age,
                outcome, strength));
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException other) {
            throw new IllegalArgumentException(TIME + " must be an instant such as 2026-03-01T12:00:00Z, got " + text,
                    other);
        }
    }

    /** True if the JSON of a recalled memory holds provenance; a log of an earlier version has none. */
    public static boolean isIn(JsonObjectReader fields) {
        return fields.has(STRENGTH);
    }
}
