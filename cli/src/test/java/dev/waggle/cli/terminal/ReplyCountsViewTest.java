package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.json.ResultJson;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Counts of mended, omitted and repeated replies, in each view of a solve. */
class ReplyCountsViewTest {

    private static final String GOOD = "{\"type\":\"proposal\",\"content\":\"left\",\"confidence\":0.8}";
    private static final String BAD = "{\"type\":\"vote\",\"proposalId\":\"nowhere\",\"stance\":\"agree\","
            + "\"confidence\":0.8}";

    @TempDir
    Path folder;

    private final MemoryJournal log = new MemoryJournal();

    @Test
    void theVerdictHasOneLineOfThemWhereThereIsMoreThanTheNumber() {
        assertThat(verdict(solve(GOOD, BAD))).contains("replies", "1 read, 1 dropped (bad 1), fake");
        assertThat(verdict(solve(GOOD))).doesNotContain("replies");
    }

    @Test
    void theResultHoldsThemByModelAsTheSchemaSays() {
        JsonValue.Obj result = ResultJson.of(solve(GOOD, BAD));

        assertThat(JsonLine.of(result)).contains("\"replies\":{\"fake\":{\"answers\":1,\"mended\":0,\"repairs\":0,"
                + "\"refused\":0,\"mends\":{},\"drops\":{\"bad\":1}}}");
    }

    @Test
    void anExplanationCountsThemFromTheLog() {
        SwarmResult result = solve(GOOD, BAD);
        Path file = folder.resolve("log.jsonl");
        JournalExcerpt.write(file, log.read(1, Integer.MAX_VALUE));

        assertThat(CommandRun.of("explain", file.toString()).out()).contains("1 read, 1 dropped (bad 1), fake");
        JsonValue.Obj json = (JsonValue.Obj) JsonText.read(CommandRun.of("explain", file.toString(), "--json").out());
        assertThat(json.fields()).containsEntry("replies", ResultJson.of(result).fields().get("replies"));
    }

    private static String verdict(SwarmResult result) {
        StringWriter written = new StringWriter();
        PrintWriter out = new PrintWriter(written);
        new VerdictView(new TerminalScreen(out, out, TextStyle.PLAIN, false), 200,
                new ProposalLabels(new SignalNumbers()), 0.7).conclusion(result);
        return written.toString();
    }

    /** One turn of one agent whose model says these signals. */
    private SwarmResult solve(String... signals) {
        String text = "{\"signals\":[" + String.join(",", signals) + "]}";
        SwarmConfig config = SwarmConfig
                .of(List.of(new ModelAgent(AgentProfile.of("scout"), new WorkHarness("fake", run -> {
                    run.text(text);
                    return new HarnessOutput(text, List.of(), null, null, ModelStopReason.END);
                }), ModelAgentConfig.defaults())))
                .withWorld(new ManualWorld(Instant.EPOCH, 1)).withJournal(log)
                .withLimits(Limits.defaults().withMaxRounds(1));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(Task.of("Left or right?"));
        }
    }
}
