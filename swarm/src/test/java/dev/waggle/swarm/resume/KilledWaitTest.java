package dev.waggle.swarm.resume;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Killed while its decision waits for the votes to settle, the resumed solve equals the uninterrupted one. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class KilledWaitTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    private final MemoryJournal whole = new MemoryJournal();
    private SwarmResult result;
    private List<String> written;

    /** The decision waits after rounds 2 and 3, because a vote changes, an agent fails and another one talks. */
    private static List<Agent> agents() {
        Draft doubtful = votes(Stance.AGREE, "A", 0.5);
        return List.of(agent("a").says(1, proposes("A")).says(2, votes(Stance.AGREE, "A")).says(3, finds("more")),
                agent("b").says(1, proposes("B")).says(2, votes(Stance.AGREE, "A")).does(3, _ -> {
                    throw new IllegalStateException("tired");
                }), agent("c").says(2, votes(Stance.AGREE, "A")).says(3, doubtful).says(4, finds("and more")));
    }

    private static SwarmConfig config(ManualWorld world, int settleRounds) {
        return SwarmConfig.of(agents()).withWorld(world).withMath(MathConfig.off())
                .withConsensus(ConsensusConfig.defaults().withSettleRounds(settleRounds));
    }

    private static SwarmResult solve(SwarmConfig config) {
        return SolveTestBed.resume(config, SolveTestBed.TASK);
    }

    private static List<String> written(MemoryJournal journal) {
        return journal.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.emission() + " " + entry.signal())
                .toList();
    }

    private static ManualWorld later() {
        return new ManualWorld(START.plus(Duration.ofHours(1)), 7);
    }

    @BeforeEach
    void solvesWithoutInterruption() {
        result = solve(config(new ManualWorld(START, 42), 1).withJournal(whole));
        written = written(whole);
    }

    /** Positions of the facts that the decision waits. */
    private List<Integer> waits() {
        List<Integer> positions = new ArrayList<>();
        List<LogEntry> entries = whole.read(1, Integer.MAX_VALUE);
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).signal().type().equals(LifecycleFacts.changed(LifecycleFacts.SETTLING))) {
                positions.add(i);
            }
        }
        return positions;
    }

    /** The log that a process leaves that ends after so many entries. */
    private static MemoryJournal killedAfter(int entries, SwarmConfig config) {
        MemoryJournal log = new MemoryJournal();
        ProcessLife life = new ProcessLife(log, new MemoryJournal()).untilLogged(entries);
        assertThatExceptionOfType(UncheckedIOException.class).as("killed after " + entries)
                .isThrownBy(() -> solve(config.withJournal(life.log())));
        assertThat(log.read(1, Integer.MAX_VALUE)).hasSize(entries);
        return log;
    }

    @Test
    void theTrialWaitsTwice() {
        assertThat(waits()).hasSize(2);
        assertThat(result.timing().roundsUsed()).isEqualTo(4);
        assertThat(result.failures()).hasSize(1);
    }

    @Test
    void killedAtEveryAppendFromTheWaitOn() {
        for (int entries = waits().getFirst() - 1; entries < written.size(); entries++) {
            MemoryJournal log = killedAfter(entries, config(new ManualWorld(START, 42), 1));

            SwarmConfig next = config(later(), 1).withJournal(log);
            SwarmResult resumed = solve(next);

            assertThat(written(log)).as("killed after " + entries).isEqualTo(written);
            assertThat(resumed.consensus().withDuration(Duration.ZERO)).as("killed after " + entries)
                    .isEqualTo(result.consensus().withDuration(Duration.ZERO));
            assertThat(resumed.ending()).isEqualTo(result.ending());
            assertThat(resumed.timing().roundsUsed()).isEqualTo(4);
            try (Swarm swarm = new Swarm(next)) {
                assertThat(swarm.replay(SolveTestBed.RUN)).matches(ReplayResult::isEqual);
            }
        }
    }

    @Test
    void killedAgainInTheWaitThatWasResumed() {
        int first = waits().getFirst() + 1;
        for (int more = 1; first + more < written.size(); more += 3) {
            MemoryJournal log = killedAfter(first, config(new ManualWorld(START, 42), 1));
            ProcessLife second = new ProcessLife(log, new MemoryJournal()).untilLogged(more);
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> solve(config(later(), 1).withJournal(second.log())));

            var _ = solve(config(later(), 1).withJournal(log));

            assertThat(written(log)).as("killed again after " + more).isEqualTo(written);
        }
    }

    @Test
    void leavesTheCheckpointOfTheRoundThatWaited() {
        MemoryCheckpointStore checkpoints = new MemoryCheckpointStore(new ManualWorld(START, 42));
        MemoryJournal log = killedAfter(waits().getLast() + 3,
                config(new ManualWorld(START, 42), 1).withCheckpoints(checkpoints));
        assertThat(checkpoints.list()).extracting(CheckpointListing::id).containsExactly(SolveTestBed.RUN);

        var _ = solve(config(later(), 1).withCheckpoints(checkpoints).withJournal(log));

        assertThat(written(log)).isEqualTo(written);
        assertThat(checkpoints.list()).isEmpty();
    }
}
