package dev.waggle.cli.command.review;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static dev.waggle.cli.command.review.SolvedRuns.ok;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle outcome --file}. */
class OutcomeFileTest {

    private final SolvedRuns runs;

    OutcomeFileTest(@TempDir Path folder) {
        runs = new SolvedRuns(folder);
    }

    @Test
    void aFileTeachesWhatTellingOneByOneTeaches() throws IOException {
        String one = runs.solve();
        String two = runs.solve("--task-type", "law");
        String three = runs.solve();
        SolvedRuns single = runs.copy("single");
        ok(single.outcome(three, "Y"));
        ok(single.outcome(one, "correct"));
        ok(single.outcome(two, "wrong", "--details", "too late"));

        String told = ok(runs.outcome("--file", runs.file("truths.csv", "run,outcome,details", three + ",Y,",
                one + ",correct,", two + ",wrong,too late")));

        assertThat(told).contains("truths.csv: 3 told, 0 known already, 0 replaced",
                "3 outcomes known, weights learned from 3");
        assertThat(runs.reputation()).isEqualTo(single.reputation());
        assertThat(runs.reputation().toString()).contains("\"type\":\"law\"", "\"type\":\"general\"");
        assertThat(Files.readString(Path.of(runs.data, "outcomes", "outcomes.jsonl")))
                .contains("\"kind\":\"file\",\"name\":\"truths.csv\"", "\"details\":\"too late\"");
    }

    @Test
    void rowsThatWereToldBeforeAreCountedAndChangeNothing() throws IOException {
        String one = runs.solve();
        String two = runs.solve();
        ok(runs.outcome(one, "correct"));
        String file = runs.file("truths.jsonl", "{\"run\": \"" + one + "\", \"outcome\": \"right\"}", "",
                "{\"outcome\": \"X\", \"run\": \"" + two + "\"}", "{\"run\": \"" + two + "\", \"outcome\": \"x\"}");

        JsonNode first = JsonMapper.shared().readTree(ok(runs.outcome("--file", file, "--json")));
        String drawn = CommandRun.run("", true, "outcome", "--file", file, "--data", runs.data).err();
        JsonNode again = JsonMapper.shared().readTree(ok(runs.outcome("--file", file, "--json")));

        assertThat(drawn).contains("reading runs", "telling outcomes", "100 %");
        assertThat(first.get("file").asString()).isEqualTo(file);
        assertThat(first.get("told").asInt()).isEqualTo(1);
        assertThat(first.get("known").asInt()).isEqualTo(2);
        assertThat(first.get("outcomes").asInt()).isEqualTo(2);
        assertThat(again.get("told").asInt()).isZero();
        assertThat(again.get("known").asInt()).isEqualTo(3);
        assertThat(again.get("version")).isEqualTo(first.get("version"));
    }

