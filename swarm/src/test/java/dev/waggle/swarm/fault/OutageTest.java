package dev.waggle.swarm.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.harness.call.ResilientHarness;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** An endpoint that is down during a solve. */
class OutageTest {

    private static final HarnessInput ASK = HarnessInput.of(List.of(Message.user("what next?")));

    private final ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
    private final CircuitBreakerRegistry breakers = new CircuitBreakerRegistry(
            new BreakerPolicy(1, Duration.ofSeconds(30)), world);

    @Test
    void i7TheOthersReactWhileACircuitIsOpenAndTheAgentComesBackAfterAProbe() {
        ScriptedHarness down = ScriptedHarness.inTurn((_, _, _) -> {
            throw HarnessException.of(HarnessFailure.Kind.OVERLOADED, "503");
        }, (_, _, _) -> HarnessOutput.of("back"));
        List<Agent> agents = List.of(agent("ada", behind("down", down)),
                agent("bob", behind("up", ScriptedHarness.saying("here"))));
        List<String> course = Collections.synchronizedList(new ArrayList<>());
        SwarmConfig config = SwarmConfig.of(agents).withWorld(world).withMath(MathConfig.off())
                .withLimits(Limits.defaults().withMaxRounds(4))
                .withEventListener(event -> {
                    switch (event) {
                        case SwarmEvent.AgentReacted it when !it.reaction().signals().isEmpty() -> course.add(
                                it.reaction().round() + " " + it.reaction().agentId());
                        case SwarmEvent.AgentFailed it -> course.add(
                                it.failure().round() + " not " + it.failure().agentId());
                        case SwarmEvent.RoundEnded it when it.round() == 2 -> world.advance(Duration.ofSeconds(30));
                        case SwarmEvent.Milestone _, SwarmEvent.Detail _ -> {}
                    }
                });
        try (Swarm swarm = new Swarm(config)) {
            swarm.solve(Task.of("what next?"));
        }
        assertThat(course).containsExactlyInAnyOrder("1 not ada", "1 bob", "2 not ada", "2 bob", "3 ada", "3 bob",
                "4 ada", "4 bob");
        assertThat(down.calls()).as("the open circuit kept the second call away").isEqualTo(3);
    }

    private Harness behind(String endpoint, Harness model) {
        return new ResilientHarness(model, RetryPolicy.NEVER, breakers.of(endpoint));
    }

    /** An agent that asks its model once in each round; the clock is past the open circuit after the second. */
    private Agent agent(String id, Harness model) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of(id).withListens(List.of());
            }

            @Override
            public Participant join(JoinContext briefing) {
                return new Participant() {
                    @Override
                    public List<Draft> react(Turn turn) throws Exception {
                        RunContext context = RunContext.of(RunContext.Caller.of(id, turn.invocation()), world,
                                turn.transcript());
                        String said = model.run(ASK, context).content();
                        return List.of(Draft.of(new Payload.Discovery(said + turn.round(), null, 0.5), 0.5));
                    }

                    @Override
                    public boolean wantsTurn(int round) {
                        return true;
                    }
                };
            }
        };
    }
}
