package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.checkpoint.FileCheckpointStore;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle checkpoints}. */
class CheckpointsTest {

    @TempDir
    Path data;

    @BeforeEach
    void saveTwo() {
        CheckpointStore store = FileCheckpointStore.open(data,
                new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 1));
        store.save("solve-2", JsonValue.of("two"));
        store.save("Solve-1", JsonValue.of("one\n\u001b[2J"));
    }

    @Test
    void listsByIdWithTimeAndSize() {
        assertThat(waggle("list").out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly("id saved at bytes", "Solve-1 2026-03-01T12:00:00Z 94",
                        "solve-2 2026-03-01T12:00:00Z 83");
        assertThat(waggle("list", "--json").out().strip()).isEqualTo(
                "[{\"id\":\"Solve-1\",\"savedAt\":\"2026-03-01T12:00:00Z\",\"bytes\":94},"
                        + "{\"id\":\"solve-2\",\"savedAt\":\"2026-03-01T12:00:00Z\",\"bytes\":83}]");
    }

    @Test
    void listsADamagedOneToo() throws IOException {
        Files.writeString(data.resolve("checkpoints/at-solve-2.json"), "{");

        assertThat(waggle("list").out()).containsPattern("solve-2 +damaged +1");
        assertThat(waggle("list", "--json").out()).contains("{\"id\":\"solve-2\",\"savedAt\":null,\"bytes\":1}");
        assertThat(waggle("show", "solve-2")).returns(2, CommandRun::code)
                .satisfies(run -> assertThat(run.err()).contains("checkpoint solve-2 is damaged", "Maybe restore"));
        assertThat(waggle("delete", "solve-2").code()).isZero();
    }

    @Test
    void showsAStateAsOneSafeLine() {
        CommandRun run = waggle("show", "Solve-1");

        assertThat(run.out()).isEqualTo("\"one\\n\\u001B[2J\"" + System.lineSeparator());
        assertThat(run.err()).contains("saved at 2026-03-01T12:00:00Z");
    }

    @Test
    void deletesOnce() {
        assertThat(waggle("delete", "Solve-1")).returns(0, CommandRun::code).satisfies(
                run -> assertThat(run.out()).contains("deleted Solve-1"));
        assertThat(waggle("delete", "Solve-1")).returns(2, CommandRun::code).satisfies(
                run -> assertThat(run.err()).contains("there is no checkpoint Solve-1"));
        assertThat(waggle("show", "Solve-1").code()).isEqualTo(2);
        assertThat(waggle("show", "solve-2").code()).isZero();
    }

    @Test // H8
    void refusesPathsAndFoldersThatAreNotThere() {
        assertThat(waggle("delete", "../../x")).returns(2, CommandRun::code).satisfies(
                run -> assertThat(run.err()).contains("a checkpoint id must be made of"));
        assertThat(CommandRun.of("checkpoints", "list", "--data", data.resolve("none").toString()))
                .returns(2, CommandRun::code)
                .satisfies(run -> assertThat(run.err()).contains("there is no folder"));
        assertThat(CommandRun.of("checkpoints", "list").code()).isEqualTo(2);
    }

    @Test
    void saysWhenThereIsNothing(@TempDir Path empty) {
        assertThat(CommandRun.of("checkpoints", "list", "--data", empty.toString()).out()).contains("no checkpoints");
        assertThat(empty).isEmptyDirectory();
    }

    private CommandRun waggle(String command, String... args) {
        String[] all = new String[args.length + 4];
        all[0] = "checkpoints";
        all[1] = command;
        System.arraycopy(args, 0, all, 2, args.length);
        all[all.length - 2] = "--data";
        all[all.length - 1] = data.toString();
        return CommandRun.of(all);
    }
}
