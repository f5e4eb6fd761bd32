package dev.waggle.journal.cassette;

import java.time.Instant;
import java.util.List;
import java.util.Map;

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
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** The last line of the recording of a run that came to no good end. */
public final class CassetteFailure {

    private static final SignalType TYPE = SignalType.custom("recording:finished");
    private static final Emission BY = Emission.by("recorder");
    private static final String OUTCOME = "outcome";
    private static final String FAILED = "failed";
    private static final String REASON = "reason";

    private CassetteFailure() {}

    /**
     * Entry that records the failure.
     *
     * @param sequence its line
     * @param signalId the id of its signal
     * @param run the run, if it had begun
     * @param reason the reason, for people
     */
    public static LogEntry entry(long sequence, String signalId, Instant now, @Nullable String run, String reason) {
        JsonValue data = new JsonObjectBuilder().with("checkpoints", List.of())
                .with(OUTCOME, FAILED)
                .with(REASON, reason)
                .with("signalCount", sequence - 1).json();
        Scope scope = run == null ? Scope.NONE : new Scope(null, null, run, null, null);
        return new LogEntry(sequence, now, BY, new Signal(signalId, TYPE, Source.named(BY.by()), now,
                Payload.Open.data(data), scope, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of()));
    }

    /** True if an entry is such a line. */
    public static boolean isFailure(LogEntry entry) {
        return entry.emission().equals(BY) && entry.signal().type().equals(TYPE)
                && JsonValue.of(FAILED).equals(data(entry).get(OUTCOME));
    }

    /** The failure reason in such a line. */
    public static String reason(LogEntry entry) {
        return data(entry).get(REASON) instanceof JsonValue.Str(String reason) ? reason : FAILED;
    }

    private static Map<String, JsonValue> data(LogEntry entry) {
        return entry.signal().payload() instanceof Payload.Open open
                && open.data() instanceof JsonValue.Obj(Map<String, JsonValue> fields) ? fields : Map.of();
    }
}
