package dev.waggle.signal.log;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;

/** The fact {@code journal:deleted}: the entries of a run were removed. It names the run and their number. */
public final class DeletionFact {

    private static final SignalType DELETED = SignalType.custom("journal:deleted");

    private DeletionFact() {}

    /**
     * The signal of a deletion. It is no signal of the run, of which no entry is left.
     *
     * @param id id of the fact
     * @param entries number of removed entries, at least 1
     */
    public static Signal signal(String id, Instant now, String run, long entries) {
        return new Signal(id, DELETED, Source.named(Emission.REDACTOR), now,
                new Payload.Open(null, null, new JsonObjectBuilder().with("run", run).with("entries", entries).json(),
                        null),
                Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    /** A run with the number of its removed entries. */
    public record RemovedRun(String run, long entries) {}

    /** The run that an entry of the log reports as deleted; empty for any other entry. */
    public static Optional<RemovedRun> removedBy(LogEntry entry) {
        if (!isFact(entry) || !(entry.signal().payload() instanceof Payload.Open open) || open.data() == null) {
            return Optional.empty();
        }
        try {
            JsonObjectReader data = JsonObjectReader.root("journal:deleted", open.data());
            return Optional.of(new RemovedRun(data.text("run"), data.integer("entries")));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }

    /** True if an entry is such a fact. */
    public static boolean isFact(LogEntry entry) {
        return entry.emission().by().equals(Emission.REDACTOR) && entry.signal().type().equals(DELETED);
    }
}
