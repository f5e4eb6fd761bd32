package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Outcomes of runs as the memories of these runs have them. */
class MemoryOutcomeTest {

    @TempDir
    private Path home;

    private String data = "";

    @BeforeEach
    void place() {
        data = home.resolve("data").toString();
    }

    private static String ok(String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.toString()).isZero();
        return run.out();
    }

    private List<String> outcomes(String run) {
        return memories(run).map(memory -> memory.get("outcome").asString()).distinct().toList();
    }

    private Stream<JsonNode> memories(String run) {
        return ok("memory", "list", "--json", "--run", run, "--data", data).lines().map(JsonMapper.shared()::readTree);
    }

    @Test
    void theMemoriesOfARunAreJudgedByItsOutcomeAndAgainByAnotherOne() {
        String run = new SolvedRuns(home).solve();
        assertThat(outcomes(run)).containsExactly("unknown");
        double before = memories(run).findFirst().orElseThrow().get("strength").asDouble();

        ok("outcome", run, "Y", "--data", data);
        assertThat(outcomes(run)).containsExactly("wrong");
        assertThat(memories(run).findFirst().orElseThrow().get("strength").asDouble()).isEqualTo(before / 2);
        long length = log().toFile().length();
        ok("outcome", run, "Y", "--data", data);
        assertThat(log().toFile().length()).isEqualTo(length);
        assertThat(CommandRun.of("outcome", run, "X", "--data", data).code()).isEqualTo(2);
        assertThat(outcomes(run)).containsExactly("wrong");

        ok("outcome", run, "X", "--data", data, "--replace");
        assertThat(outcomes(run)).containsExactly("right");
        ok("outcome", run, "partial", "--data", data, "--replace");
        assertThat(outcomes(run)).containsExactly("unknown");
    }

    @Test
    void aFileOfOutcomesJudgesTheMemoriesOfItsRuns() throws IOException {
        String run = new SolvedRuns(home).solve();
        Path file = Files.writeString(home.resolve("truths.csv"), "run,outcome\n" + run + ",wrong\n");

        ok("outcome", "--file", file.toString(), "--data", data);

        assertThat(outcomes(run)).containsExactly("wrong");
    }

    @Test
    void aFolderWithoutMemoriesGetsNone() {
        String run = new SolvedRuns(home).solve("--no-memory");

        ok("outcome", run, "X", "--data", data);

        assertThat(Path.of(data, "memory")).doesNotExist();
    }

    @Test
    void aMemoryThatCannotBeOpenedIsAWarning() throws IOException {
        String run = new SolvedRuns(home).solve();
        var _ = Files.writeString(log(), "buy milk\n");

        CommandRun told = CommandRun.of("outcome", run, "X", "--data", data);

        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("1 outcome known");
        assertThat(told.err()).contains("the outcome is told, but the memory in").hasLineCount(1);
    }

    @Test
    void anAgentThatLiesInMemoryLosesReputationAndWeight() {
        SolvedRuns runs = new SolvedRuns(home);
        String run = runs.solve();
        ok("outcome", run, "correct", "--data", data);
        double before = weight("ada");
        assertThat(before).isPositive();
        String lie = memories(run).filter(memory -> memory.get("author").asString().equals("ada")).findFirst()
                .orElseThrow().get("id").asString();

        ok("memory", "forget", lie, "--wrong", "--memory-only", "--data", data);

        assertThat(weight("ada")).isLessThan(before);
        assertThat(agent("ada").get("right").asInt()).isEqualTo(1);
        assertThat(agent("ada").get("outcomes").asInt()).isEqualTo(2);
        assertThat(agent("bob").get("outcomes").asInt()).isEqualTo(1);
        assertThat(ok("reputation", "ada", "--data", data)).contains("memory: 0 % of 1 right",
                "general: 100 % of 1 right");
    }

    private double weight(String id) {
        return agent(id).get("weights").get("debateVote").asDouble();
    }

    private JsonNode agent(String id) {
        JsonNode all = JsonMapper.shared().readTree(ok("reputation", id, "--json", "--data", data));
        return all.get("agents").get(0);
    }

    private Path log() {
        return Path.of(data, "memory", "memories.jsonl");
    }
}
