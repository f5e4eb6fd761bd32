package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static dev.waggle.cli.command.review.SolvedRuns.ok;
import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle outcome RUN --evaluator}. */
class OutcomeEvaluatorTest {

    private static final String CORRECT = "{\"details\": \"X holds\\nin every case\", \"verdict\": \"correct\","
            + " \"confidence\": 0.9}";

    private final Path folder;
    private final SolvedRuns runs;
    private final List<String> prompts = new ArrayList<>();

    OutcomeEvaluatorTest(@TempDir Path folder) {
        this.folder = folder;
        runs = new SolvedRuns(folder);
    }

    @Test
    void theVerdictOfAModelIsToldWithItsNameReasonsAndCost() throws IOException {
        String run = runs.solve("--task-type", "law");
        try (AskedModels models = says(CORRECT)) {
            String told = ok(evaluate(models, run));

            assertThat(told).contains("evaluator lab:fake-deep: correct, confidence 0.90\n",
                    "reasons: X holds in every case\n", "cost: ", " tokens in, ", ", $0.0",
                    "run " + run + " is correct\n", "1 outcome known, weights learned from 1");
            assertThat(models.calls).hasValue(1);
        }
        assertThat(prompts).singleElement().asString().contains("\"Q?\"", "\"of a test\"", "\"X\"", "it holds");
        assertThat(Files.readString(Path.of(runs.data, "outcomes", "outcomes.jsonl"))).contains(
                "\"kind\":\"evaluator\",\"name\":\"lab:fake-deep\"", "\"certainty\":0.9", "\"taskType\":\"law\"");
    }

    @Test
    void aModelThatFailsOrAnswersUnreadablyTellsNothing() throws IOException {
        String run = runs.solve();
        try (AskedModels models = says("It depends.")) {
            CommandRun refused = evaluate(models, run);

            assertThat(refused.code()).isEqualTo(2);
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).contains("evaluator lab:fake-deep gave no verdict on run " + run,
                    "nothing was told", "holds no verdict: It depends.", "name another model");
        }
        try (AskedModels models = new AskedModels(folder, (_, _) -> FakeAnswer.filteredByAzure())) {
            assertThat(evaluate(models, run).err()).contains("gave no verdict", "the model gave no answer",
                    "nothing was told").doesNotContain(AskedModels.KEY);
        }
        assertThat(Path.of(runs.data, "outcomes")).doesNotExist();
    }

    /** A verdict of partial is one. */
    @Test
    void aRecordedCallIsReplayedWithoutTheModel() throws IOException {
        String run = runs.solve();
        SolvedRuns other = runs.copy("other");
        SolvedRuns third = runs.copy("third");
        String calls = folder.resolve("calls.jsonl").toString();
        JsonNode live;
        JsonNode again;
        try (AskedModels models = says("{\"verdict\": \"partial\", \"confidence\": 0.5, \"details\": \"half\"}")) {
            live = json(evaluate(models, run, "--record", calls, "--json"));
            again = json(evaluate(other, models, run, "--record", calls, "--json"));
            assertThat(models.calls).hasValue(1);
        }
        Files.delete(folder.resolve("key"));
        JsonNode replayed = json(third.outcome(run, "--evaluator", "deep", "--models-file",
                folder.resolve("models.json").toString(), "--replay", calls, "--json"));

        assertThat(live.get("verdict").asString()).isEqualTo("partial");
        assertThat(live.get("standing").asString()).isEqualTo("told");
        assertThat(live.get("evaluator").get("details").asString()).isEqualTo("half");
        assertThat(live.get("evaluator").get("inputTokens").asDouble()).isPositive();
        assertThat(again).isEqualTo(live);
        assertThat(replayed).isEqualTo(live);
    }

    @Test
    void aKnownRunIsNotJudgedAgainUnlessItIsReplaced() throws IOException {
        String run = runs.solve();
        ok(runs.outcome(run, "wrong"));
        try (AskedModels models = says(CORRECT)) {
            CommandRun known = evaluate(models, run);

            assertThat(ok(known)).contains("run " + run + " is incorrect, as told before");
            assertThat(known.err()).contains("known by person, so no model was asked", "--replace");
            assertThat(models.calls).hasValue(0);
            assertThat(ok(evaluate(models, run, "--replace"))).contains("is correct, in place of another outcome");
        }
    }

    @Test
    void badInputIsNamedBeforeTheModelIsAsked() throws IOException {
        String run = runs.solve();
        String silent = runs.solveWithoutVotes();
        try (AskedModels models = says(CORRECT)) {
            String file = models.models().toString();

            assertThat(runs.outcome(silent, "--evaluator", "deep", "--models-file", file).err())
                    .contains("has no leading answer that a model could judge", "Tell the right answer");
            assertThat(runs.outcome(run, "correct", "--evaluator", "deep", "--models-file", file).err())
                    .contains("it gives verdict and details itself");
            assertThat(runs.outcome(run, "--evaluator", "depe", "--models-file", file).err()).contains("depe");
            assertThat(runs.outcome("solve_none", "--evaluator", "deep", "--models-file", file).err())
                    .contains("no run \"solve_none\"");
            assertThat(runs.outcome(run, "--evaluator", "deep", "--models-file", file, "--replay",
                    folder.resolve("none.jsonl").toString()).code()).isEqualTo(2);
            assertThat(models.calls).hasValue(0);
        }
    }

    private AskedModels says(String answer) {
        return new AskedModels(folder, (_, prompt) -> {
            prompts.add(prompt);
            return FakeAnswer.says(answer);
        });
    }

    private CommandRun evaluate(AskedModels models, String run, String... more) throws IOException {
        return evaluate(runs, models, run, more);
    }

    private static CommandRun evaluate(SolvedRuns runs, AskedModels models, String run, String... more)
            throws IOException {
        List<String> args = new ArrayList<>(
                List.of(run, "--evaluator", "deep", "--models-file", models.models().toString()));
        args.addAll(Arrays.asList(more));
        return runs.outcome(args.toArray(String[]::new));
    }

    private static JsonNode json(CommandRun run) {
        return JsonMapper.shared().readTree(ok(run));
    }
}
