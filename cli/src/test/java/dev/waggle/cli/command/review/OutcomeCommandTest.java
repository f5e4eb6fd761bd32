package dev.waggle.cli.command.review;

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

/** Outcomes that are told at the terminal, and shown. */
class OutcomeCommandTest {

    @TempDir
    private Path home;

    private String data = "";

    @BeforeEach
    void place() {
        data = home.resolve("data").toString();
    }

    @Test
    void anOutcomeTeachesOnceAndIsShown() {
        String run = solve();

        CommandRun told = CommandRun.of("outcome", run, "correct", "--data", data);
        assertThat(told.code()).isZero();
        assertThat(told.out()).contains("run " + run + " is correct\n", "1 outcome known, weights learned from 1");
        assertThat(CommandRun.of("outcome", run, "correct", "--data", data).out()).contains("as told before",
                "1 outcome known");
        assertThat(CommandRun.of("reputation", "--data", data).out()).contains("ada", "bob", "100 %",
                "weights learned from 1");
        JsonNode ada = agent("ada");
        assertThat(ada.get("right").asInt()).isEqualTo(1);
        assertThat(ada.get("weights").get("debateVote").asDouble()).isPositive();
    }

    @Test
    void anotherOutcomeIsRefusedOrTakesThePlaceOfTheFirst() {
        String run = solve();
        ok("outcome", run, "correct", "--data", data);

        CommandRun refused = CommandRun.of("outcome", run, "Y", "--data", data);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains(run, "is correct", "--replace");
        ok("outcome", run, "Y", "--data", data, "--replace");

        assertThat(agent("ada").get("right").asInt()).isZero();
        assertThat(agent("cem").get("right").asInt()).isEqualTo(1);
        assertThat(agent("cem").get("weights").get("debateVote").asDouble()).isPositive();
    }

    @Test
    void anAnswerThatNobodyGaveMakesEveryVoteWrong() {
        String run = solve();

        assertThat(ok("outcome", run, "Z", "--data", data)).contains("no agent proposed \"Z\"");
        assertThat(Stream.of("ada", "bob", "cem").map(this::agent).map(agent -> agent.get("right").asInt()).toList())
                .isEqualTo(List.of(0, 0, 0));
    }

    @Test
    void wrongAloneTeachesThatTheLeaderIsWrong() {
        String run = solve();

        assertThat(ok("outcome", run, "wrong", "--data", data)).contains("weights of agents learn that it is wrong",
                "weights learned from 1");
        assertThat(agent("ada").get("right").asInt()).isZero();
        assertThat(agent("ada").get("weights").get("debateVote").asDouble()).isNegative();
        assertThat(ok("outcome", run, "partial", "--data", data, "--replace")).contains(
                "weights of agents learn nothing from it: a partial answer", "weights learned from 0");
    }

    @Test
    void theNextSolveDecidesByWhatWasLearned() {
        for (int i = 0; i < 3; i++) {
            ok("outcome", solve(), "X", "--data", data);
        }
        String after = solve();

        assertThat(ok("explain", after, "--data", data)).contains("learned", "3 outcomes");
        String replayed = ok("replay", after, "--data", data);
        ok("outcome", after, "Y", "--data", data);
        assertThat(ok("replay", after, "--data", data)).isEqualTo(replayed);
    }

    @Test
    void badInputIsNamed() {
        assertThat(CommandRun.of("reputation", "--data", data).err()).contains("there are no outcomes in " + data);
        String run = solve();
        assertThat(CommandRun.of("outcome", "solve_unknown", "correct", "--data", data).err())
                .contains("no run \"solve_unknown\"");
        ok("outcome", run, "correct", "--data", data);
        assertThat(CommandRun.of("reputation", "dora", "--data", data).err()).contains("agent \"dora\"", "ada");
        assertThat(CommandRun.of("outcome", run, " ", "--data", data).code()).isEqualTo(2);
    }

    /** A solve in which ada and bob say X and cem says Y; its id. */
    private String solve() {
        return new SolvedRuns(home).solve();
    }

    private JsonNode agent(String id) {
        for (JsonNode agent : JsonMapper.shared().readTree(ok("reputation", "--json", "--data", data)).get("agents")) {
            if (agent.get("agent").asString().equals(id)) {
                return agent;
            }
        }
        throw new AssertionError("no agent " + id);
    }

    private static String ok(String... args) {
        return ok(CommandRun.of(args));
    }

    private static String ok(CommandRun run) {
        assertThat(run.code()).as(run.err()).isZero();
        return run.out();
    }
}
