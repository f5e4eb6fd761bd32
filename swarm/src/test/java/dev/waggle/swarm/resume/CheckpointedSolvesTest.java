package dev.waggle.swarm.resume;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.checkpoint.CheckpointListing;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.checkpoint.MemoryCheckpointStore;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.fourRounds;
import static dev.waggle.swarm.testbed.SolveTestBed.RUN;
import static dev.waggle.swarm.testbed.SolveTestBed.resume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Moments at which a solve saves and deletes its checkpoint, and the effect of a store that fails. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class CheckpointedSolvesTest {

    private final SolveTestBed table = new SolveTestBed();

    /** The log up to the entry at which the solve is killed. */
    private MemoryJournal killedAfter(int entries, SwarmConfig config) {
        MemoryJournal log = new MemoryJournal();
        ProcessLife life = new ProcessLife(log, new MemoryJournal()).untilLogged(entries);
        try (Swarm swarm = new Swarm(config.withJournal(life.log()))) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, RUN));
        }
        assertThat(log.read(1, Integer.MAX_VALUE)).hasSize(entries);
        return log;
    }

    @Test
    @DisplayName("H2 one save per round, and the checkpoint is deleted when the solve is over")
    void h2OneCheckpointPerRound() {
        List<JsonValue> saved = new ArrayList<>();
        MemoryCheckpointStore kept = new MemoryCheckpointStore(table.world);
        SwarmConfig config = table.config(fourRounds());

        resume(config.withCheckpoints(new Watched(kept, saved)), SolveTestBed.TASK);

        assertThat(saved).hasSize(4).extracting(state -> JsonObjectReader.root("state", state).integer("round"))
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(saved).allMatch(state -> JsonObjectReader.root("state", state).text("run").equals(RUN)
                && JsonObjectReader.root("state", state).text("task").equals(SolveTestBed.TASK.text()));
        assertThat(kept.list()).isEmpty();
    }

    @Test
    @DisplayName("H2 the checkpoint is deleted too when the time is over")
    void h2NoCheckpointAfterASolveWhoseTimeIsOver() {
        MemoryCheckpointStore kept = new MemoryCheckpointStore(table.world);
        SwarmConfig config = table.config(fourRounds()).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundStarted it && it.round() == 3) {
                assertThat(kept.list()).hasSize(1);
                table.world.advance(Limits.defaults().timeout());
            }
        });
        SwarmResult result = resume(config.withCheckpoints(kept), SolveTestBed.TASK);

        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
        assertThat(kept.list()).isEmpty();
    }

    @Test
    @DisplayName("H2 the checkpoint is deleted too when the solve is cancelled")
    void h2NoCheckpointAfterACancelledSolve() {
        MemoryCheckpointStore kept = new MemoryCheckpointStore(table.world);
        CountDownLatch thinking = new CountDownLatch(1);
        SwarmConfig config = table
                .config(ScriptedAgent.agent("a").unasked().says(1, ScriptedAgent.finds("so")).does(2, turn -> {
                    thinking.countDown();
                    new CountDownLatch(1).await();
                    return List.of();
                }));
        try (Swarm swarm = new Swarm(config.withCheckpoints(kept))) {
            SwarmStream stream = swarm.streamResumable(SolveTestBed.TASK, RUN);
            SolveTestBed.waitStubbornly(thinking);
            assertThat(kept.list()).hasSize(1);
            stream.close();

            assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
        }
        assertThat(kept.list()).isEmpty();
    }

    @Test
    @DisplayName("H2 a solve that breaks off leaves its checkpoint")
    void h2ASolveThatBreaksOffLeavesItsCheckpoint() {
        MemoryCheckpointStore kept = new MemoryCheckpointStore(table.world);
        SwarmConfig config = table.config(fourRounds());
        MemoryJournal log = killedAfter(25, config.withCheckpoints(kept));

        assertThat(kept.list()).extracting(CheckpointListing::id).containsExactly(RUN);
        JsonObjectReader state = JsonObjectReader.root("state", kept.load(RUN).orElseThrow().state());
        assertThat(state.integer("entries")).isBetween(1L, (long) log.read(1, Integer.MAX_VALUE).size());
    }

    @Test
    @DisplayName("H9 a store of checkpoints that fails is reported, and the solve goes on")
    void h9AFailingStoreIsReported() {
        CheckpointStore broken = new Broken();
        SwarmConfig config = table.config(fourRounds());

        SwarmResult result = resume(config.withCheckpoints(broken), SolveTestBed.TASK);

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(table.events(SwarmEvent.AgentFailed.class)).extracting(event -> event.failure().context())
                .containsExactly("checkpoint.save", "checkpoint.save", "checkpoint.save", "checkpoint.save",
                        "checkpoint.delete");
        assertThat(table.events(SwarmEvent.AgentFailed.class)).first()
                .matches(event -> event.failure().message().contains("disk full"));
    }

    private record Watched(CheckpointStore kept, List<JsonValue> saved) implements CheckpointStore {

        @Override
        public Checkpoint save(String id, JsonValue state) {
            saved.add(state);
            return kept.save(id, state);
        }

        @Override
        public Optional<Checkpoint> load(String id) {
            return kept.load(id);
        }

        @Override
        public List<CheckpointListing> list() {
            return kept.list();
        }

        @Override
        public boolean delete(String id) {
            return kept.delete(id);
        }
    }

    private static final class Broken implements CheckpointStore {

        @Override
        public Checkpoint save(String id, JsonValue state) {
            throw new UncheckedIOException(new IOException("disk full"));
        }

        @Override
        public Optional<Checkpoint> load(String id) {
            throw new UncheckedIOException(new IOException("disk full"));
        }

        @Override
        public List<CheckpointListing> list() {
            throw new UncheckedIOException(new IOException("disk full"));
        }

        @Override
        public boolean delete(String id) {
            throw new UncheckedIOException(new IOException("disk full"));
        }
    }
}
