package dev.waggle.journal.tape;

import java.math.BigDecimal;
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

/**
 * Finds the random seed of a run in its {@code run:opened}, or in the first line of a file of calls that has no such
 * entry. Owned by one thread.
 */
final class SeedFinder {

    private static final SignalType RUN = SignalType.custom("run:opened");
    private static final SignalType RECORDING = SignalType.custom("recording:opened");
    private static final Emission BY_RECORDER = Emission.by("recorder");
    private static final String SEED = "seed";

    private @Nullable Long found;

    /** The line with the seed if no other entry has it. */
    static LogEntry entry(String signalId, Instant now, long seed) {
        JsonValue data = new JsonObjectBuilder().with(SEED, seed).with("tags", List.of()).json();
        return new LogEntry(1, now, BY_RECORDER, new Signal(signalId, RECORDING, Source.named(BY_RECORDER.by()), now,
                Payload.Open.data(data), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of()));
    }

    static boolean isOpening(LogEntry entry) {
        return entry.emission().equals(BY_RECORDER) && entry.signal().type().equals(RECORDING);
    }

    void accept(LogEntry entry) {
        boolean opensRun = entry.emission().invocation() == 0 && entry.signal().type().equals(RUN);
        if (found == null && (opensRun || isOpening(entry))) {
            found = seed(entry.signal());
        }
    }

    /** The seed; {@code null} when no entry had a whole number. */
    @Nullable Long value() {
        return found;
    }

    private static @Nullable Long seed(Signal signal) {
        if (!(signal.payload() instanceof Payload.Open open && open.data() instanceof JsonValue.Obj data
                && data.fields().get(SEED) instanceof JsonValue.Num(BigDecimal number))) {
            return null;
        }
        return number.precision() - (long) number.scale() <= Long.toString(Long.MAX_VALUE).length()
                && number.scale() <= Long.SIZE && number.compareTo(BigDecimal.valueOf(number.longValue())) == 0
                        ? Long.valueOf(number.longValue())
                        : null;
    }
}
