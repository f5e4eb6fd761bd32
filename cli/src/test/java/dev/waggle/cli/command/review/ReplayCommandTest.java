package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.TamperedLog;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle replay}: a log is right when a replay of its runs gives the same, entry by entry. */
class ReplayCommandTest {

    private static final String EVENTS = "events.jsonl";

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.configured(FakeServerConfig.compatible(),
            ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aSolveOfModelsIsEqualWithoutModels() throws IOException {
        Path log = solved("3", "--synthesize", "--budget-tokens", "90000", "--strategy", "voting");
        Files.delete(folder.resolve("models.json"));
        int entries = Files.readAllLines(log.resolve(EVENTS)).size();
        byte[] bytes = Files.readAllBytes(log.resolve(EVENTS));
        int asked = server.requests().size();

        CommandRun run = CommandRun.of("replay", log.toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("equal: " + entries + " entries");
        assertThat(server.requests()).hasSize(asked);
        assertThat(log.resolve(EVENTS)).hasBinaryContent(bytes);
    }

    @Test
    void anOptionForAFolderTakesNoPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

        for (String option : List.of("--log", "--data")) {
            CommandRun run = CommandRun.of("replay", option, pipe.toString());
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err()).contains("pipe is no folder").hasLineCount(1);
        }
    }

    @Test
    void aTurnedVoteDepartsAtItsEntry() throws IOException {
        Path log = solved("3");
        Path forged = folder.resolve("forged");
        long entry = TamperedLog.write(log, forged, TamperedLog::turnedVote);
        assertThat(entry).isPositive();

        CommandRun run = CommandRun.of("replay", "--log", forged.toString());
        CommandRun json = CommandRun.of("replay", "--log", forged.toString(), "--json");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("departs at entry " + entry + " of ")
                .contains("payload.stance: was \"DISAGREE\", would now be \"AGREE\"");
        assertThat(json.code()).isEqualTo(1);
        JsonValue.Obj verdict = (JsonValue.Obj) JsonText.read(json.out());
        assertThat(verdict.fields()).containsEntry("verdict", JsonValue.of("departs"))
                .containsEntry("equal", JsonValue.of(entry - 1)).containsKey("why");
    }

    @Test
    void aRunWithoutAnEndIsEqualAsFarAsItGoes() throws IOException {
        Path log = solved("2");
        List<String> lines = Files.readAllLines(log.resolve(EVENTS));
        Files.writeString(log.resolve(EVENTS), String.join("\n", lines.subList(0, lines.size() - 1)) + "\n");
        // A killed writer leaves no mark of its end.
        Files.delete(log.resolve("events.mark"));

        CommandRun run = CommandRun.of("replay", log.toString());

        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("equal up to the last entry: " + (lines.size() - 1) + " entries, no end");
    }

    @Test
    void anImportedRunIsImportedAndDoesNotDepart() throws IOException {
        Path log = solved("2");
        Path copy = folder.resolve("copy");
        CommandRun.of("log", "import", log.resolve(EVENTS).toString(), copy.toString());

        CommandRun run = CommandRun.of("replay", copy.toString());
        CommandRun all = CommandRun.of("replay", copy.toString(), "--all");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("imported: not compared").doesNotContain("departs");
        assertThat(all.out().lines()).last().isEqualTo("1 run: 1 imported");
    }

    @Test
    void aFlippedDigitInAnAnswerDeparts() throws IOException {
        Path log = solved("3");
        int line = damaged(log, "\"turn:taken\"");

        CommandRun run = CommandRun.of("replay", log.toString());
        CommandRun json = CommandRun.of("replay", log.toString(), "--json");

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("departs at entry ").contains("(1 place of the journal damaged)")
                .contains("does not say what ");
        assertThat(run.err()).contains("line " + line);
        JsonValue.Obj verdict = (JsonValue.Obj) JsonText.read(json.out());
        assertThat(json.code()).isEqualTo(1);
        assertThat(verdict.fields()).containsEntry("verdict", JsonValue.of("departs"))
                .containsEntry("damaged", JsonValue.of(1));
    }

