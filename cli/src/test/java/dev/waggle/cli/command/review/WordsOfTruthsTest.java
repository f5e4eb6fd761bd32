package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Words of a verdict as spreadsheets and JSON write them. */
class WordsOfTruthsTest {

    private final SolvedRuns runs;

    WordsOfTruthsTest(@TempDir Path folder) {
        runs = new SolvedRuns(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Correct", "CORRECT", "True"})
    void aVerdictInCapitalsIsNotTheWrongnessOfEveryVote(String word) throws IOException {
        String run = runs.solve();

        CommandRun told = runs.outcome("--file", runs.file("t.csv", "run,outcome", run + "," + word));

        String log = Files.readString(Path.of(runs.data, "outcomes", "outcomes.jsonl"));
        assertThat(told.code()).isZero();
        if (log.contains("\"verdict\":\"incorrect\"")) {
            assertThat(told.err()).contains("no agent proposed 1 right answer, first \"" + word + "\"");
        } else {
            assertThat(log).contains("\"verdict\":\"correct\"");
            assertThat(told.err()).isEmpty();
        }
    }
}
