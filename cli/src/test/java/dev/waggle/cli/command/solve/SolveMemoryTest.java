package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.cli.Main;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Memory of the solves of a data folder. */
class SolveMemoryTest {

    private static final String QUESTION = "How to deploy the payment service?";
    private static final String SAID = "propose 0.7 x: Deploy the payment service behind a canary\n";

    @TempDir
    private Path home;

    private String data = "";

    @BeforeEach
    void place() {
        data = home.resolve("data").toString();
    }

    private CommandRun solve(String... more) {
        List<String> args = new ArrayList<>(List.of("solve", QUESTION, "--seat", "ada"));
        args.addAll(List.of(more));
        return CommandRun.fed(SAID, args.toArray(String[]::new));
    }

    private static String ok(CommandRun run) {
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out();
    }

    private String memories(String... more) {
        List<String> args = new ArrayList<>(List.of("memory", "list", "--data", data));
        args.addAll(List.of(more));
        return ok(CommandRun.of(args.toArray(String[]::new)));
    }

    @Test
    void aSolveOfADataFolderStoresAndTheNextOneRecalls() {
        assertThat(ok(solve("--data", data))).doesNotContain("remembers");
        assertThat(memories()).contains("ada", "behind a canary", "0.95");

        assertThat(ok(solve("--data", data))).contains("memory", "remembers", "behind a canary");

        assertThat(memories("--json").lines()).hasSize(1);
        assertThat(ok(CommandRun.of("replay", "--data", data))).contains("equal").doesNotContain("differs");
    }

    @Test
    void aSolveWithoutADataFolderOrWithoutMemoryStoresNothing() {
        ok(solve("--data", data, "--no-memory"));
        ok(solve("--log", home.resolve("log").toString()));

        assertThat(Path.of(data, "memory")).doesNotExist();
        assertThat(home.resolve("log").resolve("memory")).doesNotExist();
    }

    @Test
    void tenantsHaveMemoriesOfTheirOwn() {
        ok(solve("--data", data, "--tenant", "acme"));

        assertThat(ok(solve("--data", data, "--tenant", "zeta"))).doesNotContain("remembers");
        assertThat(ok(solve("--data", data))).doesNotContain("remembers");
        assertThat(ok(solve("--data", data, "--tenant", "acme"))).contains("remembers");
        assertThat(memories("--tenant", "acme", "--json").lines()).hasSize(1);
        assertThat(memories("--json").lines()).hasSize(3);
    }

