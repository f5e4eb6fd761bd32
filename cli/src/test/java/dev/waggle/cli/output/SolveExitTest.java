package dev.waggle.cli.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.SharedData;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SolveExitTest {

    @TempDir
    private Path folder;

    /** A demo under other limits; one of its rounds is too few for a decision. */
    @ParameterizedTest
    @CsvSource({"crossing, 0, consensus", "crossing --max-rounds 1, 3, max-rounds",
        "crossing --timeout 0.001, 4, timeout",
        "crossing --max-rounds 1 --exit-zero, 0, max-rounds", "crossing --timeout 0.001 --exit-zero, 0, timeout"})
    void aDemoEndsWithTheCodeOfItsOutcome(String args, int code, String ending) {
        CommandRun run = demo(args + " --json");

        assertThat(run.code()).as(run.out() + run.err()).isEqualTo(code);
        assertThat(run.out()).contains("\"ending\":\"" + ending + '"');
    }

    private static CommandRun demo(String args) {
        List<String> all = new ArrayList<>(List.of("demo"));
        all.addAll(Arrays.asList(args.split(" ")));
        return CommandRun.of(all.toArray(String[]::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--cassette", "--play"})
    void aRecordingAndAPlayEndWithTheCodeOfTheirOutcome(String option) {
        String file = ProjectFiles
                .at(option.equals("--play") ? "examples/scripts/crossing.txt" : "examples/crossing.jsonl")
                .toString();

        assertThat(CommandRun.of("solve", option, file).code()).isZero();
        assertThat(CommandRun.of("solve", option, file, "--max-rounds", "1").code()).isEqualTo(3);
    }

    @Test
    void aFinishedRunIsShownAgainWithItsCode() {
        Path log = folder.resolve("log");
        assertThat(demo("crossing --max-rounds 1 --log " + log).code()).isEqualTo(3);
        String run = CommandRun.of("replay", "--all", log.toString()).out().strip().split("\\s+", 2)[0];

        assertThat(CommandRun.of("resume", run, "--log", log.toString()).code()).isEqualTo(3);
        assertThat(CommandRun.of("resume", run, "--log", log.toString(), "--exit-zero").code()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"'', 4", "--exit-zero, 0"})
    void aBudgetThatEndsBeforeADecisionHasACodeOfItsOwn(String flag, int code) throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            List<String> args = new ArrayList<>(List.of("solve", "Shard?", "--model", "lab:fake-fast", "--models-file",
                    LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString(), "--budget-tokens", "100",
                    "--json"));
            Arrays.stream(flag.split(" ")).filter(word -> !word.isEmpty()).forEach(args::add);

            CommandRun run = CommandRun.of(args.toArray(String[]::new));

            assertThat(run.out()).contains("\"ending\":\"budget\"");
            assertThat(run.code()).isEqualTo(code);
        }
    }

    /** Many items: the run is done when all were read. */
    @Test
    void aRunOfAllEpisodesIsDoneWhenAllWereRead() {
        String episodes = SharedData.require("human-debate-delidata/episodes.jsonl.gz").toString();

        assertThat(CommandRun.of("solve", "--episode", episodes, "--threshold", "1").code()).isZero();
    }
}
