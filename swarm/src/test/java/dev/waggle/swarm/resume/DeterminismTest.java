package dev.waggle.swarm.resume;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** The same seed and the same drafts give the same solve, however fast each agent is. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class DeterminismTest {

    private static final int REPETITIONS = 10;
    private static final int AGENTS = 6;

    @Test // F26
    void oneSeedGivesOneSolveInTenThreadsAtOnce() throws Exception {
        List<Repetition> repetitions = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Repetition>> tasks = new ArrayList<>();
            for (int i = 0; i < REPETITIONS; i++) {
                int speeds = i;
                tasks.add(() -> repetition(speeds));
            }
            for (Future<Repetition> done : threads.invokeAll(tasks)) {
                repetitions.add(done.get());
            }
        }
        Repetition first = repetitions.getFirst();
        assertThat(first.result().signalLog().size()).isGreaterThan(AGENTS);
        for (Repetition repetition : repetitions) {
            assertThat(SolveTestBed.said(repetition.result())).isEqualTo(SolveTestBed.said(first.result()));
            assertThat(repetition.result().answer()).isEqualTo(first.result().answer());
            assertThat(repetition.result().ending()).isEqualTo(first.result().ending());
            assertThat(repetition.events()).isEqualTo(first.events());
            assertThat(repetition.logged()).isEqualTo(first.logged());
        }
    }

    @Test // F26
    void theChanceOfAnAgentDependsOnTheSeedAndNotOnTheDate() {
        assertThat(rolled(World.system(7))).isEqualTo(rolled(World.system(7)));
        assertThat(rolled(World.system(7))).isNotEqualTo(rolled(World.system(8)));
    }

    @Test // F18, F26
    void theChanceOfAnAgentIsItsOwnAndThatOfItsTask() {
        Queue<Long> rolls = new ConcurrentLinkedQueue<>();
        Agent one = roller("one", rolls);
        try (Swarm swarm = new Swarm(new SolveTestBed().config(one, roller("two", rolls)))) {
            swarm.solve(SolveTestBed.TASK);
            assertThat(rolls).doesNotHaveDuplicates();
            swarm.solve(SolveTestBed.TASK);
            assertThat(List.copyOf(rolls).subList(2, 4)).containsExactlyInAnyOrderElementsOf(
                    List.copyOf(rolls).subList(0, 2));
        }
    }

    private static long rolled(World world) {
        Queue<Long> rolls = new ConcurrentLinkedQueue<>();
        SolveTestBed.solve(new SolveTestBed().config(roller("a", rolls)).withWorld(world));
        return rolls.remove();
    }

    private static Agent roller(String id, Queue<Long> rolls) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of(id);
            }

            @Override
            public Participant join(JoinContext briefing) {
                return turn -> {
                    rolls.add(briefing.random().nextLong());
                    return List.of();
                };
            }
        };
    }

    private static Repetition repetition(int speeds) {
        SolveTestBed table = new SolveTestBed();
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            agents.add(moody("a" + i, new Random(31L * speeds + i)));
        }
        SwarmResult result = SolveTestBed.solve(table.config(agents));
        return new Repetition(result, List.copyOf(table.events), table.logged());
    }

    /** An agent that answers signals by its own random source, after a delay that this other one decides. */
    private static Agent moody(String id, Random speed) {
        return new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of(id);
            }

            @Override
            public Participant join(JoinContext briefing) {
                return turn -> {
                    long toil = speed.longs(speed.nextInt(50_000)).reduce(0, (sum, next) -> sum ^ next);
                    assertThat(toil).isNotEqualTo(Long.MAX_VALUE);
                    return answer(turn, briefing);
                };
            }
        };
    }

    private static List<Draft> answer(Turn turn, JoinContext briefing) throws Exception {
        String proposal = "p" + briefing.random().nextInt(4);
        return switch (briefing.random().nextInt(5)) {
            case 0 -> List.of(ScriptedAgent.finds("heard " + turn.stimuli().size()));
            case 1 -> throw new Exception("in a bad mood");
            case 2 -> List.of(ScriptedAgent.proposes(proposal));
            case 3 -> List.of(ScriptedAgent.votes(Stance.DISAGREE, proposal));
            default -> List.of(ScriptedAgent.proposes(proposal), ScriptedAgent.votes(Stance.AGREE, proposal));
        };
    }

    private record Repetition(SwarmResult result, List<SwarmEvent> events, List<LogEntry> logged) {}
}
