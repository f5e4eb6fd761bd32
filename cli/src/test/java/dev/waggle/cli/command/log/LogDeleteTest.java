package dev.waggle.cli.command.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.journal.DataFolder;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.recovery.MultiFileCommit.Replacement;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.swarm.runlog.RunFacts;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs of a log, deleted with {@code waggle log delete}. */
class LogDeleteTest {

    @TempDir
    private Path folder;

    private Path log = Path.of("");
    private List<String> runs = List.of();

    @BeforeEach
    void writeRuns() {
        log = folder.resolve("log");
        for (int i = 0; i < 3; i++) {
            assertThat(CommandRun.of("demo", "crossing", "--fast", "--log", log.toString()).code())
                    .isZero();
        }
        runs = runs();
    }

    private List<String> runs() {
        try (JournalReader reader = JournalReader.open(log)) {
            return reader.select(JournalQuery.ALL).stream()
                    .filter(entry -> entry.signal().type().equals(RunFacts.OPENED))
                    .map(entry -> String.valueOf(entry.signal().scope().run())).toList();
        }
    }

    @Test
    void aRunGoesAndTheOthersStay() {
        CommandRun done = CommandRun.of("log", "delete", log.toString(), runs.get(1), "--yes");

        assertThat(done.err()).isEmpty();
        assertThat(done.code()).isZero();
        assertThat(done.out()).matches(runs.get(1) + "  deleted, \\d+ entries\n");
        assertThat(runs()).containsExactly(runs.get(0), runs.get(2));
        assertThat(CommandRun.of("log", "verify", log.toString()).out()).contains("deleted", "sound");
        assertThat(CommandRun.of("replay", "--all", log.toString()).code()).isZero();
        assertThat(CommandRun.of("explain", log.toString(), "--run", runs.get(2)).code()).isZero();
        assertThat(CommandRun.of("explain", log.toString(), "--run", runs.get(1)).err()).contains("holds no run");
        assertThat(CommandRun.of("log", "show", log.toString(), "--run", runs.get(1)).code()).isEqualTo(2);
        assertThat(CommandRun.of("demo", "crossing", "--fast", "--log", log.toString()).code()).isZero();
        assertThat(CommandRun.of("replay", "--all", log.toString()).code()).isZero();
    }

    /** A solve that waits for a person leaves its answers and theirs, as a killed one does. */
    @Test
    void theAnswersOfASolveWithoutAnEndGo() throws Exception {
        Path data = folder.resolve("data");
        CommandRun solved = CommandRun.of("solve", "Shard?", "--seat-later", "maya", "--seat-later", "olu", "--data",
                data.toString());
        String run = solved.out().replaceAll("(?s).*waggle answer (solve_[0-9a-z]+) .*", "$1");
        assertThat(CommandRun.of("answer", run, "maya", "propose 0.9 shard: a paid secret", "--data", data.toString())
                .code()).isZero();
        assertThat(CommandRun.of("resume", run, "--data", data.toString()).code()).isEqualTo(3);
        assertThat(data.resolve("answers").resolve(run).resolve("events.jsonl")).exists();
        assertThat(data.resolve("seats").resolve(run + ".jsonl")).exists();

        CommandRun done = CommandRun.of("log", "delete", data.toString(), run, "--yes");

        assertThat(done.code()).as(done.err()).isZero();
        assertThat(data.resolve("answers")).doesNotExist();
        assertThat(data.resolve("seats").resolve(run + ".jsonl")).doesNotExist();
        assertThat(holding("a paid secret", data.resolve("signals"))).isEmpty();
        assertThat(holding("a paid secret", data)).isEmpty();
    }

    /** The memories of a run are files of their own; the output has the command that deletes them. */
    @Test
    void theOutputNamesMemoriesThatStay() {
        String data = folder.resolve("data").toString();
        for (String play : List.of("migration", "crossing")) {
            String script = ProjectFiles.at("examples/scripts/" + play + ".txt").toString();
            assertThat(CommandRun.of("solve", "--play", script, "--data", data).code()).isZero();
        }
        log = DataFolder.logOf(Path.of(data));
        String first = runs().getFirst();
        String second = runs().getLast();

        CommandRun done = CommandRun.of("log", "delete", data, first, "--yes");

        String forget = "memory forget --run " + first + " --data " + data + " --yes";
        assertThat(done.out()).matches("(?s)" + first + "  deleted, \\d+ entries\n  its memories stay; .*")
                .contains(": waggle " + forget + "\n");
        assertThat(CommandRun.of(forget.split(" ")).code()).isZero();
        assertThat(CommandRun.of("log", "delete", data, first, "--yes").out()).contains("already")
                .doesNotContain("memories");
        assertThat(CommandRun.of("log", "delete", log.toString(), second, "--yes").out())
                .contains("memory forget --run " + second + " --data " + data + " ");
        assertThat(CommandRun.of("log", "delete", data, second, "--yes", "--json").out()).doesNotContain("memories");
    }

    /** A deletion is done, and exits so, although the memories cannot be looked at. */
    @Test
    void damagedMemoriesAreAWarning() throws Exception {
        Path data = folder.resolve("data");
        assertThat(CommandRun.of("demo", "--fast", "--data", data.toString()).code()).isZero();
        log = DataFolder.logOf(data);
        Files.writeString(Files.createDirectories(data.resolve("memory")).resolve("memories.jsonl"), "buy milk\n");

        CommandRun done = CommandRun.of("log", "delete", data.toString(), runs().getFirst(), "--yes");

        assertThat(done.code()).isZero();
        assertThat(done.out()).contains("deleted");
        assertThat(done.err()).contains("memory", "cannot be used", "The runs are deleted.");
    }

