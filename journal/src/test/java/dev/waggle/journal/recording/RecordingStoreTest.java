package dev.waggle.journal.recording;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalConfig;
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
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.transcript.CheckpointMarker;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RecordingStoreTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Emission ADA = new Emission("ada", 1);
    private static final String UNKNOWN = "rec_00000000000000000000000000";

    @TempDir
    Path folder;

    private final ManualWorld world = new ManualWorld(START, 1);

    /** Scenario 25 of the harness. */
    @Test
    void whatWasAppendedIsLoadedInOrder() {
        String id = record(RecordingLabel.named("first"), signals("a", "b", "c"));

        assertThat(ids(store().signals(id, SignalRange.ALL))).containsExactly("a", "b", "c");
        Recording loaded = store().load(id).orElseThrow();
        assertThat(loaded.signalCount()).isEqualTo(3);
        assertThat(loaded.label().name()).isEqualTo("first");
        assertThat(loaded.createdAt()).isEqualTo(START.plusMillis(1));
        assertThat(loaded.finish())
                .isEqualTo(new Recording.Finish(Recording.Outcome.COMPLETE, Duration.ofMillis(42)));
    }

    /** Scenario 25 of the harness. */
    @Test
    void nothingIsAppendedAfterTheEnd() {
        try (RecordingWriter recorder = store().create(RecordingLabel.NONE)) {
            recorder.finish(Recording.Outcome.FAILED, null);

            assertThatIllegalStateException().isThrownBy(() -> recorder.append(signal("late"), ADA))
                    .withMessageContaining(recorder.id()).withMessageContaining("late");
        }
        try (RecordingWriter again = store().resume(store().list(RecordingQuery.ALL).getFirst().id())) {
            assertThatIllegalStateException().isThrownBy(() -> again.append(signal("later"), ADA));
        }
    }

    /** harness 25: marks and a second end are allowed after the end. */
    @Test
    void aFinishedRecordingTakesMarksAndALastWord() {
        String id = record(RecordingLabel.NONE, signals("a", "b"));
        try (RecordingWriter recorder = store().resume(id)) {
            recorder.checkpoint("after");
            recorder.finish(Recording.Outcome.FAILED, Duration.ofMillis(7));
        }

        Recording loaded = store().load(id).orElseThrow();
        assertThat(loaded.checkpoints()).containsExactly(new CheckpointMarker("after", 1));
        assertThat(loaded.finish()).isEqualTo(new Recording.Finish(Recording.Outcome.FAILED, Duration.ofMillis(7)));
        assertThat(loaded.signalCount()).isEqualTo(2);
    }

    @Test
    void aMarkOnAnEmptyRecordingStandsBeforeTheFirst() {
        try (RecordingWriter recorder = store().create(RecordingLabel.NONE)) {
            assertThat(recorder.checkpoint("begin").index()).isEqualTo(-1);
            recorder.append(signal("a"), ADA);
            assertThat(recorder.checkpoint("begin").index()).isZero();

            assertThat(store().load(recorder.id()).orElseThrow().checkpoints())
                    .extracting(CheckpointMarker::index).containsExactly(-1, 0);
        }
    }

    /** Scenario 26 of the harness. */
    @Test
    void anUnknownRecordingIsRefusedAbsentOrHarmless() {
        assertThat(store().load(UNKNOWN)).isEmpty();
        assertThat(store().delete(UNKNOWN)).isFalse();
        assertThat(store().exists(UNKNOWN)).isFalse();
        assertThatExceptionOfType(UnknownRecordingException.class)
                .isThrownBy(() -> store().signals(UNKNOWN, SignalRange.ALL)).withMessageContaining(UNKNOWN);
        assertThatExceptionOfType(UnknownRecordingException.class).isThrownBy(() -> store().resume(UNKNOWN));
        assertThat(folder).isEmptyDirectory();
    }

    @TestFactory
    List<DynamicTest> anIdThatIsAPathIsUnknown() {
        record(RecordingLabel.NONE, signals("a"));
        return List.of("", ".", "..", "../x", "/etc", "rec_", "REC_00000000000000000000000000",
                "rec_0000000000000000000000000/", "rec_00000000000000000000000000\n").stream()
                .map(id -> DynamicTest.dynamicTest("[" + id + "]", () -> {
                    assertThat(store().exists(id)).isFalse();
                    assertThat(store().load(id)).isEmpty();
                    assertThat(store().delete(id)).isFalse();
                })).toList();
    }

    /** harness 27, vectors harness-runtime memoryStore. */
    @TestFactory
    List<DynamicTest> rangesAreThoseOfTheVectors() throws IOException {
        JsonValue.Obj vectors = vectors();
        JsonValue.Obj expected = (JsonValue.Obj) at(vectors, "memoryStore");
        String id = recordVectors(vectors);
        List<DynamicTest> tests = new ArrayList<>();
        for (JsonValue range : ((JsonValue.Arr) at(expected, "ranges")).items()) {
            JsonValue.Obj options = (JsonValue.Obj) at(range, "options");
            tests.add(DynamicTest.dynamicTest(JsonText.write(options), () -> assertThat(
                    ids(store().signals(id, new SignalRange(whole(options, "fromIndex"), whole(options, "toIndex"),
                            patterns(options)))))
                    .isEqualTo(texts(at(range, "ids")))));
        }
        assertThat(tests).hasSizeGreaterThan(5);
        return tests;
    }

    /** harness 25, vectors harness-runtime memoryStore. */
    @Test
    void whatIsKnownIsThatOfTheVectors() throws IOException {
        JsonValue.Obj vectors = vectors();
        Recording loaded = store().load(recordVectors(vectors)).orElseThrow();

        assertThat(loaded.checkpoints()).containsExactly(new CheckpointMarker("five", 4),
                new CheckpointMarker("all", 20));
        assertThat(loaded.signalCount()).isEqualTo(21);
        assertThat(loaded.label()).isEqualTo(new RecordingLabel("r", "h", List.of("x")));
        assertThat(loaded.finish())
                .isEqualTo(new Recording.Finish(Recording.Outcome.COMPLETE, Duration.ofMillis(42)));
    }

    /** Scenario 28 of the harness. */
    @Test
    void theNewestComeFirstAndPagesCountOnlyWhatFits() {
        String oldest = record(label("h1", "x"), signals("a"));
        record(label("h2", "y"), signals("b"));
        String third = record(label("h1", "y", "z"), signals("c"));
        String newest = record(label("h1", "z"), signals("d"));

        assertThat(listed(RecordingQuery.ALL.ofHarness("h1"))).containsExactly(newest, third, oldest);
        assertThat(listed(RecordingQuery.ALL.withAnyTag(Set.of("x", "z")))).containsExactly(newest, third, oldest);
        assertThat(listed(RecordingQuery.ALL.withAnyTag(Set.of("x", "z")).withPage(1, 1))).containsExactly(third);
        assertThat(listed(RecordingQuery.ALL.withPage(0, 0))).isEmpty();
        assertThat(listed(RecordingQuery.ALL.withPage(9, 9))).isEmpty();
    }

    /** harness 29: nothing waits for the end of the run. */
    @Test
    void aRecordingWithoutAnEndHoldsAllThatWasAppended() {
        try (RecordingWriter recorder = store().create(RecordingLabel.NONE)) {
            recorder.appendBatch(signals("a", "b"), ADA);

            Recording unfinished = store().load(recorder.id()).orElseThrow();
            assertThat(unfinished.isFinished()).isFalse();
            assertThat(unfinished.signalCount()).isEqualTo(2);
            assertThat(ids(store().signals(recorder.id(), SignalRange.ALL))).containsExactly("a", "b");
        }
        String id = store().list(RecordingQuery.ALL).getFirst().id();
        try (RecordingWriter goesOn = store().resume(id)) {
            assertThat(goesOn.append(signal("c"), ADA)).isEqualTo(2);
        }
        assertThat(ids(store().signals(id, SignalRange.ALL))).containsExactly("a", "b", "c");
    }

    /** Scenario 30 of the harness. */
    @Test
    void aSecondWriterIsRefused() {
        try (RecordingWriter recorder = store().create(RecordingLabel.NONE)) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> store().resume(recorder.id()))
                    .withMessageContaining("being written");
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> store().delete(recorder.id()));
            assertThat(store().exists(recorder.id())).isTrue();
        }
    }

    @Test
    void aRecordingThatWasTakenAwayIsGone() {
        String id = record(RecordingLabel.NONE, signals("a"));

        assertThat(store().delete(id)).isTrue();
        assertThat(store().delete(id)).isFalse();
        assertThat(store().load(id)).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }

    /** A kill while a recording is created or deleted leaves a folder that is empty or holds only a lock. */
    @Test
    void aHalfMadeRecordingIsNoneAndHarmsNoOther() throws IOException {
        String whole = record(RecordingLabel.NONE, signals("a"));
        String empty = "rec_11111111111111111111111111";
        Files.createDirectory(folder.resolve(empty));
        String locked = "rec_22222222222222222222222222";
        Files.createDirectory(folder.resolve(locked));
        Files.writeString(folder.resolve(locked).resolve(".lock"), "process 1");

        assertThat(listed(RecordingQuery.ALL)).containsExactly(whole);
        assertThat(store().load(empty)).isEmpty();
        assertThat(store().exists(locked)).isFalse();
        assertThat(store().delete(empty)).isTrue();
        assertThat(store().delete(locked)).isTrue();
        assertThat(folder).isDirectoryContaining("glob:**" + whole).isDirectoryNotContaining("glob:**" + locked);
    }

    /** A signal of a run can never pass for a signal of the recorder. */
    @Test
    void nobodyElseSpeaksAsTheRecorder() {
        try (RecordingWriter recorder = store().create(RecordingLabel.NONE)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> recorder.append(signal("a"), Emission.by("recorder")));
            recorder.append(new Signal("forged", SignalType.custom("recording:finished"), Source.agent("mallory"),
                    START, Payload.Open.data(JsonValue.ofNull()), Scope.NONE, Links.NONE, Grading.NONE,
                    Lifetime.unlimited(), Audience.everyone(), Map.of()), new Emission("mallory", 1));

            assertThat(store().load(recorder.id()).orElseThrow().isFinished()).isFalse();
        }
    }

    @Test
    void labelsWithBadWordsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RecordingLabel.named(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> RecordingLabel.named("a\nb"))
                .withMessageContaining("a\\nb");
        assertThatIllegalArgumentException().isThrownBy(() -> RecordingLabel.named("x".repeat(201)));
        assertThat(label("h", "x", "x").tags()).containsExactly("x");
    }

    private RecordingStore store() {
        return RecordingStore.open(folder, JournalConfig.defaults(), world);
    }

    private String record(RecordingLabel label, List<Signal> signals) {
        world.advance(Duration.ofMillis(1));
        try (RecordingWriter recorder = store().create(label)) {
            recorder.appendBatch(signals, ADA);
            recorder.finish(Recording.Outcome.COMPLETE, Duration.ofMillis(42));
            return recorder.id();
        }
    }

    private String recordVectors(JsonValue.Obj vectors) {
        try (RecordingWriter recorder = store().create(new RecordingLabel("r", "h", List.of("x")))) {
            for (JsonValue signal : ((JsonValue.Arr) at(vectors, "signals")).items()) {
                long index = recorder.append(signal(((JsonValue.Str) at(signal, "id")).value(),
                        ((JsonValue.Str) at(signal, "name")).value()), ADA);
                if (index == 4) {
                    recorder.checkpoint("five");
                }
            }
            recorder.checkpoint("all");
            recorder.finish(Recording.Outcome.COMPLETE, Duration.ofMillis(42));
            return recorder.id();
        }
    }

    private static JsonValue.Obj vectors() throws IOException {
        try (var in = RecordingStoreTest.class.getResourceAsStream("/vectors/harness-runtime.json")) {
            return (JsonValue.Obj) JsonText.read(new String(Objects.requireNonNull(in).readAllBytes(), UTF_8));
        }
    }

    private List<String> listed(RecordingQuery query) {
        return store().list(query).stream().map(Recording::id).toList();
    }

    private static RecordingLabel label(String harness, String... tags) {
        return RecordingLabel.NONE.withHarnessType(harness).withTags(List.of(tags));
    }

    private static List<Signal> signals(String... ids) {
        return List.of(ids).stream().map(RecordingStoreTest::signal).toList();
    }

    private static Signal signal(String id) {
        return signal(id, "text:delta");
    }

    private static Signal signal(String id, String name) {
        return new Signal(id, new SignalType(Profile.HARNESS, name), new Source.Harness("a", "h"), START,
                Payload.Open.data(JsonValue.ofNull()), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }

    private static List<String> ids(List<LogEntry> entries) {
        return entries.stream().map(entry -> entry.signal().id()).toList();
    }

    private static JsonValue at(JsonValue object, String name) {
        return Objects.requireNonNull(((JsonValue.Obj) object).fields().get(name), name);
    }

    private static @Nullable Long whole(JsonValue.Obj options, String name) {
        return options.fields().get(name) instanceof JsonValue.Num num ? num.value().longValueExact() : null;
    }

    private static List<Pattern> patterns(JsonValue.Obj options) {
        return options.fields().get("patterns") instanceof JsonValue.Arr arr
                ? texts(arr).stream().map(text -> Pattern.of(text, PatternDialect.HARNESS)).toList()
                : List.of();
    }

    private static List<String> texts(JsonValue array) {
        return ((JsonValue.Arr) array).items().stream().map(item -> ((JsonValue.Str) item).value()).toList();
    }
}
