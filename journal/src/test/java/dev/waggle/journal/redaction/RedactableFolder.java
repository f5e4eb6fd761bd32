package dev.waggle.journal.redaction;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.journal.delayed.DelayLimits;
import dev.waggle.journal.delayed.DelayOwner;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

import static org.assertj.core.api.Assertions.assertThat;

/** A data folder in which a secret stands in every kind of file and in every form. */
final class RedactableFolder {

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    /** The text of the signal {@code secret}, with everything that JSON escapes. */
    static final String SECRET = "Frau Müller's \"code\" is\nK-4711 \\ und 🐝 \u2028 bleibt";

    /** Words of it that stand in each of its forms, and in no time, id or checksum. */
    static final List<String> TRACES = List.of("K-4711", "Müller", "M\\u00fcller");

    private static final SeatTurn TURN = new SeatTurn("solve_1", "maya", 1, 1);

    private static final SeatTurn NEXT_TURN = new SeatTurn("solve_1", "maya", 2, 2);

    private RedactableFolder() {}

    /** Fills a folder; the last of its entries in each journal is a harmless one. */
    static Path fill(Path data) throws IOException {
        journal(data.resolve("signals"), 3);
        journal(data.resolve("signals/answers/solve_1"), 1);
        journal(data.resolve("recordings/rec_1"), 1);
        journal(data.resolve("inboxes"), 0);
        var _ = FileCheckpointStore.open(data, World.system(1)).save("Solve-1",
                new JsonObjectBuilder().with("round", 2).with("said", SECRET).json());
        var _ = FileCheckpointStore.open(data, World.system(1)).save("other", JsonValue.of("harmless"));
        String _ = schedule(data, SECRET);
        var _ = FileSeatAnswers.open(data, new ManualWorld(START, 1)).store(TURN, START.plusSeconds(60), "Maya",
                List.of("propose 0.7 pay: " + SECRET.replace('\n', ' '), "pass"));
        Files.writeString(data.resolve("signals/events.jsonl.torn-1"),
                "{\"seq\":9,\"data\":{\"finding\":" + JsonText.write(JsonValue.of(SECRET)));
        Path calls = data.resolve("calls.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(calls))) {
            out.write(LineCodec.toLine(entry(1, said("c1", "ada", SECRET))));
            out.write((JsonText.write(EntryCodec.encode(entry(2, said("c2", "ada", SECRET))))
                    + "\n").getBytes(StandardCharsets.UTF_8));
        }
        return data;
    }

    /** Schedules a signal with that text in its data and cancels it; returns its id. */
    static String schedule(Path data, String text) {
        Path folder = data.resolve("signals");
        World world = World.system(5);
        try (FileJournal log = FileJournal.open(folder, JournalConfig.defaults(), world);
                DelayedSignals delayed = DelayedSignals.open(folder, log, (_, _) -> {
                }, DelayLimits.defaults(), world, FailureHandler.LOGGING)) {
            Signal later = SignalRequest.of("note:later").withData(JsonValue.ofTexts(List.of(text, "at noon")))
                    .signal(world, Map.of());
            var _ = delayed.schedule(later, Emission.by("ada"), SignalDelay.until(SignalDelay.MAX_TIME));
            assertThat(delayed.cancel(new DelayOwner(null, "ada"), later.id())).isTrue();
            return later.id();
        }
    }

    /** The stored answer of a person. */
    static SeatAnswer answered(Path data) {
        return FileSeatAnswers.open(data, World.system(2)).find(TURN).orElseThrow();
    }

    /** Stores an answer in another turn of the same run. */
    static void answerAgain(Path data) {
        var _ = FileSeatAnswers.open(data, new ManualWorld(START, 1)).store(NEXT_TURN, START.plusSeconds(60), "Maya",
                List.of("pass"));
    }

    static boolean hasAnsweredAgain(Path data) {
        return FileSeatAnswers.open(data, World.system(2)).find(NEXT_TURN).isPresent();
    }

