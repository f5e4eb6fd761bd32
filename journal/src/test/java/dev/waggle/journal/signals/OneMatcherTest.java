package dev.waggle.journal.signals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.recording.RecordingLabel;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.recording.RecordingWriter;
import dev.waggle.journal.recording.SignalRange;
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
import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Harness 19 and durable-signals 25 on the disk: the log, recordings and inboxes match as {@link Pattern} does. Its own
 * verdicts are checked against the shared cases elsewhere.
 */
class OneMatcherTest {

    private static final JournalConfig UNSYNCED = JournalConfig.defaults().withDurability(Durability.never());

    @TempDir
    Path folder;

    @Test
    void theLogAndRecordingsGiveTheVerdictOfThePattern() {
        List<Pattern> patterns = new ArrayList<>();
        texts("harness-patterns.json", "pattern")
                .forEach(text -> patterns.add(Pattern.of(text, PatternDialect.HARNESS)));
        texts("patterns.json", "pattern").forEach(text -> patterns.add(Pattern.of(text, PatternDialect.DURABLE)));
        List<Signal> signals = new ArrayList<>();
        for (String text : types("harness-patterns.json", "name")) {
            signals.add(signal("s" + signals.size(), text));
        }
        ManualWorld world = new ManualWorld(RestartableService.START, 1);
        RecordingStore store = RecordingStore.open(folder.resolve("recordings"), UNSYNCED, world);
        String id;
        try (RecordingWriter recorder = store.create(RecordingLabel.NONE)) {
            recorder.appendBatch(signals, Emission.by("ada"));
            id = recorder.id();
        }
        try (FileJournal journal = FileJournal.open(folder.resolve("log"), UNSYNCED, world)) {
            signals.forEach(signal -> journal.append(signal, Emission.by("ada"), RestartableService.START));
            int matches = 0;
            for (Pattern pattern : patterns) {
                List<String> expected = signals.stream().filter(signal -> pattern.matches(signal.type()))
                        .map(Signal::id).toList();
                matches += expected.size();
                assertThat(ids(journal.select(JournalQuery.ALL.ofTypes(pattern)))).as("the log by %s", pattern)
                        .isEqualTo(expected);
                assertThat(ids(store.signals(id, SignalRange.ALL.ofTypes(List.of(pattern)))))
                        .as("the recording by %s", pattern).isEqualTo(expected);
            }
            assertThat(matches).isGreaterThan(patterns.size());
        }
    }

    @Test
    void inboxesGiveTheVerdictOfThePattern() {
        List<String> patterns = texts("patterns.json", "pattern").stream().map(PatternDialect::trimmed)
                .filter(text -> !text.isEmpty()).distinct().toList();
        List<String> types = types("patterns.json", "type").stream().map(PatternDialect::trimmed).distinct().toList();
        assertThat(patterns).hasSizeGreaterThan(50);
        try (RestartableService service = new RestartableService(folder)) {
            patterns.forEach(pattern -> service.subscribe("agent-" + patterns.indexOf(pattern), pattern));
            types.forEach(service.signals::generate);
            int matches = 0;
            for (String pattern : patterns) {
                List<String> expected = types.stream().filter(Pattern.of(pattern, PatternDialect.DURABLE)::matches)
                        .toList();
                matches += expected.size();
                assertThat(service.typesFor("agent-" + patterns.indexOf(pattern))).as("the inbox of %s", pattern)
                        .isEqualTo(expected);
            }
            assertThat(matches).isGreaterThan(patterns.size() / 2);
        }
    }

    private static Set<String> texts(String file, String field) {
        Set<String> texts = new LinkedHashSet<>();
        for (JsonNode node : Vectors.file(file).get("cases")) {
            texts.add(node.get(field).asString());
        }
        return texts;
    }

    /** Those texts that can be types. */
    private static List<String> types(String file, String field) {
        return texts(file, field).stream().filter(text -> !text.isBlank() && text.length() <= 512
                && !PatternDialect.trimmed(text).isEmpty() && text.chars().noneMatch(Character::isISOControl)).toList();
    }

    private static Signal signal(String id, String type) {
        return new Signal(id, new SignalType(Profile.HARNESS, type), new Source.None(), RestartableService.START,
                Payload.Open.data(JsonValue.ofNull()), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }

    private static List<String> ids(List<LogEntry> entries) {
        return entries.stream().map(entry -> entry.signal().id()).toList();
    }
}
