package dev.waggle.swarm.resume;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.SolveTestBed.RUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** A run is solved by one swarm at a time, also where several share a journal. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class ClaimedRunTest {

    private final SolveTestBed table = new SolveTestBed();
    private final MemoryJournal journal = new MemoryJournal();
    private final AtomicInteger paid = new AtomicInteger();

    private SwarmConfig config(CountDownLatch begun, CountDownLatch goOn) {
        Agent slow = ScriptedAgent.agent("a").does(1, turn -> {
            paid.incrementAndGet();
            begun.countDown();
            goOn.await();
            return List.of(ScriptedAgent.finds("so"));
        });
        return table.config(slow).withJournal(journal);
    }

    private SwarmConfig config() {
        return config(new CountDownLatch(1), new CountDownLatch(0));
    }

    @Test
    void aSecondSwarmOnTheSameJournalIsRefusedWhileTheRunIsSolved() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Swarm first = new Swarm(config(begun, goOn)); Swarm second = new Swarm(config())) {
            SwarmStream stream = first.streamResumable(SolveTestBed.TASK, RUN);
            begun.await();

            assertThatIllegalStateException().isThrownBy(() -> second.solveResumable(SolveTestBed.TASK, RUN))
                    .withMessageContaining(RUN + " is being solved").withMessageContaining("\nMaybe ");
            assertThatIllegalStateException().isThrownBy(() -> second.streamResumable(SolveTestBed.TASK, RUN));
            goOn.countDown();
            SwarmResult result = stream.result();

            assertThat(second.solveResumable(SolveTestBed.TASK, RUN)).isEqualTo(result);
            assertThat(second.replay(RUN).isEqual()).isTrue();
        }
        assertThat(paid).hasValue(1);
    }

    @Test
    void aRunThatIsSolvedForTheFirstTimeIsClaimed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (Swarm first = new Swarm(config(begun, goOn)); Swarm second = new Swarm(config())) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(first);
            begun.await();
            String run = Objects.requireNonNull(journal.read(1, 1).getFirst().signal().scope().run());

            assertThatIllegalStateException().isThrownBy(() -> second.solveResumable(SolveTestBed.TASK, run))
                    .withMessageContaining("is being solved");
            goOn.countDown();

            SwarmResult result = solving.get();
            assertThat(second.solveResumable(SolveTestBed.TASK, run)).isEqualTo(result);
        }
    }

    @Test
    void theClaimEndsHoweverTheSolveEnds() {
        AtomicBoolean gone = new AtomicBoolean(true);
        RefusingJournal failing = new RefusingJournal(signal -> {
            if (gone.get()) {
                throw new UncheckedIOException(new IOException("the disk is gone"));
            }
        });
        try (Swarm swarm = new Swarm(config().withJournal(failing))) {
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> swarm.solveResumable(SolveTestBed.TASK, RUN));
            gone.set(false);
            swarm.solveResumable(SolveTestBed.TASK, RUN);

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> swarm.solveResumable(Task.of("Tea or coffee?"), RUN));
            swarm.solveResumable(SolveTestBed.TASK, RUN);
        }
        Swarm closed = new Swarm(config().withJournal(failing));
        closed.close();
        try (closed) {
            assertThatIllegalStateException().isThrownBy(() -> closed.solveResumable(SolveTestBed.TASK, RUN))
                    .withMessageContaining("closed");
        }
        try (Journal.Claim free = failing.claim(RUN)) {
            assertThat(free).isNotNull();
        }
    }
}