    @Test
    void aTenantWithoutMemoryIsRefused() throws IOException {
        assertThat(solve("--tenant", "acme").err()).contains("no data folder is named");
        assertThat(solve("--tenant", "acme", "--no-memory", "--data", data).err()).contains("this solve uses none");
        assertThat(solve("--tenant", " ", "--data", data).err()).contains("a tenant must have 1 to 200 characters");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void recordingsNeitherRecallNorStore() {
        ok(CommandRun.of("demo", "--data", data));
        String recorded = home.resolve("said.jsonl").toString();
        ok(solve("--record", recorded));
        ok(CommandRun.of("solve", "--cassette", recorded, "--data", data));
        assertThat(Path.of(data, "memory")).doesNotExist();

        ok(solve("--data", data));
        assertThat(ok(CommandRun.of("solve", "--cassette", recorded, "--data", data))).doesNotContain("remembers");
        assertThat(CommandRun.of("solve", "--cassette", recorded, "--data", data, "--tenant", "a").err())
                .contains("this solve uses none");
    }

    @Test
    void aMemoryThatCannotBeOpenedIsNamedWithTheWayWithoutIt() throws IOException {
        ok(solve("--data", data));
        Path folder = Path.of(data, "memory");
        Path log = folder.resolve("memories.jsonl");
        String good = Files.readString(log);
        for (String bad : List.of("buy milk\n", good.replaceFirst("canary", "monkey"))) {
            var _ = Files.writeString(log, bad);
            delete(folder.resolve("index"));

            CommandRun run = solve("--data", data);

            assertThat(run.code()).as(run.toString()).isEqualTo(2);
            assertThat(run.err()).contains("the memory in " + folder + " cannot be used", "--no-memory")
                    .hasLineCount(1);
            assertThat(Files.readString(log)).isEqualTo(bad);
            ok(solve("--data", data, "--no-memory"));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.toList().reversed()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void aSetupChoosesTenantAndPlace() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            String models = LabModelsFile.write(home, server, WireFormatName.OLLAMA).toString();
            Path setup = home.resolve("swarm.yaml");
            var _ = Files.writeString(setup, "models: [cheap]\nmemory:\n  tenant: acme\n");
            ok(models("--config", setup.toString(), "--models-file", models, "--data", data));
            assertThat(memories("--no-tenant", "--json")).isEmpty();
            long stored = memories("--tenant", "acme", "--json").lines().count();
            assertThat(stored).isPositive();

            ok(models("--config", setup.toString(), "--models-file", models, "--data", data, "--tenant", "zeta"));
            assertThat(memories("--tenant", "zeta", "--json").lines().count()).isPositive();

            var _ = Files.writeString(setup, "models: [cheap]\nmemory:\n  use: none\n");
            ok(models("--config", setup.toString(), "--models-file", models, "--data", data));
            assertThat(memories("--no-tenant", "--json")).isEmpty();
            assertThat(models("--config", setup.toString(), "--models-file", models, "--data", data, "--tenant", "a")
                    .err()).contains("this solve uses none");
        }
    }

    private static CommandRun models(String... more) {
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--seed", "11"));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }

    @Test
    void aKilledSolveWithMemoryIsResumedWithItOrWithoutIt() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            String file = LabModelsFile.write(home, server, WireFormatName.OLLAMA).toString();
            ok(CommandRun.of("memory", "add", "The database can be sharded by tenant", "--tenant", "acme", "--data",
                    data));
            ok(models("--model", "cheap", "--models-file", file, "--data", data, "--tenant", "acme"));
            Path log = Path.of(data, "signals");
            int lines = Files.readAllLines(log.resolve(KilledLog.EVENTS)).size();
            for (int kept : List.of(4, 6, lines / 2, lines - 2)) {
                for (List<String> more : List.<List<String>>of(List.of(), List.of("--no-memory"))) {
                    Path copy = KilledLog.copy(Path.of(data), home.resolve("killed-" + kept + "-" + more.size()));
                    KilledLog.cut(copy.resolve("signals"), kept);
                    List<String> args = new ArrayList<>(List.of("resume", "--data", copy.toString()));
                    args.addAll(more);

                    CommandRun resumed = CommandRun.of(args.toArray(String[]::new));

                    assertThat(resumed.code()).as("%s lines, %s: %s", kept, more, resumed).isZero();
                }
            }
            Path copy = KilledLog.copy(Path.of(data), home.resolve("killed-of-log"));
            KilledLog.cut(copy.resolve("signals"), lines / 2);
            ok(CommandRun.of("resume", "--log", copy.resolve("signals").toString()));
        }
    }

    @Test
    void aRunThatBeganWithoutMemoryEndsWithoutIt() throws IOException {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer)) {
            String file = LabModelsFile.write(home, server, WireFormatName.OLLAMA).toString();
            ok(models("--model", "cheap", "--models-file", file, "--data", data, "--no-memory"));
            Path log = Path.of(data, "signals");
            KilledLog.cut(log, Files.readAllLines(log.resolve(KilledLog.EVENTS)).size() / 2);

            ok(CommandRun.of("resume", "--data", data));

            assertThat(Path.of(data, "memory")).doesNotExist();
        }
    }

    @Test
    void aSolveWithoutMemoryLoadsNoClassOfTheIndex() throws Exception {
        assertThat(loaded("solve", QUESTION, "--seat", "ada", "--data", data, "--no-memory")).isEmpty();
        assertThat(loaded("demo", "--fast", "--data", data)).isEmpty();
        assertThat(loaded("solve", QUESTION, "--seat", "ada", "--data", data)).isNotEmpty()
                .noneMatch(line -> line.contains(" dev.waggle.connect.qdrant.") || line.contains(" java.net.http."));
        assertThat(loaded("solve", QUESTION, "--seat", "ada", "--qdrant", "http://127.0.0.1:1"))
                .noneMatch(line -> line.contains("lucene")).anyMatch(line -> line.contains(".qdrant."));
    }

    /** Classes of the index, of Qdrant and of HTTP that a command loads in a process of its own. */
    private List<String> loaded(String... args) throws Exception {
        Path out = home.resolve("loaded");
        Path in = Files.writeString(home.resolve("in"), SAID);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC", "-Xmx256m", "-Xlog:class+load:stdout", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectInput(in.toFile()).redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (Stream<String> lines = Files.lines(out)) {
            List<String> classes = lines.filter(line -> line.contains("[class,load]")).toList();
            assertThat(classes).anyMatch(line -> line.contains(Objects.toString(Main.class.getName())));
            return classes.stream().filter(line -> line.contains(" org.apache.lucene.")
                    || line.contains(" dev.waggle.connect.lucene.") || line.contains(" dev.waggle.connect.qdrant.")
                    || line.contains(" java.net.http.")).toList();
        }
    }
}
