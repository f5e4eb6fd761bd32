package dev.waggle.journal.tape;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ResumableRecordingTest {

    @TempDir
    Path folder;

    private final TapedRun run = TapedRun.opened("solve_1", 1);

    private Path file() {
        return folder.resolve("calls.jsonl");
    }

    private ResumableRecording open() {
        return ResumableRecording.open(file(), run.world, fault -> {
            throw fault;
        });
    }

    private String ask(ResumableRecording recording, Model model, String agent, String question) throws Exception {
        return recording.harness(model).run(TapedRun.input(question),
                RunContext.of(RunContext.Caller.of(agent, 1), run.world, _ -> {
                })).content();
    }

    @Test
    void aLaterProcessAsksOnlyTheRest() throws Exception {
        try (ResumableRecording first = open()) {
            assertThat(ask(first, Model.echo(), "ada", "One?")).isEqualTo("Re: One?");
        }
        try (ResumableRecording second = open()) {
            assertThat(ask(second, Model.silent(), "ada", "One?")).isEqualTo("Re: One?");
            assertThat(ask(second, Model.echo(), "bob", "Two?")).isEqualTo("Re: Two?");
            assertThat(second.earlier()).hasSize(1);
        }
        ResumableRecording replay = ResumableRecording.replay(file());

        assertThat(ask(replay, Model.silent(), "bob", "Two?")).isEqualTo("Re: Two?");
        assertThat(replay.earlier()).extracting(ResumableRecording.RecordedUsage::by)
                .containsExactly(new Emission("ada", 1), new Emission("bob", 1));
        assertThat(RecordingFile.part(file())).doesNotExist();
    }

    @Test
    void theCallsOfAKilledProcessAreTakenOver() throws Exception {
        try (ResumableRecording first = open()) {
            var _ = ask(first, Model.echo(), "ada", "One?");
        }
        Path part = RecordingFile.part(file());
        byte[] killed;
        try (ResumableRecording second = open()) {
            var _ = ask(second, Model.echo(), "bob", "Two?");
            killed = Files.readAllBytes(part);
        }
        byte[] before = Files.readAllBytes(file());
        Files.write(part, Arrays.copyOf(killed, killed.length - 3));
        try (ResumableRecording third = open()) {
            assertThat(ask(third, Model.silent(), "ada", "One?")).isEqualTo("Re: One?");
            assertThat(ask(third, Model.silent(), "bob", "Two?")).isEqualTo("Re: Two?");
        }

        assertThat(Files.readAllBytes(file())).as("a merge that is repeated adds nothing").isEqualTo(before);
    }

    @Test
    void twoProcessesDoNotWriteOneRecording() {
        try (ResumableRecording _ = open()) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(this::open)
                    .withMessageContaining("another process writes it\nMaybe wait for its end");
        }
    }

    @Test
    void aReplayAsksNoModel() throws Exception {
        try (ResumableRecording first = open()) {
            var _ = ask(first, Model.echo(), "ada", "One?");
        }
        ResumableRecording replay = ResumableRecording.replay(file());

        assertThatExceptionOfType(HarnessException.class).isThrownBy(() -> ask(replay, Model.echo(), "ada", "Two?"));
    }

    @Test
    void withoutACallThereIsNoFile() {
        try (ResumableRecording recording = open()) {
            assertThat(recording.earlier()).isEmpty();
        }

        assertThat(file()).doesNotExist();
        assertThat(RecordingFile.part(file())).doesNotExist();
    }
}
