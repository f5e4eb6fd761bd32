package dev.waggle.swarm.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.testbed.GrowingSwarm;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Agents that join a solve, and the handling of agents that do not. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class JoiningTest {

    private static final Duration HALF = Limits.defaults().timeout().dividedBy(2);

    private final SolveTestBed table = new SolveTestBed();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final BlockingQueue<Thread> joiningThreads = new LinkedBlockingQueue<>();

    @Test
    void allJoinAtOnce() {
        CountDownLatch all = new CountDownLatch(6);
        List<Agent> agents = IntStream.range(0, 6).mapToObj(i -> joining(AgentProfile.of("agent " + i), () -> {
            all.countDown();
            SolveTestBed.waitStubbornly(all);
        })).toList();

        assertThat(SolveTestBed.solve(table.config(agents)).ending()).isEqualTo(LoopStop.SILENCE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoDoesNotJoinInHalfOfTheTimeIsNamedAndTheOthersDecide(boolean isSpokenTo) throws Exception {
        List<Agent> agents = new ArrayList<>();
        ScriptedAgent.team().forEach(agent -> agents.add(joining(agent)));
        int others = agents.size();
        List<SignalType> heard = isSpokenTo ? List.of(SignalType.TASK_NEW) : List.of();
        agents.addFirst(hanging(AgentProfile.of("absent").withListens(heard)));
        try (Swarm swarm = new Swarm(table.config(agents))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            for (int i = 0; i < others; i++) {
                joiningThreads.take().join();
            }
            table.world.advanceWhenWaiting(1, HALF);

            SwarmResult result = solving.get();
            assertThat(result.answer()).isEqualTo("do p1");
            assertThat(result.failures()).singleElement().returns("absent", AgentFailure::agentId)
                    .satisfies(failure -> assertThat(failure.message())
                            .endsWith("it could not join: no answer before the time was up"));
            assertThat(SolveTestBed.types(result)).containsOnlyOnce("agent:error");
            assertThat(swarm.replay(result.solveId()).divergence()).isEmpty();
        } finally {
            released.countDown();
        }
    }

    @Test
    void anEvolvedAgentThatDoesNotJoinInHalfOfTheTimeIsNamedAndTheOthersGoOn() throws Exception {
        GrowingSwarm growth = new GrowingSwarm();
        SwarmConfig config = growth.config(GrowingSwarm.GROWING, vacancy -> hanging(vacancy.profile()),
                List.of(GrowingSwarm.missing(1, 2, "mediator")), GrowingSwarm.talker("a"));
        try (Swarm swarm = new Swarm(config)) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            asked.await();
            growth.table.world.advanceWhenWaiting(1, HALF);

            SwarmResult result = solving.get();
            assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
            assertThat(result.failures()).isNotEmpty().allSatisfy(failure -> assertThat(failure)
                    .returns("evolved-mediator-1", AgentFailure::agentId)
                    .satisfies(it -> assertThat(it.message()).contains("it could not join")));
        } finally {
            released.countDown();
        }
    }

    private Agent hanging(AgentProfile profile) {
        return joining(profile, () -> {
            asked.countDown();
            SolveTestBed.waitStubbornly(released);
        });
    }

    /** That agent; the thread of its join ends when the swarm has its answer. */
    private Agent joining(Agent agent) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return agent.profile();
            }

            @Override
            public Participant join(JoinContext briefing) {
                joiningThreads.add(Thread.currentThread());
                return agent.join(briefing);
            }
        };
    }

    private static Agent joining(AgentProfile profile, Runnable first) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return profile;
            }

            @Override
            public Participant join(JoinContext briefing) {
                first.run();
                return turn -> List.of();
            }
        };
    }
}
