package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Requests for the profiles of agents, and the handling of agents that cannot return one. */
class ProfilesTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void noAgentIsAskedForItsProfileInASolve() {
        AtomicInteger asked = new AtomicInteger();
        List<Agent> agents = new ArrayList<>(ScriptedAgent.team());
        agents.addFirst(saying(() -> {
            asked.incrementAndGet();
            return AgentProfile.of("x");
        }));
        try (Swarm swarm = new Swarm(table.config(agents))) {
            int before = asked.get();
            SwarmResult result = swarm.solve(SolveTestBed.TASK);

            assertThat(result.consensus().decided()).isTrue();
            assertThat(swarm.replay(result.solveId()).divergence()).isEmpty();
            assertThat(asked).hasValue(before);
        }
    }

    @Test
    void aMadeAgentIsAskedOnce() {
        GrowingSwarm growth = new GrowingSwarm();
        AtomicInteger asked = new AtomicInteger();

        SwarmResult result = solve(growth, vacancy -> saying(() -> {
            asked.incrementAndGet();
            return vacancy.profile();
        }));

        assertThat(GrowingSwarm.report(result).spawned()).hasSize(1);
        assertThat(result.failures()).isEmpty();
        assertThat(asked).hasValue(1);
    }

    @Test
    @SuppressWarnings("NullAway") // An agent must not do this.
    void aMadeAgentThatCannotSayItsProfileIsAFailureAndTheSolveGoesOn() {
        assertThat(failureOfMade(saying(() -> {
            throw new AssertionError("boom");
        }))).startsWith("the agent for \"evolved-mediator-1\" cannot say its profile: boom");
        assertThat(failureOfMade(saying(() -> null))).contains("has no profile");
    }

    @Test
    @SuppressWarnings("NullAway") // An agent must not do this.
    void anAgentThatCannotSayItsProfileIsNoConfiguration() {
        Agent good = ScriptedAgent.agent("a");

        assertThatIllegalArgumentException().isThrownBy(() -> SwarmConfig.of(List.of(good, saying(() -> {
            throw new IllegalStateException("no file");
        })))).withMessageStartingWith("agent number 2 cannot say its profile: no file\nMaybe");
        assertThatIllegalArgumentException().isThrownBy(() -> SwarmConfig.of(List.of(saying(() -> null), good)))
                .withMessageStartingWith("agent number 1 has no profile: profile() returned null\nMaybe");
    }

    @Test
    void anAgentThatLosesItsProfileLaterIsNoSwarm() {
        AtomicInteger asked = new AtomicInteger();
        SwarmConfig config = table.config(saying(() -> {
            if (asked.get() < 0) {
                throw new IllegalStateException("no file");
            }
            return AgentProfile.of("x");
        }));
        asked.set(-1);

        assertThatIllegalArgumentException().isThrownBy(() -> new Swarm(config))
                .withMessageStartingWith("agent number 1 cannot say its profile: no file\nMaybe");
    }

    private static String failureOfMade(Agent made) {
        SwarmResult result = solve(new GrowingSwarm(), vacancy -> made);
        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        assertThat(GrowingSwarm.report(result).spawned()).isEmpty();
        assertThat(result.failures()).singleElement()
                .returns("agent.evolved-mediator-1.hire", AgentFailure::context);
        return result.failures().getFirst().message();
    }

    private static SwarmResult solve(GrowingSwarm growth, AgentFactory factory) {
        return SolveTestBed.solve(growth.config(GrowingSwarm.GROWING, factory,
                List.of(GrowingSwarm.missing(1, 2, "mediator")), GrowingSwarm.talker("a")));
    }

    private static Agent saying(Supplier<AgentProfile> profile) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return profile.get();
            }

            @Override
            public Participant join(JoinContext briefing) {
                return turn -> List.of();
            }
        };
    }
}
