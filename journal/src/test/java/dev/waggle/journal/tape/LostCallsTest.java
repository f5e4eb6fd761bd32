package dev.waggle.journal.tape;

import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.journal.file.ForgettingDisk;
import dev.waggle.journal.file.LostPower;
import dev.waggle.journal.tape.TapedRun.Model;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.harness.Harness;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The power is lost at every operation of a recording that runs: what was answered is there, and no half call. */
class LostCallsTest {

    private static final int CALLS = 4;
    private static final int IN_BUILD = 3;
    private static final int LONG = 200;

    @TempDir
    private Path folder;

    private final TapedRun studio = TapedRun.opened("solve_1", 1);
    private final TapedRun replayed = TapedRun.opened("solve_2", 2);

    @Test
    void takesNoAnsweredCall() throws Exception {
        loseEverywhere(IN_BUILD);
    }

    @Test
    @Tag("long")
    void manyStates() throws Exception {
        loseEverywhere(LONG);
    }

    private void loseEverywhere(int each) throws Exception {
        Path live = Files.createDirectory(folder.resolve("live")).toRealPath();
        ForgettingDisk disk = ForgettingDisk.on(live);
        try (RecordingFile file = RecordingFile.open(OutputTarget.of(live.resolve("c.jsonl")), studio.world, fault -> {
            throw fault;
        }, disk)) {
            Harness model = TapeSession.of(TapeMode.RECORD, null, file).harness(Model.echo());
            disk.note(0);
            for (int turn = 1; turn <= CALLS; turn++) {
                var _ = model.run(TapedRun.input("Question " + turn), studio.context("ada", turn));
                disk.note(turn);
            }
        }
        LostPower.everywhere(disk, folder, each, (state, promised) -> {
            if (!promised.isEmpty()) {
                check(RecordingFile.part(state.resolve("c.jsonl")), (int) promised.getLast());
            }
        });
    }

    private void check(Path left, int answered) {
        assertThat(left).exists();
        if (answered == 0) {
            return; // Without a call it is no recording.
        }
        CallTape tape = CallTape.read(left);
        assertThat(tape.size()).isBetween(answered, answered + 1);
        for (int turn = 1; turn <= answered; turn++) {
            assertThat(answer(tape, turn)).isEqualTo("Re: Question " + turn);
        }
    }

    private String answer(CallTape tape, int turn) {
        try {
            return TapeSession.of(TapeMode.REPLAY, tape, null).harness(Model.silent())
                    .run(TapedRun.input("Question " + turn), replayed.context("ada", turn)).content();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }
}
