package dev.waggle.journal.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

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
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.transcript.CheckpointMarker;

/** Codec of the recorder's facts about a recording, which are signals of its own in the journal of the recording. */
final class RecordingFactCodec {

    /** Reserved emission of the recorder, so that a signal of a recorded run can never look like a fact. */
    static final Emission BY_RECORDER = Emission.by("recorder");

    private static final SignalType OPENED = SignalType.custom("recording:opened");
    private static final SignalType CHECKPOINT = SignalType.custom("recording:checkpoint");
    private static final SignalType FINISHED = SignalType.custom("recording:finished");

    private RecordingFactCodec() {}

    static boolean isFact(LogEntry entry) {
        return entry.emission().by().equals(BY_RECORDER.by());
    }

    static Signal opened(String signalId, Instant now, RecordingLabel label) {
        return fact(OPENED, signalId, now, new JsonObjectBuilder().withPresent("name", label.name())
                .withPresent("harnessType", label.harnessType())
                .withTexts("tags", List.copyOf(label.tags())).json());
    }

    static boolean isOpening(LogEntry entry) {
        return isFact(entry) && entry.signal().type().equals(OPENED);
    }

    static boolean isFinish(LogEntry entry) {
        return isFact(entry) && entry.signal().type().equals(FINISHED);
    }

    static Signal checkpoint(String signalId, Instant now, CheckpointMarker checkpoint) {
        return fact(CHECKPOINT, signalId, now, data(checkpoint));
    }

    /** Repeats the earlier facts, so that the first and the last line of a finished recording are complete. */
    static Signal finished(String signalId, Instant now, Recording recording, Recording.Finish finish) {
        Duration duration = finish.duration();
        return fact(FINISHED, signalId, now, new JsonObjectBuilder()
                .with("outcome", finish.outcome().name().toLowerCase(Locale.ROOT))
                .withPresent("durationMs", duration == null ? null : JsonValue.of(duration.toMillis()))
                .with("signalCount", recording.signalCount())
                .with("checkpoints", recording.checkpoints().stream().map(RecordingFactCodec::data).toList()).json());
    }

    /** Reads a fact; kinds that a later version may write are ignored. */
    static void read(LogEntry entry, FactVisitor fold) {
        SignalType type = entry.signal().type();
        JsonObjectReader data = JsonObjectReader.root("the data of " + type, data(entry));
        if (type.equals(OPENED)) {
            fold.opened(entry.recordedAt(), data.build(() -> new RecordingLabel(data.optionalText("name"),
                    data.optionalText("harnessType"), data.texts("tags"))));
        } else if (type.equals(CHECKPOINT)) {
            fold.checkpointed(checkpoint(data));
        } else if (type.equals(FINISHED)) {
            Long duration = data.optionalInteger("durationMs");
            fold.finished(data.build(() -> new Recording.Finish(
                    Recording.Outcome.valueOf(data.text("outcome").toUpperCase(Locale.ROOT)),
                    duration == null ? null : Duration.ofMillis(duration))), data.integer("signalCount"),
                    data.objects("checkpoints").stream().map(RecordingFactCodec::checkpoint).toList());
        }
    }

    private static CheckpointMarker checkpoint(JsonObjectReader data) {
        return new CheckpointMarker(data.text("name"), Math.toIntExact(data.integer("index")));
    }

    private static JsonValue data(CheckpointMarker checkpoint) {
        return new JsonObjectBuilder().with("name", checkpoint.name()).with("index", checkpoint.index()).json();
    }

    private static JsonValue data(LogEntry entry) {
        return entry.signal().payload() instanceof Payload.Open open
                ? Objects.requireNonNullElseGet(open.data(), JsonValue::ofNull)
                : JsonValue.ofNull();
    }

    private static Signal fact(SignalType type, String id, Instant now, JsonValue data) {
        return new Signal(id, type, Source.named(BY_RECORDER.by()), now, Payload.Open.data(data),
                Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    /** Visitor of facts. */
    interface FactVisitor {
        void opened(Instant at, RecordingLabel label);

        void checkpointed(CheckpointMarker checkpoint);

        void finished(Recording.Finish finish, long signalCount, List<CheckpointMarker> checkpoints);
    }
}
