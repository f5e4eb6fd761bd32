package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Embedding models and servers of the memory of solves. */
class MemoryPlacesTest {

    private static final String HASHING = "hashing:ngrams-v1";
    private static final String NOWHERE = "http://127.0.0.1:1";

    @TempDir
    private Path home;

    private String data = "";

    @BeforeEach
    void place() {
        data = home.resolve("data").toString();
    }

    private static CommandRun solve(String... more) {
        List<String> args = new ArrayList<>(List.of("solve", "How to deploy the payment service?", "--seat", "ada"));
        args.addAll(List.of(more));
        return CommandRun.fed("propose 0.7 x: Deploy behind a canary\n", args.toArray(String[]::new));
    }

    private CommandRun memory(String... words) {
        List<String> args = new ArrayList<>(List.of("memory"));
        args.addAll(List.of(words));
        args.addAll(List.of("--data", data));
        return CommandRun.of(args.toArray(String[]::new));
    }

    private static String ok(CommandRun run) {
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out();
    }

    @Test
    void memoriesAreFoundByTheirVectors() {
        ok(memory("add", "The databases are sharded by tenant", "--embeddings", HASHING));
        assertThat(memory("search", "resharding").out()).contains("no memory has any of these words");
        assertThat(ok(memory("search", "resharding", "--embeddings", HASHING))).contains("sharded by tenant");
        assertThat(ok(memory("stats", "--json", "--embeddings", HASHING))).contains("\"vectorBytes\":1",
                "\"waiting\":0");
        assertThat(ok(memory("stats", "--json"))).doesNotContain("vectorBytes");

        assertThat(solve("--data", data, "--embeddings", HASHING).err()).isEmpty();
        assertThat(ok(memory("stats", "--embeddings", HASHING))).containsPattern("wait for a vector +0");
    }

    @Test
    void anUnknownEmbeddingModelIsRefusedBeforeAnythingIsWritten() {
        for (CommandRun run : List.of(memory("add", "x y", "--embeddings", "nobody:none"),
                solve("--data", data, "--embeddings", "nobody:none"))) {
            assertThat(run.code()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).contains("there is no provider nobody", HASHING);
        }
        assertThat(Path.of(data)).doesNotExist();
        assertThat(solve("--embeddings", HASHING).err()).contains("no data folder is named");
        assertThat(solve("--no-memory", "--qdrant", NOWHERE).err()).contains("exclude each other");
        assertThat(solve("--qdrant", "here").err()).contains("the address of Qdrant must be http or https");
        assertThat(solve("--qdrant-collection", "c").err()).contains("this solve does not use it");
    }

    @Test
    void aSolveGoesOnWithoutItsServer() {
        CommandRun run = solve("--qdrant", NOWHERE, "--tenant", "acme", "--data", data);

        assertThat(ok(run)).contains("Deploy behind a canary", "memory: Qdrant at " + NOWHERE + " cannot be reached");
        assertThat(Path.of(data, "memory")).doesNotExist();
        assertThat(ok(CommandRun.of("replay", "--data", data))).contains("equal").doesNotContain("differs");
    }

    @Test
    void aSetupNamesTheServerAndAResumedSolveUsesItAgain() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            String models = LabModelsFile.write(home, server, WireFormatName.OLLAMA).toString();
            Path setup = Files.writeString(home.resolve("swarm.yaml"),
                    "models: [cheap]\nmemory:\n  use: qdrant\n  url: "
                            + NOWHERE + "\n  collection: c1\n  embeddings: " + HASHING + "\n");
            String log = home.resolve("log").toString();
            CommandRun run = CommandRun.of("solve", "Shard or buy time?", "--seed", "11", "--config", setup.toString(),
                    "--models-file", models, "--log", log);
            assertThat(ok(run)).contains("Qdrant at " + NOWHERE + " cannot be reached");
            Path events = Path.of(log, KilledLog.EVENTS);
            KilledLog.cut(Path.of(log), Files.readAllLines(events).size() / 2);

            assertThat(ok(CommandRun.of("resume", "--log", log))).contains("Qdrant at " + NOWHERE);

            var _ = Files.writeString(setup,
                    "models: [cheap]\nmemory:\n  use: qdrant\n  keyEnv: NO_SUCH_KEY_OF_QDRANT\n");
            CommandRun keyless = CommandRun.of("solve", "Shard or buy time?", "--config", setup.toString(),
                    "--models-file", models);
            assertThat(keyless.code()).isEqualTo(2);
            assertThat(keyless.err()).contains("the variable NO_SUCH_KEY_OF_QDRANT", "is not set");
        }
    }
}
