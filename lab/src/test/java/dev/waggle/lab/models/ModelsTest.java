package dev.waggle.lab.models;

import java.util.Collection;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;

/** The programs of this room in small, too briefly to measure anything. */
class ModelsTest {

    @Test
    void theTeamDecidesInOneRound() {
        SwarmResult result = AgentTeam.of(5, new StandIn(StandIn.Pause.NONE)).solve();

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.signalLog()).filteredOn(signal -> signal.payload() instanceof Payload.Proposal).hasSize(1);
        assertThat(result.signalLog()).filteredOn(signal -> signal.payload() instanceof Payload.Vote).hasSize(5);
    }

    @Test
    void theWorkflowListsWhatEachSubAgentAnswered() {
        try (LangChainTeam texts = LangChainTeam.ofTexts(3);
                LangChainTeam records = LangChainTeam.ofRecords(2)) {
            assertThat(texts.ask()).isEqualTo(List.of(StandIn.REPLY, StandIn.REPLY, StandIn.REPLY));
            assertThat(records.ask()).hasSize(2).allSatisfy(answer -> assertThat(answer.toString())
                    .contains("type=proposal", "stance=agree"));
        }
    }

    @Test
    void thePromptIsTheOneOfOurAgents() {
        assertThat(SamplePrompt.overheard().user()).contains(AgentTeam.ROLE);
        assertThat(SamplePrompt.overheard().user()).contains(AgentTeam.QUESTION);
    }

    @Test
    void reactionsAreMeasured() throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder().include("models.ReactionBench")
                .param("team", "3").forks(0).warmupIterations(0).measurementIterations(1).mode(Mode.SingleShotTime)
                .shouldFailOnError(true).verbosity(VerboseMode.SILENT).build()).run();

        assertThat(results).hasSize(5);
    }

    @Test
    void waitingRoundsAreMeasured() throws InterruptedException {
        assertThat(WaitingRound.measure(5, 0, 1)).hasSize(7);
        assertThat(HeapUsage.of(5)).hasSize(4);
    }

    @Test
    void streamsAreMeasured() throws Exception {
        assertThat(StreamThreads.measure(3, 1)).hasSize(10).anyMatch(line -> line.contains("streams open at once"));
    }
}