    @Test
    void aRunWhoseEndIsDamagedIsNotEqualAsFarAsItGoes() throws IOException {
        Path log = solved("2");
        damaged(log, "\"run:closed\"");

        CommandRun run = CommandRun.of("replay", log.toString());
        CommandRun all = CommandRun.of("replay", "--all", "--json", log.toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("damaged: ").contains("(1 place of the journal damaged)");
        assertThat(all.code()).isEqualTo(1);
        assertThat(all.out()).contains("\"verdict\":\"damaged\"").contains("\"damaged\":1")
                .contains("{\"totals\":{\"runs\":1,\"damaged\":1}}");
    }

    @Test
    void whatAModelToldAndCannotBeReadIsNotEqual() throws IOException {
        Path log = solved("2");
        damaged(log, "\"harness:end\"");

        assertThat(CommandRun.of("replay", log.toString()).out()).contains("damaged: ")
                .contains("1 place of the journal damaged");
    }

    @Test
    void aRunBehindTheDamageIsEqual() throws IOException {
        Path log = solved("2");
        solved("3");
        damaged(log, "\"turn:taken\"");

        CommandRun last = CommandRun.of("replay", log.toString());
        CommandRun all = CommandRun.of("replay", "--all", log.toString());

        assertThat(last.code()).as(last.out()).isZero();
        assertThat(all.code()).isEqualTo(1);
        assertThat(all.out().lines()).last().isEqualTo("2 runs: 1 equal, 1 departs");
    }

    /** Flips a digit in the first line that holds the word, and returns the number of the line. */
    private static int damaged(Path log, String word) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(log.resolve(EVENTS)));
        int at = 0;
        while (!lines.get(at).contains(word)) {
            at++;
        }
        String line = lines.get(at);
        int digit = line.indexOf("\"2", line.indexOf("\"time\"")) + 1;
        lines.set(at, line.substring(0, digit) + '3' + line.substring(digit + 1));
        Files.writeString(log.resolve(EVENTS), String.join("\n", lines) + "\n");
        return at + 1;
    }

    @Test
    void allRunsOfAJournalAreComparedWithTotals() throws IOException {
        Path log = solved("2");
        solved("3");
        CommandRun.of("demo", "--fast", "--log", log.toString());

        CommandRun run = CommandRun.of("replay", "--all", log.toString());
        CommandRun json = CommandRun.of("replay", "--all", "--json", log.toString());

        assertThat(run.code()).as(run.out()).isZero();
        assertThat(run.out().lines()).hasSize(4).last().isEqualTo("3 runs: 3 equal");
        assertThat(json.out().lines()).hasSize(4).last().isEqualTo("{\"totals\":{\"runs\":3,\"equal\":3}}");
    }

    @Test
    void everyShippedSceneOfADemoIsEqual() {
        String log = folder.resolve("log").toString();
        CommandRun.of("demo", "--fast", "--log", log);

        assertThat(CommandRun.of("replay", log).out()).contains("equal: ");
    }

    @Test
    void aRunOfAVersionThatNotedLessSaysSo() throws IOException {
        Path log = solved("2");
        Path old = folder.resolve("old");
        TamperedLog.write(log, old, TamperedLog::asBefore);

        CommandRun run = CommandRun.of("replay", old.toString());

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("cannot be replayed").contains("of a version that did not note");
    }

    @Test
    void whatIsNotThereIsRefused() throws IOException {
        Path log = solved("2");
        Path empty = Files.createDirectories(folder.resolve("empty"));

        refused(CommandRun.of("replay", "../../x", log.toString()), "no run \"../../x\"", "It holds: solve_");
        refused(CommandRun.of("replay", "solve_x"), "no such journal", "name its journal");
        refused(CommandRun.of("replay", folder.resolve("none").toString()), "no such file");
        refused(CommandRun.of("replay"), "no journal");
        refused(CommandRun.of("replay", "--all", "x", log.toString()), "exclude each other");
        assertThat(CommandRun.of("replay", empty.toString()).code()).isEqualTo(2);
    }

    private static void refused(CommandRun run, String... words) {
        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(2);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(words);
    }

    private Path solved(String agents, String... more) throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "%s"}}, "models": {"fast": "lab:fake-fast"},
                 "prices": {"lab:*": {"inputPerMillion": 0.3, "outputPerMillion": 1.7}}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI)));
        Path log = folder.resolve("log");
        List<String> args = new ArrayList<>(List.of("solve", "Shard or buy time?", "--models-file",
                models.toString(), "--seed", "11", "--agents", agents, "--log", log.toString()));
        args.addAll(List.of(more));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return log;
    }
}
