package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A swarm with a changed topology, killed and resumed: a link cut before the crash is cut after it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledTopologyTest {

    /** Configuration whose topology changes as soon as one agent has a little more influence than the others. */
    private static final TopologyConfig SENSITIVE = TopologyConfig.defaults().withEnabled(true).withMinConnectivity(0)
            .withMaxInfluenceConcentration(0.05);

    @Test
    @DisplayName("H10 who hears whom is as before the crash, from every entry")
    void h10WhoHearsWhomIsAsBeforeTheCrash() {
        Process whole = new Process(ResumeTrial.START, List.of());
        SwarmResult result = whole.solve();
        List<LogEntry> written = whole.written();

        assertThat(result.guidance().advisorReport().orElseThrow().topologyUpdates()).isPositive();
        assertThat(result.guidance().advisorReport().orElseThrow().finalTopology()).isNotNull()
                .satisfies(topology -> assertThat(topology.allows("b", "a")).isFalse());
        for (int entries = 1; entries < written.size(); entries++) {
            String when = "killed after entry " + entries;
            Process killed = new Process(ResumeTrial.START, List.of());
            killed.life.untilLogged(entries);
            assertThatExceptionOfType(UncheckedIOException.class).as(when).isThrownBy(killed::solve);
            Process next = new Process(ResumeTrial.START.plus(Duration.ofHours(1)), killed.written());
            SwarmResult resumed = next.solve();

            assertThat(words(next)).as(when).isEqualTo(words(whole));
            assertThat(resumed.guidance().advisorReport()).as(when).isEqualTo(result.guidance().advisorReport());
            for (String id : next.agents.keySet()) {
                List<Integer> again = rounds(next, id);
                assertThat(rounds(whole, id)).as(when + ", turns of " + id)
                        .satisfies(
                                all -> assertThat(all.subList(all.size() - again.size(), all.size())).isEqualTo(again));
            }
        }
    }

    private static List<String> words(Process process) {
        return process.written().stream().map(entry -> entry.emission() + " " + entry.signal()).toList();
    }

    private static List<Integer> rounds(Process process, String id) {
        return Objects.requireNonNull(process.agents.get(id)).turns().stream().map(turn -> turn.round()).toList();
    }

    /** A process in which a proposes, all agree, and a publishes more when the others may no longer receive it. */
    private static final class Process {

        private final MemoryJournal log = new MemoryJournal();
        private final ProcessLife life = new ProcessLife(log, new MemoryJournal());
        private final ManualWorld world;
        private final Map<String, ScriptedAgent> agents = new LinkedHashMap<>();

        Process(Instant start, List<LogEntry> before) {
            world = new ManualWorld(start, 42);
            before.forEach(entry -> log.append(entry.signal(), entry.emission(), entry.recordedAt()));
            Stream.of(
                    ScriptedAgent.agent("a").unasked().says(1, ScriptedAgent.proposes("p1"))
                            .says(3, ScriptedAgent.proposes("p2"))
                            .says(4, ScriptedAgent.finds("more of it")),
                    voter("b").says(3, ScriptedAgent.finds("b looked")), voter("c"),
                    voter("d")).forEach(agent -> agents.put(agent.profile().id(), agent));
        }

        private static ScriptedAgent voter(String id) {
            return ScriptedAgent.agent(id).listening(SignalType.PROPOSAL, SignalType.DISCOVERY)
                    .says(2, ScriptedAgent.votes(Stance.AGREE, "p1"));
        }

        List<LogEntry> written() {
            return log.read(1, Integer.MAX_VALUE);
        }

        SwarmResult solve() {
            List<Agent> all = List.copyOf(agents.values());
            SwarmConfig base = SwarmConfig.of(all).withWorld(world).withJournal(life.log())
                    .withLimits(Limits.defaults().withMaxRounds(5))
                    .withConsensus(ConsensusConfig.defaults().withMinVoters(4))
                    .withMath(MathConfig.defaults().withLenses(List.of(LensCatalog.INFLUENCE_GRAPH)));
            try (Swarm swarm = new Swarm(base.withSteering(
                    base.steering().withAdvisor(AdvisorConfig.defaults().withTopology(SENSITIVE))))) {
                return swarm.solveResumable(SolveTestBed.TASK, ResumeTrial.RUN);
            }
        }
    }
}
