package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** A solve is a thread of coordination. */
class ConferenceTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void whatAgentsSayIsConfidenceAndHandoff() {
        SwarmResult result = table.solve(ScriptedAgent.team().toArray(ScriptedAgent[]::new));

        assertThat(words()).containsExactly("lifecycle.advanced", "handoff.ready", "confidence.high",
                "lifecycle.advanced", "lifecycle.resolved", "confidence.medium", "confidence.medium");
        assertThat(result.coordination().convergence().converged()).isTrue();
    }

    private static ScriptedAgent failing(ScriptedAgent agent, int round) {
        return agent.does(round, turn -> {
            throw new IllegalStateException("no");
        });
    }

    @Test
    void aConfidenceThatNobodyStatedIsNoStatement() {
        table.solve(ScriptedAgent.agent("a").says(1, UnstatedConfidence.mark(ScriptedAgent.proposes("p1"))));

        assertThat(words()).containsExactly("lifecycle.advanced", "handoff.ready");
    }

    @Test
    void rivalProposalsAreAnOpenConflictAndAFailedTurnABlocker() {
        SwarmResult result = SolveTestBed.solve(undebated(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2")),
                failing(failing(failing(ScriptedAgent.agent("c").listening(SignalType.TASK_NEW), 1), 2), 3)));

        assertThat(result.coordination().convergence().openConflicts()).hasSize(1).first()
                .satisfies(conflict -> assertThat(conflict.source()).isEqualTo("b"));
        assertThat(result.coordination().convergence().unsureSpecialists()).extracting(ConnectivitySignal::source)
                .containsExactly("c");
        assertThat(result.coordination().convergence().reason()).startsWith("not converged: 1 open conflict (b)");
        assertThat(changes("converged")).containsExactly(false);
    }

    @Test
    void whoAnswersAgainIsBlockedNoMore() {
        ScriptedAgent c = ScriptedAgent.agent("c").does(1, turn -> {
            throw new IllegalStateException("no");
        }).says(2, ScriptedAgent.finds("x"));
        SwarmResult result = SolveTestBed
                .solve(undebated(c, ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("y"))));

        assertThat(words()).contains("confidence.blocker");
        assertThat(result.coordination().convergence().converged()).isTrue();
        assertThat(changes("converged")).containsExactly(false, true);
    }

    @Test
    void anEscalationIsHeardByRoutingAndDealtWithARoundLater() {
        List<ConnectivitySignal> heard = Collections.synchronizedList(new ArrayList<>());
        RoutingEscalationHook hook = signal -> {
            heard.add(signal);
            return Optional.of(RequestedRoutingMode.DEEP);
        };
        Draft escalates = Draft.of(new Payload.Escalate("nobody knows the load", "round 1"), 0.3);
        SwarmConfig config = undebated(ScriptedAgent.agent("a").says(1, escalates),
                ScriptedAgent.agent("b").says(2, ScriptedAgent.finds("x")).says(3, ScriptedAgent.finds("y")),
                ScriptedAgent.agent("c").says(2, ScriptedAgent.finds("z")).says(3, ScriptedAgent.finds("u")));
        SwarmResult result = SolveTestBed.solve(config.withEscalationHook(hook));

        assertThat(heard).hasSize(1).first().satisfies(escalation -> {
            assertThat(escalation.threadId()).isEqualTo(result.solveId());
            assertThat(escalation.source()).isEqualTo("a");
            assertThat(escalation.signalClass()).isEqualTo(SignalClass.ESCALATION_UNCERTAINTY);
        });
        assertThat(changes("converged")).containsExactly(false, true);
    }

    @Test
    void theLogRebuildsTheThread() {
        SwarmResult result = SolveTestBed.solve(undebated(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2"),
                        ScriptedAgent.votes(Stance.DISAGREE, "p1"))));

        DefaultConnectivityLayer again = DefaultConnectivityLayer.restore(table.world,
                ConnectivityLayerConfig.defaults(),
                table.logged());
        assertThat(again.convergence(result.solveId()).reason())
                .isEqualTo(result.coordination().convergence().reason());
        assertThat(again.stats(result.solveId())).isNotNull();
    }

    @Test
    void hostileWordsNeverBreakTheThread() {
        Draft escalates = Draft.of(new Payload.Escalate("\u0000\n\t ", "x"), 0);
        Draft proposes = Draft.of(new Payload.Proposal("p\u2028" + "x".repeat(400), "do it", "r"), 0.795);
        SwarmResult result = SolveTestBed.solve(undebated(ScriptedAgent.agent("a").says(1, escalates, proposes)));

        assertThat(result.failures()).isEmpty();
        assertThat(words()).contains("escalation.uncertainty", "handoff.ready", "confidence.medium");
    }

    private SwarmConfig undebated(ScriptedAgent... agents) {
        return table.config(agents).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withConflictResolution(ConflictResolution.NONE));
    }

    private List<String> words() {
        return table.logged().stream().map(LogEntry::signal).map(Signal::type)
                .filter(type -> type.profile() == Profile.CONNECTIVITY).map(type -> type.text()).toList();
    }

    private List<Boolean> changes(String state) {
        return table.logged().stream().map(LogEntry::signal)
                .filter(signal -> signal.type().equals(LifecycleFacts.changed(state)))
                .map(Signal::payload).map(Payload.Open.class::cast).map(Payload.Open::data)
                .map(JsonValue.Obj.class::cast).map(facts -> facts.fields().get("newValue"))
                .map(JsonValue.Bool.class::cast).map(JsonValue.Bool::value).toList();
    }
}