    @Test
    void everyErrorIsNamedWithItsLineAndNothingIsTold() throws IOException {
        String good = runs.solve();
        String open = runs.solve();
        String silent = runs.solveWithoutVotes();
        String twice = runs.solve();
        Path journal = runs.journalWithout(open);
        String file = runs.file("truths.csv", "run,outcome,type", good + ",X,", "solve_none,X,", open + ",X,",
                silent + ",X,", ",X,", twice + ",X,", twice + ",Y,", good + ",," + "t".repeat(3), good + ",X,"
                        + "t".repeat(300));

        CommandRun refused = runs.outcome("--file", file, "--log", journal.toString());

        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err().lines().toList()).satisfiesExactly(
                line -> assertThat(line).contains("truths.csv, line 3: " + journal + " holds no run \"solve_none\"",
                        "waggle log show"),
                line -> assertThat(line).contains("line 4: run " + open + " has not ended", "waggle resume"),
                line -> assertThat(line).contains("line 5: nobody voted in run " + silent, "Remove that line"),
                line -> assertThat(line).contains("line 6: the run is blank"),
                line -> assertThat(line).contains("line 8: run " + twice + " is incorrect (general), right is \"Y\"",
                        "line 7 it is correct (general), right is \"X\"", "Keep one outcome for each run"),
                line -> assertThat(line).contains("line 9: the outcome is blank", "--outcome-column"),
                line -> assertThat(line).contains("line 10: the type of a task must have 1 to 200 characters"),
                line -> assertThat(line).contains("truths.csv has 7 errors, so nothing was told"));
        assertThat(Path.of(runs.data, "outcomes")).doesNotExist();
        assertThat(CommandRun.of("reputation", "--data", runs.data).err()).contains("there are no outcomes");
    }

    @Test
    void anotherOutcomeOfAKnownRunIsNamedOrReplacesIt() throws IOException {
        String one = runs.solve();
        String two = runs.solve();
        ok(runs.outcome(one, "X"));
        String file = runs.file("truths.csv", "run,outcome", two + ",X", one + ",Y");

        CommandRun refused = runs.outcome("--file", file);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("truths.csv, line 3: the outcome of run " + one
                + " is correct (general), right is \"X\", by person on ", "and not incorrect (general), right is \"Y\"",
                "--replace", "1 error");
        assertThat(runs.reputation().get("outcomes").asInt()).isEqualTo(1);

        assertThat(ok(runs.outcome("--file", file, "--replace")))
                .contains("1 told, 0 known already, 1 replaced", "2 outcomes known");
        assertThat(ok(runs.outcome("--file", file))).contains("0 told, 2 known already, 0 replaced");
    }

    @Test
    void rowsThatCannotBeReadEndTheReadingAndAreNamed() throws IOException {
        String one = runs.solve();
        String file = runs.file("truths.csv", "run,outcome", "solve_none,X", one + ",X,more", one + ",X");

        assertThat(runs.outcome("--file", file).err()).contains("line 2: ", "holds no run \"solve_none\"",
                "line 3 has 3 cells, the first line has 2", "Rows behind it were not checked.", "2 errors");
        assertThat(runs.outcome("--file", runs.file("x.csv", "id,outcome", "a,b")).err())
                .contains("has no column \"run\"", "--run-column");
        assertThat(runs.outcome("--file", runs.file("none.csv", "run,outcome")).err()).contains("holds no outcomes");
        assertThat(runs.outcome("--file", runs.folder.resolve("absent.csv").toString()).err())
                .contains("no such file");
        assertThat(ok(runs.outcome("--file", runs.file("own.csv", "id,verdict", one + ",X"), "--run-column", "id",
                "--outcome-column", "verdict"))).contains("1 told");
    }

    /** More runs than the index is used for, gzip, standard input, and a type for all rows. */
    @Test
    void manyRunsAreReadInOnePass() throws IOException {
        List<String> lines = new ArrayList<>(List.of("run,truth,type"));
        for (int i = 0; i < 20; i++) {
            lines.add(runs.solve() + ",X," + (i == 3 ? "law" : ""));
        }
        SolvedRuns other = runs.copy("other");
        SolvedRuns open = runs.copy("open-data");
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }
        Path zipped = Files.write(runs.folder.resolve("truths.csv.gz"), packed.toByteArray());

        assertThat(ok(runs.outcome("--file", zipped.toString(), "--type", "math")))
                .contains("20 told", "weights learned from 20");
        assertThat(ok(CommandRun.fed(String.join("\n", lines), "outcome", "--file", "-", "--type", "math", "--data",
                other.data))).contains("standard input: 20 told");

        assertThat(runs.reputation()).isEqualTo(other.reputation());
        assertThat(runs.reputation().toString()).contains("\"type\":\"law\"", "\"type\":\"math\"")
                .doesNotContain("general");
        String last = runs.runs().getLast();
        assertThat(open.outcome("--file", zipped.toString(), "--log", open.journalWithout(last).toString()).err())
                .contains("line 21: run " + last + " has not ended", "1 error");
    }

    @Test
    void waysOfTellingExcludeEachOther() throws IOException {
        String run = runs.solve();
        String file = runs.file("truths.csv", "run,outcome", run + ",X");

        assertThat(runs.outcome().err()).contains("there is no run", "--file FILE");
        assertThat(runs.outcome(run).err()).contains("there is no outcome of run " + run, "--evaluator MODEL");
        assertThat(runs.outcome(run, "X", "--file", file).err()).contains("RUN and --file exclude each other");
        assertThat(runs.outcome("--file", file, "--merge", runs.data).err())
                .contains("--file and --merge exclude each other");
        assertThat(runs.outcome("--file", file, "--evaluator", "a:b").err()).contains("--evaluator", "one run");
        assertThat(runs.outcome(run, "X", "--run-column", "id").err()).contains("--run-column needs --file");
        assertThat(runs.outcome(run, "X", "--replay", "x").err()).contains("--replay needs --evaluator");
        assertThat(runs.outcome("--file", file, "--details", "x").err()).contains("column details");
        assertThat(runs.outcome("--merge", runs.folder.toString(), "--type", "x").err()).contains("Omit --log");
    }
}
