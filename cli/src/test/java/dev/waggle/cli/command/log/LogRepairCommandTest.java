package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle log verify} and {@code waggle log repair} on damaged data folders. */
class LogRepairCommandTest {

    @TempDir
    private Path folder;

    private Path data;
    private Path active;

    @BeforeEach
    void threeSignals() {
        data = folder.resolve("data");
        active = data.resolve("signals/events.jsonl");
        for (String type : List.of("build:a", "build:b", "build:c")) {
            CommandRun.of("signals", "generate", type, "--data", data.toString());
        }
    }

    @Test
    void aDeletedNewestLineIsNoticedAndItsNumberIsNotGivenAgain() throws IOException {
        cut();

        CommandRun verified = CommandRun.of("log", "verify", data.toString());
        CommandRun next = CommandRun.of("signals", "generate", "build:d", "--data", data.toString());

        assertThat(verified.code()).isEqualTo(1);
        assertThat(verified.out()).contains("the log ends with entry 2, but its", "entry 3; entry 3 cannot be read",
                "accept the loss: waggle log repair " + data);
        assertThat(next.err()).contains("entry 3 cannot be read");
        assertThat(Files.readAllLines(active).getLast()).startsWith("{\"seq\":4,");
    }

    @Test
    void aLossIsListedPlannedAndAccepted() throws IOException {
        cut();
        String before = Files.readString(active);

        CommandRun listed = CommandRun.of("log", "repair", data.toString());
        CommandRun planned = CommandRun.of("log", "repair", data.toString(), "--lost", "--dry-run");
        assertThat(active).hasContent(before);
        CommandRun done = CommandRun.of("log", "repair", data.toString(), "--lost", "--json");

        assertThat(listed.code()).isEqualTo(1);
        assertThat(listed.out()).startsWith("damaged  ").contains("nothing was changed");
        assertThat(planned.code()).isZero();
        assertThat(planned.out()).startsWith("would accept  ");
        assertThat(done.code()).as(done.out() + done.err()).isZero();
        assertThat(JsonText.read(done.out())).asString().contains("changed");
        assertThat(CommandRun.of("log", "verify", data.toString()).out()).contains("1 entry was lost", ": sound");
    }

    @Test
    void aDamagedLineIsAcceptedByItsNumber() throws IOException {
        List<String> lines = Files.readAllLines(active);
        Files.writeString(active, lines.get(0) + "\n" + lines.get(1).replace("build:b", "build:x") + "\n"
                + lines.get(2) + "\n");

        CommandRun wrong = CommandRun.of("log", "repair", data.toString(), "--line", "3");
        CommandRun done = CommandRun.of("log", "repair", data.toString(), "--line", "2");

        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).hasLineCount(1).contains("is selected");
        assertThat(done.code()).as(done.out() + done.err()).isZero();
        assertThat(done.out()).contains("accepted  ", " bytes moved to ");
        assertThat(active.resolveSibling("events.jsonl.damaged-" + (lines.get(0).length() + 1))).content()
                .contains("build:x");
        assertThat(CommandRun.of("log", "verify", data.toString()).code()).isZero();
        assertThat(CommandRun.of("log", "repair", data.toString()).out()).startsWith("nothing to repair");
    }

    @Test
    void aTornStartOfTheActiveSegmentOpens() throws IOException {
        Path torn = Files.createDirectories(folder.resolve("torn"));
        Files.write(torn.resolve("events.jsonl"), "{\"se\0\0\0\0".getBytes(StandardCharsets.UTF_8));
        Path sealed = Files.createDirectories(folder.resolve("sealed"));
        Files.copy(active, sealed.resolve("events-00000000000000000001.jsonl"));
        Files.write(sealed.resolve("events.jsonl"), "xy\0\0\0\0".getBytes(StandardCharsets.UTF_8));
        Path foreign = Files.createDirectories(folder.resolve("foreign"));
        Files.writeString(foreign.resolve("events.jsonl"), "hello");
        Path event = Files.writeString(folder.resolve("event.json"),
                "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/a\",\"type\":\"t\"}");

        for (Path journal : List.of(torn, sealed)) {
            assertThat(CommandRun.of("log", "verify", journal.toString()).code()).isZero();
            assertThat(CommandRun.of("log", "import", event.toString(), journal.toString()).code()).isZero();
            assertThat(CommandRun.of("log", "verify", journal.toString()).code()).isZero();
        }
        assertThat(CommandRun.of("log", "verify", foreign.toString()).err()).contains("not a journal");
        assertThat(CommandRun.of("log", "import", event.toString(), foreign.toString()).err())
                .contains("not a journal");
    }

    @Test
    void filesOfKilledCommandsAreListed() throws IOException {
        Files.writeString(data.resolve("signals/events-00000000000000000001.jsonl.tmp"), "x");
        Path part = Files.createDirectories(data.resolve("checkpoints")).resolve("1-1-part_1.part");
        Files.writeString(part, "x");
        Path begun = Files.createDirectories(data.resolve("recordings/rec_00000000000000000000000000"));
        Files.writeString(begun.resolve(".lock"), "process 1");
        Files.writeString(begun.resolve("events.jsonl"), "");

        CommandRun verified = CommandRun.of("log", "verify", data.toString());
        CommandRun recorded = CommandRun.of("log", "verify", data.toString(), "--json");

        assertThat(verified.code()).isZero();
        assertThat(verified.out()).contains("left by a command that was killed: " + part,
                "left by a command that was killed: " + begun);
        assertThat(verified.out().lines().filter(line -> line.startsWith("left by"))).hasSize(3);
        assertThat(recorded.out()).contains("\"leftovers\":[\"");
        CommandRun.of("signals", "generate", "build:d", "--data", data.toString());
        assertThat(data.resolve("signals/events-00000000000000000001.jsonl.tmp")).doesNotExist();
    }

    private void cut() throws IOException {
        List<String> lines = Files.readAllLines(active);
        Files.writeString(active, lines.get(0) + "\n" + lines.get(1) + "\n");
    }
}