    private static void journal(Path folder, int secrets) {
        try (FileJournal journal = FileJournal.open(folder, JournalConfig.defaults()
                .withDurability(Durability.never()).withMaxSegmentBytes(1_500), World.system(7))) {
            for (int i = 0; i < 4; i++) {
                append(journal, said("before" + i, "bob", "something harmless, number " + i), "bob");
            }
            for (int i = 0; i < secrets; i++) {
                String id = i == 0 ? "secret" : "secret" + i;
                append(journal, fact("turn" + i, answer(id)), "orchestrator");
                append(journal, said(id, "ada", SECRET), "ada");
                append(journal, memory("memory" + i), "orchestrator");
                append(journal, fact("call" + i, prompt()), "orchestrator");
            }
            for (int i = 0; i < 4; i++) {
                append(journal, said("behind" + i, "bob", "something harmless, number " + i), "bob");
            }
        }
    }

    private static void append(FileJournal journal, Signal signal, String by) {
        journal.append(signal, Emission.by(by), START);
    }

    static LogEntry entry(long sequence, Signal signal) {
        return new LogEntry(sequence, START, Emission.by("ada"), signal);
    }

    static Signal said(String id, String agent, String text) {
        return Signal.of(Draft.of(new Payload.Discovery(text, null, 0.5), 0.75),
                new Stamp(id, Source.agent(agent), START, Scope.ofRun("solve_1", 1)));
    }

    private static Signal memory(String id) {
        return Signal.of(Draft.of(new Payload.SharedMemory("Remember: " + SECRET, "decision", 0.5), 0.75),
                new Stamp(id, Source.named("orchestrator"), START, Scope.ofRun("solve_2", 1)));
    }

    private static Signal fact(String id, JsonValue data) {
        return Signal.of(Draft.custom("turn:taken", Payload.Open.data(data)),
                new Stamp(id, Source.named("orchestrator"), START, Scope.ofRun("solve_1", 1)));
    }

    private static JsonValue answer(String id) {
        return new JsonObjectBuilder().with("by", "ada").with("number", 1).with("answer",
                List.of(new JsonObjectBuilder().with("id", id).with("type", "discovery")
                        .with("payload", new JsonObjectBuilder().with("finding", SECRET).json()).json()))
                .json();
    }

    /** The text as JSON in the reply of a model, and that in a prompt. */
    private static JsonValue prompt() {
        String reply = JsonText.write(new JsonObjectBuilder().with("signals",
                List.of(new JsonObjectBuilder().with("content", SECRET).json())).json());
        String again = JsonText.write(new JsonObjectBuilder().with("reply", reply).json());
        String escaped = JsonText.write(JsonValue.of(SECRET)).replace("ü", "\\u00fc").replace("<", "\\u003c");
        return JsonValue.ofTexts(List.of("```json\n" + reply + "\n```", "You said: " + again, "> " + escaped));
    }

    /** The files below a folder with their bytes, those of gzip unpacked; locks and marks are omitted. */
    static Map<String, String> content(Path folder) {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.endsWith(".lock") && !name.endsWith(".mark") && !name.endsWith(".index")) {
                    content.put(name, new String(bytes(file), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return content;
    }

    private static byte[] bytes(Path file) throws IOException {
        if (!file.toString().endsWith(".gz")) {
            return Files.readAllBytes(file);
        }
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }

    /** The files in which the secret stands. */
    static List<String> withSecret(Path folder) {
        List<String> found = new ArrayList<>();
        content(folder).forEach((name, text) -> {
            if (TRACES.stream().anyMatch(text::contains)) {
                found.add(name);
            }
        });
        return found;
    }

    /** All journals and checkpoints below a folder are sound. */
    static void requireSound(Path data) {
        for (String journal : List.of("signals", "inboxes", "recordings/rec_1", "signals/answers/solve_1")) {
            JournalVerification found = JournalVerification.of(data.resolve(journal), _ -> {
            });
            assertThat(found.damages()).as(journal).isEmpty();
        }
        assertThat(FileCheckpointStore.open(data, World.system(2)).load("Solve-1")).isPresent();
        assertThat(answered(data).lines()).hasSize(2);
        assertThat(DelayedSignals.read(data.resolve("signals"))).isEmpty();
    }

    /** Each journal that is there is sound. */
    static void requireSoundJournals(Path data) {
        for (String journal : List.of("signals", "recordings/rec_1")) {
            if (Files.exists(data.resolve(journal))) {
                assertThat(JournalVerification.of(data.resolve(journal), _ -> {
                }).damages()).as(journal).isEmpty();
            }
        }
    }

    static List<LogEntry> entries(Path journal) {
        List<LogEntry> all = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(journal)) {
            reader.forEach(all::add);
            assertThat(reader.damages()).isEmpty();
        }
        return all;
    }
}
