package dev.waggle.swarm.resume;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.MailedSolves;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.author;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;

/** The event map of the specification over solves of every kind. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class EventCoverageTest {

    private static final TopologyConfig SENSITIVE = TopologyConfig.defaults().withEnabled(true)
            .withMinConnectivity(0).withMaxInfluenceConcentration(0.05);

    private final List<SwarmEvent> seen = new ArrayList<>();

    @Test
    @DisplayName("L15 every type of the event map occurs at least once")
    void l15EveryTypeOfTheEventMapOccursAtLeastOnce() {
        List<Consumer<EventCoverageTest>> scenarios = List.of(EventCoverageTest::debate, EventCoverageTest::tool,
                EventCoverageTest::topology, EventCoverageTest::growth, EventCoverageTest::expiry,
                EventCoverageTest::refusalAndFailure, EventCoverageTest::inbox, EventCoverageTest::answeredSeats,
                EventCoverageTest::expiredSeats);
        scenarios.forEach(scenario -> scenario.accept(this));

        assertThat(seen.stream().<Class<?>>map(Object::getClass).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(eventMap());
        assertThat(seen).extracting(SwarmEvent::type).contains("harness:start", "text:complete", "harness:end",
                "workflow:start");
    }

    /** Two proposals, a debate that one of them wins, and an answer that a synthesizer writes. */
    private void debate() {
        solve(config -> config.withSynthesizer((material, _) -> "the answer"), author("a", "A"), author("b", "B"),
                agent("c").debating(1, votes(Stance.AGREE, "A")));
    }

    private void tool() {
        ScriptedHarness model = ScriptedHarness.inTurn((_, _, _) -> new HarnessOutput("",
                List.of(new ToolCall("c1", "look", null)), "s1", null, ModelStopReason.TOOL_USE),
                (_, _, run) -> {
                    run.text("{\"signals\":[{\"type\":\"discovery\",\"confidence\":0.8,\"content\":\"found\"}]}");
                    return HarnessOutput.of(run.textSoFar());
                });
        Tool look = Tool.of("look", "looks around", Map.of(), _ -> "seen");
        solve(UnaryOperator.identity(), new ModelAgent(
                AgentProfile.of("agent").withListens(List.of(SignalType.TASK_NEW)), model,
                ModelAgentConfig.defaults().withTools(ToolRegistry.of(List.of(look)))));
    }

    /** A leader with more influence than the topology allows, and advice against it. */
    private void topology() {
        solve(config -> SolveTestBed.advised(config.withMath(MathConfig.defaults()
                .withLenses(List.of(LensCatalog.INFLUENCE_GRAPH)))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(4))
                .withLimits(Limits.defaults().withMaxRounds(5)),
                AdvisorConfig.defaults().withTopology(SENSITIVE)),
                agent("a").unasked().says(1, proposes("p1")).says(3, proposes("p2")),
                agent("b").says(2, votes(Stance.AGREE, "p1")), agent("c").says(2, votes(Stance.AGREE, "p1")),
                agent("d").says(2, votes(Stance.AGREE, "p1")));
    }

    /** A role that is missing for two rounds, and a newcomer who is of no use. */
    private void growth() {
        GrowingSwarm growth = new GrowingSwarm();
        SwarmResult _ = SolveTestBed.solve(growth.config(GrowingSwarm.GROWING.withEvaluationWindow(1),
                growth.hiring(made -> made), List.of(GrowingSwarm.missing(1, 2, "mediator")),
                GrowingSwarm.talker("a")));
        seen.addAll(growth.table.events(SwarmEvent.class));
    }

    /** A finding that is out of date before the other agent is ready. */
    private void expiry() {
        SolveTestBed table = new SolveTestBed();
        SwarmResult _ = SolveTestBed.solve(table.config(
                agent("quick").says(1, finds("old news").withTtl(Duration.ofMillis(5))), agent("slow"))
                .withEventListener(event -> {
                    seen.add(event);
                    if (event instanceof SwarmEvent.AgentReacted) {
                        table.world.advance(Duration.ofMillis(10));
                    }
                }));
    }

    private void refusalAndFailure() {
        solve(UnaryOperator.identity(), agent("a").speaking(SignalType.DISCOVERY).says(1, proposes("p1")),
                agent("b").does(1, _ -> {
                    throw new IllegalStateException("broken");
                }));
    }

    private void inbox() {
        MailedSolves mailed = new MailedSolves() {};
        mailed.post.subscribe("a", "alarm", false);
        String _ = mailed.outside("alarm");
        SwarmResult _ = mailed.solve(agent("a").listening());
        seen.addAll(mailed.table.events(SwarmEvent.class));
    }

    private void answeredSeats() {
        RemoteSeatTrial trial = new RemoteSeatTrial();
        while (solved(trial).ending() == LoopStop.SUSPENDED) {
            for (SeatRequest request : trial.open()) {
                assertThat(trial.answer(request)).isNotNull();
            }
        }
    }

    private void expiredSeats() {
        RemoteSeatTrial trial = new RemoteSeatTrial();
        while (solved(trial).ending() == LoopStop.SUSPENDED) {
            trial.world.advance(RemoteSeatTrial.DEADLINE);
        }
    }

    private SwarmResult solved(RemoteSeatTrial trial) {
        SwarmResult result = trial.solve();
        seen.addAll(trial.events);
        return result;
    }

    private void solve(UnaryOperator<SwarmConfig> change, Agent... agents) {
        SolveTestBed table = new SolveTestBed();
        SwarmResult _ = SolveTestBed.solve(change.apply(table.config(agents)));
        seen.addAll(table.events(SwarmEvent.class));
    }

    /** The event map; signals of harnesses and facts of the lifecycle are one entry each. */
    private static Set<Class<?>> eventMap() {
        return Stream.of(SwarmEvent.Milestone.class, SwarmEvent.Detail.class)
                .flatMap(kind -> Stream.of(kind.getPermittedSubclasses())).collect(Collectors.toSet());
    }
}
