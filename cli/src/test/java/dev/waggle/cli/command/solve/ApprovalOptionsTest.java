package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Effects of {@code --require-approval} and {@code --veto}, in the output of solve, explain and replay. */
class ApprovalOptionsTest {

    /** Two proposals that win by themselves, the first before the second; maya votes last, and only on the first. */
    private static final String PLAY = """
            task: Three minutes or fifteen?
            seat: ann
            seat: bob
            seat: cyd
            seat: maya

            @ann
            propose 0.9 three: Three minutes

            @bob
            propose 0.5 fifteen: Fifteen minutes

            @cyd
            pass

            @maya
            pass

            @ann
            vote fifteen agree 0.4 long

            @bob
            vote three agree 0.9 short

            @cyd
            vote fifteen disagree 0.2 nobody waits so long

            @maya
            vote three STANCE 0.1 too short for the night
            """;

    @TempDir
    private Path folder;

    @Test
    void aMissingApprovalIsReportedWithItsAgent() throws IOException {
        String log = log("missing");
        CommandRun run = play("abstain", "--require-approval", "maya", "--log", log);

        assertThat(run.out()).contains("No decision", "not approved by maya (abstain)");
        assertThat(line(CommandRun.of("explain", log).out()))
                .contains("approval required of maya; given by none; missing of maya", "the same result as in the log",
                        "missing were 1 agreeing vote of weight 1.00", "first of maya");
        assertThat(CommandRun.of("replay", "--log", log).out()).contains("equal");
    }

    @Test
    void anApprovalDecidesAndIsReported() throws IOException {
        String log = log("given");
        CommandRun run = play("agree", "--require-approval", "maya", "--require-approval", "bob", "--log", log);

        assertThat(line(run.out())).contains("── Decision", "Three minutes", "approved by maya, bob");
        assertThat(line(CommandRun.of("explain", log).out()))
                .contains("approval required of maya, bob; given by maya, bob; missing of none");
    }

    @Test
    void aVetoLeavesTheDecisionToTheOtherProposal() throws IOException {
        String log = log("veto");
        CommandRun free = play("disagree");
        CommandRun run = play("disagree", "--veto", "maya", "--log", log);

        assertThat(free.out()).contains("Three minutes");
        assertThat(line(run.out())).contains("── Decision", "Fifteen minutes",
                "P2 led the votes and is vetoed by maya", "veto maya blocks P2: too short for the night");
        assertThat(line(CommandRun.of("explain", log).out())).contains("veto possible for maya",
                "P2 is vetoed by maya: too short for the night", "the same result as in the log");
    }

    @Test
    void programsReadTheApproval() throws IOException {
        String log = log("json");
        String result = play("disagree", "--require-approval", "bob", "--veto", "maya", "--json", "--log", log).out();
        String explained = CommandRun.of("explain", log, "--json").out();

        String approval = "\"approval\":{\"withheld\":false,\"approvedBy\":[\"bob\"],\"missing\":[],\"vetoes\":["
                + "{\"proposalId\":\"three\",\"agentId\":\"maya\",\"reasoning\":\"too short for the night\"}]}";
        assertThat(result).contains(approval);
        assertThat(explained).contains(approval,
                "\"approval\":{\"requiredVoters\":[\"bob\"],\"vetoers\":[\"maya\"]}");
        assertThat(play("disagree", "--json").out()).doesNotContain("\"approval\"");
    }

    @Test
    void anUnknownAgentIsRefusedWithItsFlag() throws IOException {
        CommandRun required = play("agree", "--require-approval", "mya");
        CommandRun veto = play("agree", "--veto", "somebody");

        assertThat(required.code()).isEqualTo(2);
        assertThat(required.err()).contains("--require-approval names \"mya\", which is no agent of this swarm",
                "Maybe maya. Known are ann, bob, cyd, maya.");
        assertThat(veto.code()).isEqualTo(2);
        assertThat(veto.err()).contains("--veto names \"somebody\", which is no agent of this swarm",
                "Known are ann, bob, cyd, maya.");
        assertThat(play("agree", "--veto", " ").err()).contains("--veto names no agent, got \" \"");
    }

    @Test
    void anUnknownAgentInAFileIsRefusedWithItsLine() throws IOException {
        Path file = folder.resolve("swarm.yaml");
        Files.writeString(file, """
                models: [ollama:llama3.2]
                agents:
                  - id: ada
                  - id: bob
                consensus:
                  requiredVoters: [ada, eve]
                  vetoers: bob
                """);

        CommandRun run = CommandRun.of("solve", "Shard or buy time?", "--config", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("swarm.yaml:6: consensus.requiredVoters: names \"eve\", which is no agent of"
                + " this swarm", "Known are ada, bob.");
    }

    private String log(String name) {
        return folder.resolve(name).toString();
    }

    private CommandRun play(String stance, String... options) throws IOException {
        Path file = folder.resolve("play.txt");
        Files.writeString(file, PLAY.replace("STANCE", stance));
        List<String> words = new ArrayList<>(List.of("solve", "--play", file.toString(), "--min-voters", "2"));
        words.addAll(List.of(options));
        return CommandRun.of(words.toArray(String[]::new));
    }

    /** The text with line breaks and runs of blanks as one blank, because lines are wrapped. */
    private static String line(String text) {
        return text.replaceAll("\\s+", " ");
    }
}
