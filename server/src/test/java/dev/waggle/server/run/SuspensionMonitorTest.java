package dev.waggle.server.run;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.SeatRegistry.OpenRequest;
import dev.waggle.server.run.SeatRegistry.SeatCaller;
import dev.waggle.server.stream.EventHub;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Suspended runs of a registry, in a world whose clock the test moves. */
@Timeout(60)
class SuspensionMonitorTest {

    private static final SeatCaller ANYBODY = new SeatCaller(null, null);
    private static final String ASKED = SeatFacts.ASKED.text();
    private static final String EXPIRED = SeatFacts.EXPIRED.text();
    private static final String CLOSED = RunFacts.CLOSED.text();

    @TempDir
    private Path folder;

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);
    private @Nullable Bed bed;

    @AfterEach
    void close() throws IOException {
        if (bed != null) {
            bed.close();
        }
    }

    @Test
    void anUnansweredRunGoesOnAtItsDeadlineDaysLater() throws Exception {
        Bed open = open(1, "maya");
        String run = open.suspend("Shard or buy time?");
        int calls = open.launcher.calls.get();

        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.SUSPENDED);
        assertThat(open.solves.running()).isZero();
        assertThat(open.seats.open(run, ANYBODY)).hasSize(1);
        world.advance(PeopleLauncher.DEADLINE.minusMillis(1));
        assertThat(open.seats.open(run, ANYBODY)).hasSize(1);
        assertThat(open.launcher.resumed).hasValue(0);
        world.advance(Duration.ofMillis(1));
        assertThat(open.seats.open(run, ANYBODY)).isEmpty();

        open.advanceUntilClosed();
        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.FINISHED);
        assertThat(open.seen).contains(EXPIRED).doesNotContain(SeatFacts.ANSWERED.text());
        assertThat(open.catalog.openSeats()).isEmpty();
        assertThat(calls).isPositive();
        assertThat(open.launcher.calls.get()).isLessThanOrEqualTo(calls + (int) open.seen.stream()
                .filter(EXPIRED::equals).count());
    }

    @Test
    void anAnswerOfAnotherProcessIsNoticedWithinASecond() throws Exception {
        Bed open = open(1, "maya");
        String run = open.suspend("Shard or buy time?");
        OpenRequest request = open.seats.require(run, "maya", null, ANYBODY);
        SeatAnswer _ = request.request().answer(FileSeatAnswers.open(folder, world), "maya", List.of("say hello"));
        world.advance(SuspensionMonitor.PAUSE);

        open.await(SeatFacts.ANSWERED.text());
        assertThat(open.launcher.resumed).hasValue(1);
    }

    @Test
    void twoPeopleInOneWaveAreAwaitedBoth() throws Exception {
        Bed open = open(1, "maya", "olu");
        String run = open.suspend("Shard or buy time?");
        assertThat(open.seats.open(run, ANYBODY)).extracting(seat -> seat.turn().seat()).containsExactly("maya", "olu");
        assertThat(open.seats.open(run, new SeatCaller("olu", null))).hasSize(1);
        open.answer(run, "olu", "say good morning");
        assertThat(open.seats.open(run, ANYBODY)).extracting(seat -> seat.turn().seat()).containsExactly("maya");
        open.answer(run, "maya", "say hello");

        open.await(SeatFacts.ANSWERED.text());
        open.await(SeatFacts.ANSWERED.text());
        assertThat(open.launcher.resumed).hasValue(1);
    }

    @Test
    void suspendedRunsTakeNoPlaceAndWaitForOneToGoOn() throws Exception {
        Bed open = open(1, "maya");
        List<String> runs = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            runs.add(open.suspend("Shard or buy time?"));
        }
        for (String run : runs) {
            open.answer(run, "maya", "say hello");
        }

        for (String _ : runs) {
            open.await(SeatFacts.ANSWERED.text());
        }
        assertThat(open.launcher.resumed).hasValueGreaterThanOrEqualTo(5);
    }

    @Test
    void anAnsweredRunGoesOnAfterARestartAndAnUnansweredOneStaysSuspended() throws Exception {
        Bed first = open(2, "maya");
        String answered = first.suspend("Shard or buy time?");
        String unanswered = first.suspend("Wait or go?");
        OpenRequest request = first.seats.require(answered, "maya", null, ANYBODY);
        close();
        SeatAnswer _ = request.request().answer(FileSeatAnswers.open(folder, world), "maya", List.of("say hello"));

        Bed second = open(2, "maya");
        second.await(SeatFacts.ANSWERED.text());
        assertThat(second.solves.require(unanswered).status()).isEqualTo(RunStatus.SUSPENDED);
        assertThat(second.launcher.resumed).hasValue(1);
    }

    @Test
    void whatCannotBeAnsweredIsRefusedWithItsReason() throws Exception {
        Bed open = open(1, "maya", "olu");
        String run = open.suspend("Shard or buy time?");

        assertThat(open.refusal("solve_0", "maya", null, ANYBODY)).isEqualTo(404);
        assertThat(open.refusal(run, "zoe", null, ANYBODY)).isEqualTo(404);
        assertThat(open.refusal(run, "maya", 2, ANYBODY)).isEqualTo(409);
        assertThat(open.refusal(run, "maya", null, new SeatCaller("olu", null))).isEqualTo(403);
        assertThat(open.refusal(run, "maya", null, new SeatCaller(null, "acme"))).isEqualTo(404);
        OpenRequest request = open.seats.require(run, "maya", 1, ANYBODY);
        assertThatThrownBy(() -> open.seats.answer(request, "maya", List.of("say well", "sing")))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.problem().status()).isEqualTo(422);
                    assertThat(refused.problem().detail()).contains("line 2: \"sing\" is no act");
                });
        open.answer(run, "maya", "pass");
        assertThat(open.refusal(run, "maya", null, ANYBODY)).isEqualTo(409);
        assertThatThrownBy(() -> open.seats.answer(request, "maya", List.of("pass")))
                .isInstanceOfSatisfying(ProblemException.class,
                        refused -> assertThat(refused.problem().status()).isEqualTo(409));
        OpenRequest late = open.seats.require(run, "olu", null, ANYBODY);
        world.advance(PeopleLauncher.DEADLINE);
        assertThatThrownBy(() -> open.seats.answer(late, "olu", List.of("pass")))
                .isInstanceOfSatisfying(ProblemException.class,
                        refused -> assertThat(refused.problem().status()).isEqualTo(410));
        open.await(EXPIRED);
        assertThat(open.refusal(run, "olu", 1, ANYBODY)).isEqualTo(410);
        assertThat(open.refusal(run, "maya", 1, ANYBODY)).isEqualTo(409);
    }

    private Bed open(int maxSolves, String... people) {
        Bed opened = new Bed(maxSolves, people);
        bed = opened;
        return opened;
    }

    /** A server without its listener. */
    private final class Bed {

        private final FileJournal log = FileJournal.open(folder.resolve("log"));
        private final RunCatalog catalog = new RunCatalog(log);
        private final BlockingQueue<String> arriving = new LinkedBlockingQueue<>();
        private final Closeable following = log
                .follow(entries -> entries.forEach(entry -> arriving.add(entry.signal().type().text())));
        private final EventHub hub = EventHub.open(log, world);
        private final FileSeatAnswers answers = FileSeatAnswers.open(folder, world);
        private final PeopleLauncher launcher;
        private final SolveRegistry solves;
        private final SuspensionMonitor monitor;
        private final SeatRegistry seats;
        private final List<String> seen = new ArrayList<>();

        Bed(int maxSolves, String... people) {
            launcher = new PeopleLauncher(log, answers, world, people);
            solves = new SolveRegistry(log, catalog, hub, launcher, maxSolves, world);
            monitor = SuspensionMonitor.open(solves, catalog, answers, world);
            seats = new SeatRegistry(log, catalog, answers, monitor::wake, world);
        }

        /** Starts a solve and waits until it is suspended. */
        String suspend(String question) throws InterruptedException {
            CountDownLatch end = new CountDownLatch(1);
            SolveOrder order = SolveOrder.of(question, null, null, List.of(), null);
            String run = solves.start(order, "owner", null, null, (_, asked) -> asked, result -> {
                assertThat(result).isNotNull();
                end.countDown();
            }).line().run();
            assertThat(end.await(30, TimeUnit.SECONDS)).isTrue();
            return run;
        }

        void answer(String run, String seat, String line) {
            SeatAnswer _ = seats.answer(seats.require(run, seat, null, ANYBODY), seat, List.of(line));
        }

        int refusal(String run, String seat, @Nullable Integer turn, SeatCaller caller) {
            try {
                return seats.require(run, seat, turn, caller).seat().turn().turn();
            } catch (ProblemException refused) {
                return refused.problem().status();
            }
        }

        /** Waits for the next entry of that type. */
        void await(String type) throws InterruptedException {
            assertThat(awaitOne(List.of(type))).hasValue(type);
        }

        /** Lets every deadline pass until the run is over. */
        void advanceUntilClosed() throws InterruptedException {
            seen.clear();
            Optional<String> type = awaitOne(List.of(EXPIRED));
            while (type.isPresent() && !type.get().equals(CLOSED)) {
                type = awaitOne(List.of(ASKED, CLOSED));
                world.advance(PeopleLauncher.DEADLINE);
            }
            assertThat(type).hasValue(CLOSED);
        }

        void close() throws IOException {
            monitor.close();
            following.close();
            hub.close();
            catalog.close();
            solves.close();
        }

        private Optional<String> awaitOne(List<String> types) throws InterruptedException {
            String type = arriving.poll(30, TimeUnit.SECONDS);
            while (type != null) {
                seen.add(type);
                if (types.contains(type)) {
                    return Optional.of(type);
                }
                type = arriving.poll(30, TimeUnit.SECONDS);
            }
            return Optional.empty();
        }
    }
}
