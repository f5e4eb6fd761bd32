package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.learning.MemoryBanditStore;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A swarm that disables agents, grows, debates and learns, killed and resumed: all is as before. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledLearningTest {

    /** Appends between two kills of a process, so that each step of a round is met in some round. */
    private static final int STEP = 5;

    @Test
    @DisplayName("H10 debated pairs, disabled and evolved agents, mathematics and bandits are as before the crash")
    void h10AllIsAsBeforeTheCrash() {
        Process whole = new Process();
        SwarmResult result = whole.solve();
        List<String> written = whole.written();

        assertThat(result.coordination().debateResults()).isNotEmpty();
        assertThat(result.guidance().advisorReport().orElseThrow().disabledAgents()).isNotEmpty();
        assertThat(result.guidance().evolutionReport().orElseThrow().spawned()).isNotEmpty();
        assertThat(whole.bandit.load("m").arms()).isNotEmpty();
        for (int entries = 1; entries < written.size(); entries += STEP) {
            Process killed = new Process();
            killed.life.untilLogged(entries);
            assertThatExceptionOfType(UncheckedIOException.class).as("killed after " + entries)
                    .isThrownBy(killed::solve);
            Process next = new Process(killed);
            SwarmResult resumed = next.solve();

            String when = "killed after entry " + entries;
            assertThat(next.written()).as(when).isEqualTo(written);
            assertThat(resumed.coordination().debateResults()).as(when)
                    .isEqualTo(result.coordination().debateResults());
            assertThat(resumed.guidance().advisorReport()).as(when).isEqualTo(result.guidance().advisorReport());
            assertThat(resumed.guidance().evolutionReport()).as(when).isEqualTo(result.guidance().evolutionReport());
            assertThat(resumed.mathAnalysis()).as(when).isEqualTo(result.mathAnalysis());
            assertThat(resumed.consensus()).as(when).isEqualTo(result.consensus());
            assertThat(resumed.cost()).as(when).isEqualTo(result.cost());
            assertThat(next.bandit.load("m")).as(when).isEqualTo(whole.bandit.load("m"));
            assertThat(next.asked).as(when).isEqualTo(whole.asked);
        }
    }

    /** Process whose learned evidence survives its end. */
    private static final class Process {

        private final MemoryJournal log = new MemoryJournal();
        private final MemoryJournal kept = new MemoryJournal();
        private final ProcessLife life = new ProcessLife(log, kept);
        private final ManualWorld world;
        private final MemoryBanditStore bandit;
        private final Map<String, Integer> asked = new ConcurrentHashMap<>();

        Process() {
            world = new ManualWorld(ResumeTrial.START, 42);
            bandit = new MemoryBanditStore();
        }

        Process(Process before) {
            copy(before.log, log);
            copy(before.kept, kept);
            world = new ManualWorld(ResumeTrial.START.plus(Duration.ofHours(1)), 7);
            bandit = before.bandit;
            asked.putAll(before.asked);
        }

        private static void copy(MemoryJournal from, MemoryJournal to) {
            for (LogEntry entry : from.read(1, Integer.MAX_VALUE)) {
                to.append(entry.signal(), entry.emission(), entry.recordedAt());
            }
        }

        List<String> written() {
            return log.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.emission() + " " + entry.signal())
                    .toList();
        }

        SwarmResult solve() {
            try (Swarm swarm = new Swarm(config())) {
                return swarm.solveResumable(SolveTestBed.TASK, ResumeTrial.RUN);
            }
        }

        private SwarmConfig config() {
            ModelAgentConfig model = ModelAgentConfig.defaults().withLearning(bandit)
                    .without(ReactionStrategy.DEFER);
            SwarmConfig base = SwarmConfig
                    .of(List.of(new ModelAgent(AgentProfile.of("m"), model(), model),
                            talker("a").says(1, ScriptedAgent.proposes("A")),
                            talker("b").says(1, ScriptedAgent.proposes("B"))
                                    .says(2, ScriptedAgent.votes(Stance.AGREE, "B")),
                            talker("c").says(2, ScriptedAgent.votes(Stance.AGREE, "A"))))
                    .withWorld(world).withJournal(life.log()).withLimits(Limits.defaults().withMaxRounds(6))
                    .withConsensus(ConsensusConfig.defaults().withThreshold(0.95))
                    .withMath(MathConfig.defaults().withLenses(List.of(new ScriptedLens("told", Process::found))));
            return base.withSteering(base.steering()
                    .withAdvisor(AdvisorConfig.defaults().withAgentPruning(true))
                    .withEvolution(EvolutionConfig.defaults().withEvolutionEnabled()))
                    .withAnswers(life.kept())
                    .withAgentFactory(vacancy -> talker(vacancy.agentId())
                            .says(4, ScriptedAgent.votes(Stance.AGREE, "A"))
                            .says(5, ScriptedAgent.votes(Stance.AGREE, "A")).as(_ -> vacancy.profile()));
        }

        private static ScriptedAgent talker(String id) {
            ScriptedAgent talker = ScriptedAgent.agent(id).unasked();
            IntStream.rangeClosed(1, 6).forEach(round -> talker.says(round, ScriptedAgent.finds(id + " " + round)));
            return talker;
        }

        private static List<Finding> found(int round) {
            return List.of(new Finding.Gap("told", "critical-challenger", 0.9, "nobody tests anything"),
                    new Finding.Prune("told", List.of("a", "b", "c"), "they repeat each other"));
        }

        /** A model that counts how often it was asked in each turn. */
        private Harness model() {
            return new MeteredHarness(ScriptedHarness.playing((_, context, run) -> {
                life.asked();
                String turn = "{turn " + context.caller().emission().invocation() + "}";
                asked.merge(turn, 1, Integer::sum);
                String reply = "{\"signals\":[{\"type\":\"discovery\",\"content\":\"" + turn
                        + "\",\"relevance\":0.9,\"confidence\":0.8}]}";
                run.text(reply);
                return ScriptedHarness.output(reply, ScriptedHarness.usage(60, 40));
            }));
        }
    }
}
