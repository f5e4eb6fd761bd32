package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Source;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Order of the steps within a round, recorded by probes in everything that takes part. */
class RoundOrderTest {

    private final SolveTestBed table = new SolveTestBed();
    private final List<String> notes = Collections.synchronizedList(new ArrayList<>());

    @Test
    @DisplayName("F3 the steps of a round come in this order")
    void f3TheStepsOfARoundComeInThisOrder() {
        SwarmResult result = SolveTestBed.solve(probed());

        // A conflict is open from the first round on; the lack of convergence is recorded before the votes are asked.
        assertThat(round(1)).containsExactly("round:start", "agent:skipped", "turn", "agent:reacted", "said", "lens",
                "math:round-analysis", "store", "reinforce", "state:converged:changed", "consensus:check",
                "round:end");
        // In the second every part has something to do.
        assertThat(round(2)).containsExactly("round:start", "agent:skipped", "turn", "agent:reacted", "said", "lens",
                "meta agent", "advisor:action", "hire", "evolution:spawned", "challenge", "math:round-analysis",
                "store", "consensus:check", "round:end");
        // In the last mathematics ends the solve, although the votes decide by then: they are asked afterwards.
        assertThat(round(4)).startsWith("round:start").endsWith("round:end").contains("lens", "store")
                .doesNotContain("consensus:check");
        assertThat(notes).endsWith("round:end", "consensus:check");
        assertThat(result.ending()).isEqualTo(new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED));
        assertThat(result.answer()).isEqualTo("do A");
    }

    private SwarmConfig probed() {
        List<ScriptedAgent> agents = List.of(
                agent("a").does(1, turn -> noted(ScriptedAgent.proposes("A"), ScriptedAgent.votes(Stance.AGREE, "A")))
                        .does(2, turn -> noted(ScriptedAgent.finds("a fact"), ScriptedAgent.votes(Stance.AGREE, "A")))
                        .does(3, turn -> noted(ScriptedAgent.finds("another")))
                        .does(4, turn -> noted(ScriptedAgent.finds("the last"),
                                ScriptedAgent.votes(Stance.AGREE, "A"))),
                agent("b")
                        .does(1, turn -> noted(ScriptedAgent.proposes("B"), ScriptedAgent.votes(Stance.DISAGREE, "A")))
                        .does(2, turn -> noted(ScriptedAgent.finds("b fact"),
                                ScriptedAgent.votes(Stance.DISAGREE, "A")))
                        .does(3, turn -> noted(ScriptedAgent.finds("b again")))
                        .does(4, turn -> noted(ScriptedAgent.finds("yes"), ScriptedAgent.votes(Stance.AGREE, "A"))),
                agent("c").does(1, turn -> noted(ScriptedAgent.votes(Stance.DISAGREE, "A")))
                        .does(2, turn -> noted(ScriptedAgent.finds("c fact"),
                                ScriptedAgent.votes(Stance.DISAGREE, "A")))
                        .does(3, turn -> noted(ScriptedAgent.finds("c again")))
                        .does(4, turn -> noted(ScriptedAgent.finds("at last"),
                                ScriptedAgent.votes(Stance.AGREE, "A"))));
        SwarmConfig base = table.config(agents).withEventListener(this::note)
                .withLimits(Limits.defaults().withMaxRounds(8))
                .withMath(MathConfig.defaults().withLenses(List.of(new ScriptedLens("probe", this::found))))
                .withConsensus(ConsensusConfig.defaults().withThreshold(0.65).withMinVoters(2)
                        .withConflictResolution(ConflictResolution.NONE));
        MetaAgent meta = (view, context) -> {
            notes.add("meta agent");
            return new MetaAgent.Move(MetaAgent.Action.REFRAME, "they look at one side", "What does it cost?");
        };
        AgentFactory factory = vacancy -> {
            notes.add("hire");
            return ScriptedAgent.agent(vacancy.agentId()).as(_ -> vacancy.profile());
        };
        return base.withSteering(base.steering()
                .withAdvisor(AdvisorConfig.defaults().withWarmupRounds(1).withMetaAgentInterval(2)
                        .withGroupthinkCorrection(false))
                .withEvolution(EvolutionConfig.defaults().withEvolutionEnabled())
                .withSelection(SelectionConfig.defaults().withTopK(2).withMinSpread(0)))
                .withMetaAgent(meta).withAgentFactory(factory).withMemory(new NotingMemory());
    }

    private static ScriptedAgent agent(String id) {
        return ScriptedAgent.agent(id).unasked();
    }

    private List<Draft> noted(Draft... drafts) {
        notes.add("turn");
        return List.of(drafts);
    }

    /** Findings of a round: a role is missing in the first two, a challenge in the second, and the fourth settles. */
    private List<Finding> found(int round) {
        notes.add("lens");
        Finding gap = new Finding.Gap("probe", "critical-challenger", 0.9, "nobody tests anything");
        return switch (round) {
            case 1 -> List.of(gap);
            case 2 -> List.of(gap, new Finding.Provoke("probe", "A", "only one agrees"));
            case 4 -> List.of(new Finding.Settle("probe", MathStopReason.ENTROPY_CONVERGED, "it is enough"));
            default -> List.of();
        };
    }

    private void note(SwarmEvent event) {
        told(event).ifPresent(notes::add);
    }

    private static Optional<String> told(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.SignalEmitted said when said.signal().source() instanceof Source.Agent ->
                Optional.of("said");
            case SwarmEvent.SignalEmitted said when said.signal().source().label()
                    .equals(InfrastructureNames.ORCHESTRATOR)
                    && said.signal().type().text().equals("challenge") ->
                Optional.of("challenge");
            case SwarmEvent.LifecycleRecorded step when step.type().equals("agent:skipped")
                    || step.type().equals("state:converged:changed") ->
                Optional.of(step.type());
            case SwarmEvent.RoundStarted _, SwarmEvent.RoundEnded _, SwarmEvent.AgentReacted _, SwarmEvent.AdvisorActed _, SwarmEvent.AgentSpawned _,SwarmEvent.RoundAnalyzed _,SwarmEvent.ConsensusChecked _ ->
                Optional.of(event.type());
            default -> Optional.empty();
        };
    }

    /** The steps of that round in their order, each once. */
    private List<String> round(int number) {
        List<String> all = List.copyOf(notes);
        int from = 0;
        for (int round = 1; round < number; round++) {
            from += all.subList(from, all.size()).indexOf("round:end") + 1;
        }
        int to = from + all.subList(from, all.size()).indexOf("round:end") + 1;
        List<String> ofRound = all.subList(from, to);
        return ofRound.subList(ofRound.indexOf("round:start"), ofRound.size()).stream().distinct().toList();
    }

    private final class NotingMemory implements SharedMemory {

        @Override
        public List<RecalledMemory> recall(String question, int atMost) {
            return List.of();
        }

        @Override
        public String store(MemoryNote note) {
            notes.add("store");
            return "memory of " + note.signalId();
        }

        @Override
        public void reinforce(String memoryId, String agentId) {
            notes.add("reinforce");
        }

        @Override
        public int decay() {
            return 0;
        }
    }
}
