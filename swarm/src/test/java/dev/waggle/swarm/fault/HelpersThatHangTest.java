package dev.waggle.swarm.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.memory.SharedMemory.MemoryNote;
import dev.waggle.swarm.memory.SharedMemory.RecalledMemory;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** An optional helper that never answers costs its timeout, never the solve. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class HelpersThatHangTest {

    private static final AdvisorConfig ADVISOR = AdvisorConfig.defaults().withWarmupRounds(0)
            .withMetaAgentInterval(1);

    private final SolveTestBed table = new SolveTestBed();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicBoolean hung = new AtomicBoolean();

    /** Gives a swarm a helper that hangs in some place when it is first asked. */
    interface Helper {
        SwarmConfig in(SwarmConfig config, Runnable hang);
    }

    @ParameterizedTest
    @MethodSource("helpers")
    void aHelperThatHangsLeavesHalfOfTheTimeToASwarmThatHasLittle(String context, Helper helper) throws Exception {
        SwarmResult result = solve(context, helper, Duration.ofSeconds(12), Duration.ofSeconds(6));

        assertThat(result.timing().total()).isEqualTo(Duration.ofSeconds(6));
    }

    @ParameterizedTest
    @MethodSource("quickHelpers")
    void aHelperThatIsNoModelHasTenSecondsAtMost(String context, Helper helper) throws Exception {
        SwarmResult result = solve(context, helper, Duration.ofMinutes(2), StopGuard.HELPER_TIMEOUT);

        assertThat(result.timing().total()).isEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @MethodSource("models")
    void aHelperThatMayBeAModelHasHalfOfTheTime(String context, Helper helper) throws Exception {
        SwarmResult result = solve(context, helper, Duration.ofMinutes(2), Duration.ofMinutes(1));

        assertThat(result.timing().total()).isEqualTo(Duration.ofMinutes(1));
    }

    private SwarmResult solve(String context, Helper helper, Duration timeout, Duration helperTimeout)
            throws Exception {
        SwarmConfig config = table.config(ScriptedAgent.fourRounds())
                .withMath(MathConfig.defaults().withLenses(List.of()))
                .withLimits(Limits.defaults().withTimeout(timeout));
        try (Swarm swarm = new Swarm(helper.in(config, this::hang))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            table.world.advanceWhenWaiting(1, helperTimeout);

            SwarmResult result = solving.get();
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.failures()).singleElement().returns(context, AgentFailure::context)
                    .satisfies(failure -> assertThat(failure.message())
                            .endsWith("no answer before the time was up"));
            return result;
        } finally {
            released.countDown();
        }
    }

    private void hang() {
        if (hung.compareAndSet(false, true)) {
            asked.countDown();
            SolveTestBed.waitStubbornly(released);
        }
    }

    static Stream<Arguments> helpers() {
        return Stream.concat(models(), quickHelpers());
    }

    static Stream<Arguments> models() {
        return Stream.of(helper("meta-agent.consider", HelpersThatHangTest::metaAgent),
                helper("agent.evolved-mediator-1.hire", HelpersThatHangTest::factory));
    }

    static Stream<Arguments> quickHelpers() {
        return Stream.of(helper("advisor.reputation", HelpersThatHangTest::reputation),
                helper("memory.recall", HelpersThatHangTest::memory),
                helper("agent.pupil.known", HelpersThatHangTest::learner),
                helper("agent.shy.react", HelpersThatHangTest::wantsTurn));
    }

    private static Arguments helper(String context, Helper helper) {
        return Arguments.of(context, helper);
    }

    private static SwarmConfig metaAgent(SwarmConfig config, Runnable hang) {
        return SolveTestBed.advised(config, ADVISOR).withMetaAgent((view, context) -> {
            hang.run();
            return MetaAgent.Move.NONE;
        });
    }

    private static SwarmConfig factory(SwarmConfig config, Runnable hang) {
        return config.withMath(MathConfig.defaults().withLenses(List.of(GrowingSwarm.missing(1, 2, "mediator"))))
                .withSteering(config.steering().withEvolution(EvolutionConfig.defaults().withEvolutionEnabled()))
                .withAgentFactory(vacancy -> {
                    hang.run();
                    throw new IllegalStateException("nobody is there");
                });
    }

    private static SwarmConfig reputation(SwarmConfig config, Runnable hang) {
        return SolveTestBed.advised(config, ADVISOR).withReputation((agent, topic) -> {
            hang.run();
            return 1.0;
        });
    }

    private static SwarmConfig memory(SwarmConfig config, Runnable hang) {
        return config.withMemory(new SharedMemory() {
            @Override
            public List<RecalledMemory> recall(String query, int limit) {
                hang.run();
                return List.of();
            }

            @Override
            public String store(MemoryNote note) {
                return note.signalId();
            }

            @Override
            public void reinforce(String memoryId, String agentId) {}

            @Override
            public int decay() {
                return 0;
            }
        });
    }

    private static SwarmConfig learner(SwarmConfig config, Runnable hang) {
        ParticipantLearner learner = new ParticipantLearner() {
            @Override
            public JsonValue known() {
                hang.run();
                return JsonValue.ofNull();
            }

            @Override
            public void begin(JsonValue known) {}

            @Override
            public void learn(double reward) {}
        };
        return joinedBy(config, Agent.of(AgentProfile.of("pupil").withListens(List.of()), new Silent() {
            @Override
            public Optional<ParticipantLearner> learner() {
                return Optional.of(learner);
            }
        }));
    }

    private static SwarmConfig wantsTurn(SwarmConfig config, Runnable hang) {
        return joinedBy(config, Agent.of(AgentProfile.of("shy").withListens(List.of()), new Silent() {
            @Override
            public boolean wantsTurn(int round) {
                hang.run();
                return false;
            }
        }));
    }

    private static SwarmConfig joinedBy(SwarmConfig config, Agent agent) {
        List<Agent> agents = new ArrayList<>(config.agents());
        agents.add(agent);
        return new SwarmConfig(agents, config.consensus(), config.math(), config.limits(), config.spending(),
                config.steering(), config.services(), config.setup());
    }

    /** A participant that publishes nothing. */
    private abstract static class Silent implements Participant {

        @Override
        public List<Draft> react(Turn turn) {
            return List.of();
        }
    }
}
