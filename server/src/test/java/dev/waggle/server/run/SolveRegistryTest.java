package dev.waggle.server.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.CodedSolves;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.SolveRegistry.Started;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

@Timeout(60)
class SolveRegistryTest {

    private static final int MAX_SOLVES = 2;

    @TempDir
    private Path folder;

    private FileJournal log;
    private RunCatalog catalog;
    private EventHub hub;
    private CodedSolves solves;
    private SolveRegistry registry;

    @BeforeEach
    void open() {
        log = FileJournal.open(folder);
        catalog = new RunCatalog(log);
        hub = EventHub.open(log, World.system());
        solves = new CodedSolves(log, FileSeatAnswers.open(folder, World.system()));
        registry = new SolveRegistry(log, catalog, hub, solves, MAX_SOLVES, World.system());
    }

    @AfterEach
    void close() {
        solves.openDoor();
        hub.close();
        catalog.close();
        registry.close();
    }

    @Test
    void noMoreSolvesRunAtOnceThanTheLimit() throws Exception {
        String first = start("wait one", null).line().run();
        String second = start("wait two", null).line().run();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> start("wait three", null))
                .satisfies(refused -> {
                    assertThat(refused.problem().status()).isEqualTo(429);
                    assertThat(refused.problem().headers()).extracting(header -> header.name())
                            .containsExactly("Retry-After");
                });
        assertThat(registry.running()).isEqualTo(2);

        solves.openDoor();
        until(() -> registry.running() == 0);
        assertThat(registry.require(first).status()).isEqualTo(RunStatus.FINISHED);
        assertThat(registry.require(second).status()).isEqualTo(RunStatus.FINISHED);
        assertThat(solves.open()).isZero();
    }

    @Test
    void anObserverThatFailsAtABeginningTakesNoPlace() throws Exception {
        registry.observe(new SolveObserver() {
            @Override
            public void begun(String run) {
                throw new IllegalStateException("not today");
            }

            @Override
            public void happened(String run, SwarmEvent event) {}

            @Override
            public void ended(String run) {}
        });
        for (int i = 0; i <= MAX_SOLVES; i++) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> start("Shard?", null));
        }
        assertThat(registry.running()).isZero();
        assertThat(solves.open()).isZero();

        registry.observe(SolveObserver.NONE);
        String run = start("Shard?", null).line().run();
        until(() -> registry.require(run).status() == RunStatus.FINISHED);
    }

    @Test
    void eightOrdersUnderOneKeyAtOnceStartOneSolve() throws Exception {
        solves.slowDown();
        int callers = 8;
        CountDownLatch ready = new CountDownLatch(callers);
        List<CompletableFuture<Started>> answers = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            answers.add(async(() -> {
                ready.countDown();
                ready.await();
                return start("wait for all", "key");
            }));
        }
        until(() -> solves.preparing() == 1);
        solves.speedUp();
        int started = 0;
        Set<String> runs = new HashSet<>();
        for (CompletableFuture<Started> answer : answers) {
            started += answer.get().isNew() ? 1 : 0;
            runs.add(answer.get().line().run());
        }

        assertThat(started).isEqualTo(1);
        assertThat(runs).hasSize(1);
        assertThat(registry.running()).isEqualTo(1);
        assertThat(start("wait for all", "key").isNew()).isFalse();
        assertThatExceptionOfType(ProblemException.class).isThrownBy(() -> start("wait for none", "key"))
                .matches(refused -> refused.problem().status() == 422);
    }

    @Test
    void equalOrdersOfASolveThatEndsAtOnceStartOneSolve() throws Exception {
        for (int round = 0; round < 20; round++) {
            String key = "key" + round;
            List<CompletableFuture<Started>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(async(() -> start("fail at once", key)));
            }
            int started = 0;
            for (CompletableFuture<Started> answer : answers) {
                started += answer.get().isNew() ? 1 : 0;
            }
            assertThat(started).isEqualTo(1);
            until(() -> registry.running() == 0);
        }
    }

    @Test
    void equalOrdersThatAreRefusedAreRefusedAll() throws Exception {
        List<CompletableFuture<Started>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            answers.add(async(() -> start("refuse this", "key")));
        }
        for (CompletableFuture<Started> answer : answers) {
            assertThatExceptionOfType(ExecutionException.class).isThrownBy(answer::get)
                    .withCauseInstanceOf(IllegalArgumentException.class);
        }
        assertThat(registry.running()).isZero();
    }

    @Test
    void theSameKeyOfAnotherCallerIsAnotherOrder() throws Exception {
        String one = registry.start(order("wait"), "ada", "key", null, (_, asked) -> asked, _ -> {
        }).line().run();
        String two = registry.start(order("wait"), "bob", "key", null, (_, asked) -> asked, _ -> {
        }).line().run();

        assertThat(one).isNotEqualTo(two);
    }

    @Test
    void aRefusedOrderLeavesNoTraceAndItsKeyIsFree() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> start("refuse this", "key"))
                .withMessageContaining("Maybe");
        assertThat(registry.running()).isZero();
        assertThat(log.lastSequence()).isZero();

        assertThat(start("Shard or wait?", "key").isNew()).isTrue();
    }

    @Test
    void aFailureIsToldWithItsReason() throws Exception {
        String run = start("fail at once", null).line().run();
        until(() -> registry.running() == 0);

        assertThat(registry.require(run)).satisfies(line -> {
            assertThat(line.status()).isEqualTo(RunStatus.FAILED);
            assertThat(line.failure()).isEqualTo("this solve fails");
        });
        assertThat(solves.open()).isZero();
    }

    private Started start(String question, @Nullable String key) {
        return registry.start(order(question), "ada", key, null, (_, asked) -> asked, _ -> {
        });
    }

    private static SolveOrder order(String question) {
        return SolveOrder.of(question, null, null, List.of(), null);
    }

    private static <T> CompletableFuture<T> async(Callable<T> work) {
        CompletableFuture<T> future = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                future.complete(work.call());
            } catch (Exception failed) {
                future.completeExceptionally(failed);
            }
        });
        return future;
    }
}
