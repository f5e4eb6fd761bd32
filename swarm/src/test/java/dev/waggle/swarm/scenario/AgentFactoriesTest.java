package dev.waggle.swarm.scenario;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.testbed.GrowingSwarm.GROWING;
import static dev.waggle.swarm.testbed.GrowingSwarm.missing;
import static dev.waggle.swarm.testbed.GrowingSwarm.report;
import static dev.waggle.swarm.testbed.GrowingSwarm.talker;
import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Factories that make the agents of a growing swarm, and the handling of a factory that makes none. */
class AgentFactoriesTest {

    private final GrowingSwarm growth = new GrowingSwarm();

    @Test
    void aFactoryThatThrowsIsAnErrorInTheLogAndTheSolveGoesOn() {
        AgentFactory broken = vacancy -> {
            throw new IllegalStateException("nobody wants to be a " + vacancy.domain());
        };
        SwarmResult result = SolveTestBed
                .solve(growth.config(GROWING, broken, List.of(missing(1, 5, "mediator")), talker("a")));

        assertThat(result.failures()).extracting(failure -> failure.round() + " " + failure.context() + " "
                + failure.message()).containsExactly(
                        "2 agent.evolved-mediator-1.hire nobody wants to be a mediator",
                        "5 agent.evolved-mediator-2.hire nobody wants to be a mediator");
        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        assertThat(report(result)).isEqualTo(EvolutionReport.nothing());
        assertThat(growth.table.events(SwarmEvent.AgentSpawned.class)).isEmpty();
        assertThat(result.activity().agentContributions()).containsOnlyKeys("a");
    }

    @Test
    void aFactoryThatHiresSomebodyElseIsRefused() {
        assertThat(failureWith(vacancy -> agent("a"))).contains("hired agent \"a\"", "\"evolved-mediator-1\"");
        assertThat(failureWith(vacancy -> agent("x").as(_ -> vacancy.profile().withWeight(9))))
                .contains("of weight 9.0");
        assertThat(failureWith(vacancy -> agent("x").as(_ -> vacancy.profile().withCanEmit(Set.of()))))
                .contains("may say []");
        assertThat(failureWith(vacancy -> agent("x")
                .as(_ -> vacancy.profile().withCanEmit(Set.of(SignalType.ESCALATE))))).contains("may say [escalate]");
    }

    @Test
    @SuppressWarnings("NullAway") // A factory must not do this.
    void aFactoryThatHiresNobodyIsRefused() {
        assertThat(failureWith(vacancy -> null)).contains("hired nobody");
    }

    @Test
    void aFactoryThatHangsIsCutOffWhenTheTimeIsUp() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        AgentFactory stuck = vacancy -> {
            asked.countDown();
            new CountDownLatch(1).await();
            throw new IllegalStateException("unreachable");
        };
        SwarmConfig config = growth.config(GROWING, stuck, List.of(missing(1, 2, "mediator")), talker("a"));
        try (Swarm swarm = new Swarm(config)) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            growth.table.runOut(config.limits());

            assertThat(solving.get().ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(solving.get().failures()).extracting(AgentFailure::message)
                    .containsExactly("no answer before the time was up");
        }
    }

    @Test
    void aFactoryIsNeededWhereASwarmIsToGrow() {
        SwarmConfig alone = growth.table.config(talker("a"));
        SwarmConfig growing = alone.withSteering(alone.steering().withEvolution(GROWING));

        assertThatThrownBy(() -> new Swarm(growing)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no agent factory\nMaybe SwarmConfig.withAgentFactory");
        assertThatThrownBy(() -> new Swarm(growth.config(GROWING, growth.hiring(made -> made), List.of(), talker("a"))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no lens");
    }

    private String failureWith(AgentFactory factory) {
        SwarmResult result = SolveTestBed
                .solve(growth.config(GROWING, factory, List.of(missing(1, 2, "mediator")), talker("a")));
        assertThat(report(result).spawned()).isEmpty();
        return result.failures().getFirst().message();
    }
}