    private static List<Path> holding(String text, Path below) throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(below)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(text)) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    @Test
    void aMovedLineThatNamesNoRunIsReported() throws Exception {
        Path torn = Files.writeString(log.resolve("events.jsonl.torn-1"), "{\"seq\":9,\"data\":{\"te");

        CommandRun done = CommandRun.of("log", "delete", log.toString(), runs.getFirst(), "--yes");

        assertThat(done.code()).isEqualTo(1);
        assertThat(done.err()).contains("events.jsonl.torn-1 may hold a line of a deleted run");
        assertThat(CommandRun.of("log", "delete", log.toString(), runs.get(1), "--yes", "--json").out())
                .contains("\"left\":[{\"file\":");
        Files.delete(torn);
        assertThat(CommandRun.of("log", "delete", log.toString(), runs.get(2), "--yes").code()).isZero();
    }

    /** The process was killed when the segments were replaced and an answer was not deleted yet. */
    @Test
    void theSameCommandCompletesAKilledDeletion() throws Exception {
        String run = runs.getFirst();
        String done = CommandRun.of("log", "delete", log.toString(), run, "--yes").out();
        Path answer = Files.createDirectories(log.resolve("answers").resolve(run)).resolve("events.jsonl");
        Files.writeString(answer, "a paid secret\n");
        MultiFileCommit.prepare(log, log, "del_1", Set.of(),
                List.of(Replacement.unlocked(log.relativize(answer).toString().replace('\\', '/'), answer)),
                JournalDisk.real());
        Files.createFile(MultiFileCommit.newFile(answer));
        MultiFileCommit.commit(log, "del_1", Set.of(), JournalDisk.real());

        CommandRun again = CommandRun.of("log", "delete", log.toString(), run, "--yes");

        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.err()).contains("an interrupted deletion or redaction of ", " is complete now");
        assertThat(again.out()).isEqualTo(done.replace("  deleted", "  was deleted already"));
        assertThat(log.resolve("answers")).doesNotExist();
        CommandRun third = CommandRun.of("log", "delete", log.toString(), run, "--yes");
        assertThat(third.err()).isEmpty();
        assertThat(third.out()).isEqualTo(again.out());
    }

    @Test
    void allRunsCanGo() {
        CommandRun done = CommandRun.of("log", "delete", log.toString(), "--older-than", "0s", "--yes", "--json");

        assertThat(done.out()).contains(runs.get(0), runs.get(1), runs.get(2), "events.jsonl");
        assertThat(runs()).isEmpty();
        assertThat(CommandRun.of("log", "verify", log.toString()).code()).isZero();
        assertThat(CommandRun.of("demo", "crossing", "--fast", "--log", log.toString()).code()).isZero();
        assertThat(CommandRun.of("replay", "--all", log.toString()).code()).isZero();
    }

    @Test
    void youngRunsStay() {
        CommandRun done = CommandRun.of("log", "delete", log.toString(), "--older-than", "1h", "--yes");

        assertThat(done.out()).isEqualTo("0 runs deleted\n");
        assertThat(runs()).hasSize(3);
    }

    @Test
    void aDryRunOnlyShows() {
        CommandRun done = CommandRun.of("log", "delete", log.toString(), "--older-than", "0s", "--dry-run");

        assertThat(done.out()).contains(runs.get(0), runs.get(2)).endsWith("3 runs would be deleted\n");
        assertThat(runs()).hasSize(3);
    }

    @Test
    void withoutATerminalItNeedsTheFlag() {
        CommandRun done = CommandRun.of("log", "delete", log.toString(), runs.getFirst());

        assertThat(done.code()).isEqualTo(2);
        assertThat(done.err()).contains("1 run would be deleted for good - Add --yes");
        assertThat(runs()).hasSize(3);
    }

    @Test
    void aPersonAtATerminalIsAsked() {
        assertThat(asked("n\n")).endsWith("Delete? y or n: nothing was deleted\n");
        assertThat(asked("")).endsWith("nothing was deleted\n");
        assertThat(runs()).hasSize(3);
        assertThat(asked("y\n")).contains("Delete? y or n: " + runs.getFirst() + "  deleted, ");
        assertThat(runs()).hasSize(2);
    }

    private String asked(String reply) {
        CommandRun run = CommandRun.run(reply, true, "log", "delete", log.toString(), runs.getFirst());
        assertThat(run.code()).as(run.err()).isZero();
        return run.out().replace("\r", "");
    }

    @Test
    void badUseIsRefused() throws Exception {
        refuses("no run is named");
        refuses("runs and --older-than exclude each other", runs.getFirst(), "--older-than", "1d");
        refuses("--older-than must be a number with", "--older-than", "soon");
        refuses("holds no run \"unknown\"", "unknown", "--yes");
        assertThat(CommandRun.of("log", "delete", folder.resolve("none").toString(), "x").code()).isEqualTo(2);
        Path file = Files.writeString(folder.resolve("file.jsonl"), "");
        assertThat(CommandRun.of("log", "delete", file.toString(), "x").err()).contains("is a file");
    }

    @Test
    void aLogThatAProcessWritesIsRefused() {
        try (FileJournal _ = FileJournal.open(log)) {
            refuses("try again when it has ended", runs.getFirst(), "--yes", "--wait", "0");
        }
        assertThat(runs()).hasSize(3);
    }

    private void refuses(String problem, String... arguments) {
        String[] all = new String[arguments.length + 3];
        all[0] = "log";
        all[1] = "delete";
        all[2] = log.toString();
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        CommandRun run = CommandRun.of(all);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem);
    }
}
