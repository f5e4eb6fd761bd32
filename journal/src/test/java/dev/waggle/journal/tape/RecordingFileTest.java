package dev.waggle.journal.tape;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.file.FullDisk;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.recording.RecordedRun;
import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RecordingFileTest {

    @TempDir
    Path folder;

    private final TapedRun studio = TapedRun.opened("solve_1", 1);
    private final TapedRun replayed = TapedRun.opened("solve_2", 2);
    private final List<UncheckedIOException> faults = new ArrayList<>();

    @Test
    void aCallIsOnTheDiskBeforeItsAnswerIsGiven() throws Exception {
        RecordingFile file = open();
        String answer = recording(file, Model.echo()).run(TapedRun.input("One?"), studio.context("ada", 1)).content();

        CallTape left = CallTape.read(part());
        assertThat(replay(left, "ada", 1, "One?")).isEqualTo(answer);
        assertThat(left.seed()).contains(1L);
        assertThat(left.run()).contains("solve_1");
    }

    @Test
    void aTornEndLosesNoCallBeforeIt() throws Exception {
        RecordingFile file = open();
        Harness model = recording(file, Model.echo());
        var _ = model.run(TapedRun.input("One?"), studio.context("ada", 1));
        long whole = Files.size(part());
        var _ = model.run(TapedRun.input("Two?"), studio.context("bob", 1));
        byte[] all = Files.readAllBytes(part());

        for (int length = (int) whole; length < all.length; length += 7) {
            Path torn = folder.resolve("torn.jsonl");
            Files.write(torn, Arrays.copyOf(all, length));
            assertThat(replay(CallTape.read(torn), "ada", 1, "One?")).isEqualTo("Re: One?");
        }
    }

    @Test
    void aCallWhoseEndWasLostIsKnownAndHasNoAnswer() throws Exception {
        RecordingFile file = open();
        Harness model = recording(file, Model.echo());
        var _ = model.run(TapedRun.input("One?"), studio.context("ada", 1));
        List<String> lines = Files.readAllLines(part());
        Files.write(folder.resolve("torn.jsonl"), lines.subList(0, lines.size() - 1), StandardCharsets.UTF_8);

        CallTape tape = CallTape.read(folder.resolve("torn.jsonl"));
        assertThat(tape.size()).isZero();
        assertThatExceptionOfType(HarnessException.class).isThrownBy(() -> replay(tape, "ada", 1, "One?"))
                .withMessageContaining("the recording holds the request, but breaks off before its answer");
    }

    @Test
    void whatAKilledRunLeftIsNotWrittenOver() throws Exception {
        RecordingFile killed = open();
        var _ = recording(killed, Model.echo()).run(TapedRun.input("One?"), studio.context("ada", 1));
        killed.close();

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(this::open)
                .withMessageContaining("c.jsonl.part is in the way").withMessageContaining("\nMaybe replay it");
        assertThat(CallTape.read(part()).size()).isEqualTo(1);
    }

    @Test
    void theEndMakesItACassetteWithEveryCall() throws Exception {
        RecordingFile file = open();
        Harness model = recording(file, Model.echo());
        var _ = studio.turn(model, "ada", 1, "One?");
        List<LogEntry> log = studio.entries();
        var _ = model.run(TapedRun.input("Given up?"), studio.context("bob", 1));
        file.finish(log, "solve_1");
        file.close();

        assertThat(part()).doesNotExist();
        assertThat(CassetteFile.read(file.file()).entries()).hasSize(1);
        CallTape tape = CallTape.read(file.file());
        assertThat(tape.size()).isEqualTo(2);
        assertThat(replay(tape, "bob", 1, "Given up?")).isEqualTo("Re: Given up?");
    }

    @Test
    @DisplayName("54 a failed run leaves its recording, finished and marked failed")
    void s54AFailedRunLeavesItsRecordingMarkedFailed() throws Exception {
        RecordingFile file = open();
        var _ = studio.turn(recording(file, Model.echo()), "ada", 1, "One?");
        file.fail(studio.entries(), "solve_1", "the lights went out");
        file.close();

        assertThat(part()).doesNotExist();
        assertThat(CassetteFile.read(file.file()).failure()).contains("the lights went out");
        assertThat(replay(CallTape.read(file.file()), "ada", 1, "One?")).isEqualTo("Re: One?");
    }

    @Test
    @DisplayName("54 a run that failed without a log leaves its calls, marked failed")
    void s54AFailedRunWithoutALogLeavesItsCalls() throws Exception {
        RecordingFile file = open();
        var _ = studio.turn(recording(file, Model.echo()), "ada", 1, "One?");
        file.fail(List.of(), null, "the lights went out");
        file.close();

        assertThat(part()).doesNotExist();
        assertThat(Files.readString(file.file())).contains("\"outcome\":\"failed\"", "the lights went out");
        CallTape tape = CallTape.read(file.file());
        assertThat(replay(tape, "ada", 1, "One?")).isEqualTo("Re: One?");
        assertThat(tape.seed()).contains(1L);
        try (JournalReader reader = JournalReader.open(file.file())) {
            assertThat(RecordedRun.of(reader.select(JournalQuery.ALL))).hasValueSatisfying(
                    run -> assertThat(run.signals()).hasSize(4));
        }
    }

    @Test
    void aFailureThatNobodyToldIsRecorded() throws Exception {
        RecordingFile file = open();
        Model silent = Model.silent();
        Harness refusing = recording(file, new Refusing(silent));
        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> refusing.run(TapedRun.input("One?"), studio.context("ada", 1)));

        assertThatExceptionOfType(HarnessException.class)
                .isThrownBy(() -> replay(CallTape.read(part()), "ada", 1, "One?"))
                .satisfies(failed -> assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.BUDGET));
    }

    @Test
    void aFailingDiskCostsNoAnswerAndIsToldOnce() throws Exception {
        AtomicBoolean isFull = new AtomicBoolean();
        FullDisk disk = new FullDisk(_ -> isFull.get());
        RecordingFile file = RecordingFile.open(OutputTarget.of(folder.resolve("c.jsonl")), studio.world, faults::add,
                disk);
        Harness model = recording(file, Model.echo());
        var _ = model.run(TapedRun.input("One?"), studio.context("ada", 1));
        isFull.set(true);
        assertThat(model.run(TapedRun.input("Two?"), studio.context("ada", 2)).content()).isEqualTo("Re: Two?");
        assertThat(model.run(TapedRun.input("Three?"), studio.context("ada", 3)).content()).isEqualTo("Re: Three?");
        isFull.set(false);
        var _ = model.run(TapedRun.input("Four?"), studio.context("ada", 4));

        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).hasMessageContaining("agent \"ada\" in turn 2 was not recorded: No space left");
        CallTape tape = CallTape.read(part());
        assertThat(tape.size()).isEqualTo(2);
        assertThat(replay(tape, "ada", 4, "Four?")).isEqualTo("Re: Four?");
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(file::close)
                .isSameAs(faults.getFirst());
    }

    @Test
    void aCallThatIsTooLongForALineIsAFaultAndNoMore() throws Exception {
        RecordingFile file = open();
        Harness model = recording(file, Model.echo());
        String huge = "x".repeat(9 * 1024 * 1024);
        assertThat(model.run(TapedRun.input(huge), studio.context("ada", 1, signal -> {}).withSink(signal -> {}))
                .content()).hasSize(huge.length() + 4);
        assertThat(faults).hasSize(1);
        assertThat(faults.getFirst()).hasMessageContaining("must have at most");
    }

    @Test
    void manyCallsAtOnceAreAllWhole() throws Exception {
        RecordingFile file = open();
        Harness model = recording(file, Model.echo());
        List<Future<HarnessOutput>> calls = new ArrayList<>();
        try (ExecutorService agents = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 100; i++) {
                int agent = i;
                calls.add(agents.submit(
                        () -> model.run(TapedRun.input("Q" + agent), studio.context("a" + agent, 1))));
            }
        }
        for (Future<HarnessOutput> call : calls) {
            assertThat(call.get().content()).startsWith("Re: Q");
        }
        CallTape tape = CallTape.read(part());
        assertThat(tape.size()).isEqualTo(100);
        for (int i = 0; i < 100; i++) {
            assertThat(replay(tape, "a" + i, 1, "Q" + i)).isEqualTo("Re: Q" + i);
        }
    }

    @Test
    void aCallThatComesAfterTheEndIsNoFault() throws Exception {
        RecordingFile file = open();
        Harness model = recording(file, Model.echo());
        var _ = studio.turn(model, "ada", 1, "One?");
        file.finish(studio.entries(), "solve_1");
        assertThat(model.run(TapedRun.input("Late?"), studio.context("bob", 1)).content()).isEqualTo("Re: Late?");
        file.close();

        assertThat(faults).isEmpty();
        assertThat(part()).doesNotExist();
    }

    @Test
    @DisplayName("53 recording without a place, replaying without a tape: refused before anything runs")
    void s53WithoutAPlaceNothingRuns() throws IOException {
        assertThatIllegalArgumentException().isThrownBy(() -> TapeSession.of(TapeMode.RECORD, null, null))
                .withMessageContaining("mode record needs a recording file");
        assertThatIllegalArgumentException().isThrownBy(() -> TapeSession.of(TapeMode.REPLAY, null, null))
                .withMessageContaining("mode replay needs a tape");
        assertThatIllegalArgumentException().isThrownBy(() -> TapeSession.of(TapeMode.REPLAY_ELSE_LIVE, null, null))
                .withMessageContaining("mode replay-else-live needs a tape");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> RecordingFile.open(folder.resolve("no/c.jsonl"), studio.world, faults::add))
                .withMessageContaining("there is no folder");
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> RecordingFile.open(folder, studio.world, faults::add))
                .withMessageContaining("is a directory");
        Files.createDirectory(folder.resolve("c.jsonl.part"));
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(this::open)
                .withMessageContaining("is in the way");
    }

    @Test
    @DisplayName("54 names of every length: the recording and the file beside it have a place")
    void s54NamesOfEveryLength() throws Exception {
        for (int length : List.of(1, 2, 3, 250, 251, 255)) {
            Path file = folder.resolve("r".repeat(length));
            RecordingFile open = RecordingFile.open(file, studio.world, faults::add);
            assertThat(RecordingFile.part(file)).exists();
            open.fail(List.of(), null, "stopped");
            open.close();
            assertThat(file).isRegularFile();
            assertThat(RecordingFile.part(file)).doesNotExist();
        }
    }

    @Test
    @DisplayName("55 a file that somebody made meanwhile stays, and the calls stay beside it")
    void s55AFileOfSomebodyStays() throws Exception {
        RecordingFile open = open();
        Files.writeString(folder.resolve("c.jsonl"), "precious");

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> open.fail(List.of(), null, "stopped")).withMessageContaining("meanwhile");

        assertThat(folder.resolve("c.jsonl")).hasContent("precious");
        assertThat(part()).exists();
    }

    private RecordingFile open() {
        return RecordingFile.open(folder.resolve("c.jsonl"), studio.world, faults::add);
    }

    private Path part() {
        return folder.resolve("c.jsonl.part");
    }

    private static Harness recording(RecordingFile file, Harness live) {
        return TapeSession.of(TapeMode.RECORD, null, file).harness(live);
    }

    private String replay(CallTape tape, String agent, int turn, String question) throws Exception {
        return TapeSession.of(TapeMode.REPLAY, tape, null).harness(Model.silent())
                .run(TapedRun.input(question), replayed.context(agent, turn)).content();
    }

    /** A model whose meter refuses before anything begins. */
    private record Refusing(Harness harness) implements Harness {
        @Override
        public String type() {
            return harness.type();
        }

        @Override
        public String displayName() {
            return harness.displayName();
        }

        @Override
        public String model() {
            return harness.model();
        }

        @Override
        public HarnessCapabilities capabilities() {
            return harness.capabilities();
        }

        @Override
        public HarnessOutput run(HarnessInput input,
                RunContext context) throws HarnessException, InterruptedException {
            CallMeter empty = (model, in, longest, deadline) -> {
                throw HarnessException.of(HarnessFailure.Kind.BUDGET, "nothing left");
            };
            var _ = empty.reserve(model(), 1, input.maxTokens(), context.deadline());
            return harness.run(input, context);
        }
    }
}
