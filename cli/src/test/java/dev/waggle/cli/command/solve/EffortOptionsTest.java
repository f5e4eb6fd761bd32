package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code --effort adaptive} in solves of models: fewer calls once outcomes have taught whom to trust. */
class EffortOptionsTest {

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    private CommandRun solve(String... more) throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"local": {"kind": "ollama", "baseUrl": "%s"}}}
                """.formatted(server.baseUrl(WireFormatName.OLLAMA)));
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                models.toString(), "--model", "local:fake-fast", "--agents", "7", "--seed", "11", "--data",
                folder.resolve("data").toString(), "--json"));
        args.addAll(List.of(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static String said(CommandRun run) {
        assertThat(run.code()).isEqualTo(2);
        return run.out() + run.err();
    }

    private static JsonNode result(CommandRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void savesCallsOnceOutcomesHaveTaught() throws IOException {
        for (int i = 0; i < 4; i++) {
            JsonNode solved = result(solve());
            assertThat(solved.has("sparedTurns")).isFalse();
            assertThat(CommandRun.of("outcome", solved.get("solveId").asString(), "correct", "--data",
                    folder.resolve("data").toString()).code()).isZero();
        }
        JsonNode full = result(solve());
        JsonNode adaptive = result(solve("--effort", "adaptive"));

        assertThat(adaptive.get("decided").asBoolean()).isTrue();
        assertThat(adaptive.get("sparedTurns").asInt()).isPositive();
        assertThat(adaptive.get("endingDetail").asString()).contains("adaptive effort spared");
        assertThat(adaptive.get("cost").get("calls").asInt()).isLessThan(full.get("cost").get("calls").asInt());
        String run = adaptive.get("solveId").asString();
        CommandRun told = CommandRun.of("outcome", run, "correct", "--data", folder.resolve("data").toString());
        assertThat(told.out()).contains("only the weights for --effort adaptive learn from it",
                "weights learned from 4, those for --effort adaptive from 5");
        CommandRun replayed = CommandRun.of("replay", run, "--data", folder.resolve("data").toString());
        assertThat(replayed.code()).as(replayed.err()).isZero();
    }

    @Test
    void bothEffortsAreGivenAtOnce() throws IOException {
        CommandRun run = solve("--effort", "adaptive", "--effort", "low");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(said(solve("--effort", "low", "--effort", "high")))
                .contains("--effort names several efforts of thinking: low, high", "Name one of them.");
        assertThat(said(solve("--effort", "full", "--effort", "adaptive")))
                .contains("--effort is both full and adaptive");
        assertThat(CommandRun.of("models", "--check", "local:fake-fast", "--models-file",
                folder.resolve("models.json").toString(), "--effort", "adaptive").err())
                .contains("--effort adaptive is for a swarm");
    }

    @Test
    void aFileSetsIt() throws IOException {
        Path setup = Files.writeString(folder.resolve("swarm.yaml"), "selection: {effort: adaptive}\n");
        assertThat(solve("--config", setup.toString()).code()).isZero();
        Path bad = Files.writeString(folder.resolve("bad.yaml"), "selection: {effort: half}\n");
        assertThat(said(solve("--config", bad.toString()))).contains("effort", "full or adaptive", "half");
    }
}
