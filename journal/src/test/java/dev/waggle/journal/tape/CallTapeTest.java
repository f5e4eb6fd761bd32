package dev.waggle.journal.tape;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CallTapeTest {

    @TempDir
    Path folder;

    private final TapedRun run = TapedRun.opened("solve_1", 1);
    private Path file;

    @BeforeEach
    void record() throws Exception {
        var _ = run.turn(Model.echo(), "ada", 1, "One?");
        var _ = run.turn(Model.echo(), "bob", 1, "Two?");
        CallTape tape = run.tape(folder);
        assertThat(tape.size()).isEqualTo(2);
        file = folder.resolve("solve_1.jsonl");
    }

    @Test
    void aFolderAFileAndAGzipHoldTheSame() throws Exception {
        Path journal = folder.resolve("data/signals");
        try (FileJournal log = FileJournal.open(journal, JournalConfig.defaults(), run.world)) {
            for (LogEntry entry : run.entries()) {
                var _ = log.append(entry.signal(), entry.emission(), entry.recordedAt());
            }
        }
        Path packed = folder.resolve("packed.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(file, out);
        }
        for (Path place : List.of(journal, folder.resolve("data"), packed, file)) {
            CallTape tape = CallTape.read(place);
            assertThat(tape.size()).isEqualTo(2);
            assertThat(tape.run()).contains("solve_1");
            assertThat(tape.models()).containsExactly(TapedRun.MODEL);
        }
    }

    @Test
    @DisplayName("53 a recording that is not there, or holds no call of the run, is refused and says which runs it has")
    void s53UnknownRunsAreRefused() throws Exception {
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> CallTape.read(folder.resolve("nowhere.jsonl")))
                .withMessageContaining("there is no such file");
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CallTape.read(file, "solve_9"))
                .withMessageEndingWith("it holds no call of a model by run solve_9\nMaybe name one of solve_1.");
        TapedRun second = new TapedRun("solve_2", 2);
        var _ = second.turn(Model.echo(), "ada", 1, "Three?");
        Path both = folder.resolve("both.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        int count = lines.size();
        var _ = second.tape(folder);
        for (String line : Files.readAllLines(folder.resolve("solve_2.jsonl"))) {
            count++;
            lines.add(line.replaceFirst("\"seq\":\\d+", "\"seq\":" + count));
        }
        Files.write(both, lines);
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CallTape.read(both))
                .withMessageEndingWith("it holds the calls of 2 runs\nMaybe name one of solve_2, solve_1.");
        assertThat(CallTape.read(both, "solve_2").size()).isEqualTo(1);
        Path none = folder.resolve("none.jsonl");
        Files.write(none, lines.subList(0, 2));
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CallTape.read(none))
                .withMessageContaining("it holds no call of a model\nMaybe the run had no models");
    }

    @Test
    void whatIsNoRecordingIsRefusedWithItsPlace() throws IOException {
        String text = Files.readString(file);
        refuses(text.replaceFirst("\"messages\":", "\"massages\":"),
                "entry 3: harness/harness:start: input.messages is missing");
        refuses(text.replaceFirst("\"durationMs\":[0-9.]+", "\"durationMs\":-1"),
                "entry 6: harness/harness:end: durationMs must be");
        refuses(text.replaceFirst("\"seq\":4", "\"seq\":2"), "line 4:");
        refuses(text.replaceFirst("\\{\"seq\":5", "{{\"seq\":5"), "line 5: not JSON");
        refuses("<html>", "not a journal");
        String[] lines = text.split("\n", -1);
        String again = lines[2].replaceFirst("\"seq\":3", "\"seq\":99");
        refuses(text + again + "\n", "entry 99: harness/harness:start: two calls have the id");
    }

    @Test
    void aDamagedJournalIsRefusedAndATornOneIsNot() throws Exception {
        Path journal = folder.resolve("log");
        try (FileJournal log = FileJournal.open(journal, JournalConfig.defaults(), run.world)) {
            for (LogEntry entry : run.entries()) {
                var _ = log.append(entry.signal(), entry.emission(), entry.recordedAt());
            }
        }
        Path active = journal.resolve("events.jsonl");
        byte[] whole = Files.readAllBytes(active);
        Files.write(active, Arrays.copyOf(whole, whole.length - 5));
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CallTape.read(journal))
                .withMessageContaining("high-water mark");
        Files.delete(journal.resolve("events.mark"));
        assertThat(CallTape.read(journal).size()).isEqualTo(2);

        String text = new String(whole, StandardCharsets.UTF_8);
        Files.writeString(active, text.replaceFirst("Re: One", "Re: Two"));
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CallTape.read(journal))
                .withMessageContaining("line ").withMessageContaining("checksum");
    }

    @Test
    void aStartThatWasTakenOutTakesItsCallAlong() throws Exception {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.remove(2);
        Files.write(file, lines);
        assertThat(CallTape.read(file).size()).isEqualTo(1);
    }

    @Test
    void aStartWithoutExtensionsIsKnownByItsSource() throws Exception {
        String text = Files.readString(file).replaceAll(",\"extensions\":\\{[^}]*\\}", "")
                .replaceAll("\"harness\":\"test\"", "\"harness\":\"test:m\"");
        Files.writeString(file, text);
        CallTape tape = CallTape.read(file);
        assertThat(TapeSession.of(TapeMode.REPLAY, tape, null).harness(Model.silent())
                .run(TapedRun.input("One?"), run.context("ada", 1)).content()).isEqualTo("Re: One?");
    }

    @Test
    void aFieldThatNoRecordingHasIsRefusedWithItsEntry() throws Exception {
        String text = Files.readString(file);

        refuses(text.replaceFirst("\"stopReason\"|\"usage\"", "\"usagee\""), "harness:end: output.usagee is unknown");
        refuses(text.replaceFirst("(\"output\":\\{)", "$1\"toolCallz\":[],"),
                "harness:end: output.toolCallz is unknown");
        refuses(text.replaceFirst("(\"output\":\\{)", "$1\"toolCalls\":[],"),
                "harness:end: output.toolCalls must be an array with items");
    }

    private void refuses(String text, String message) throws IOException {
        Path bad = folder.resolve("bad.jsonl");
        Files.writeString(bad, text);
        assertThatExceptionOfType(BadJournalException.class).isThrownBy(() -> CallTape.read(bad))
                .withMessageStartingWith(bad + ": ").withMessageContaining(message);
    }
}
