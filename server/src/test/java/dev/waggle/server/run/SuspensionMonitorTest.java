package dev.waggle.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.run.SeatRegistry.OpenRequest;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.agent.seat.SeatFacts;
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

    private static final String EXPIRED = SeatFacts.EXPIRED.text();

    @TempDir
    private Path folder;

    private final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);
    private @Nullable SuspensionBed bed;

    @AfterEach
    void close() throws IOException {
        if (bed != null) {
            bed.close();
        }
    }

    @Test
    void anUnansweredRunGoesOnAtItsDeadlineDaysLater() throws Exception {
        SuspensionBed open = open(1, "maya");
        String run = open.suspend("Shard or buy time?");
        int calls = open.launcher.calls.get();

        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.SUSPENDED);
        assertThat(open.solves.running()).isZero();
        assertThat(open.seats.open(run, SuspensionBed.ANYBODY)).hasSize(1);
        world.advance(PeopleLauncher.DEADLINE.minusMillis(1));
        assertThat(open.seats.open(run, SuspensionBed.ANYBODY)).hasSize(1);
        assertThat(open.launcher.resumed).hasValue(0);
        world.advance(Duration.ofMillis(1));
        assertThat(open.seats.open(run, SuspensionBed.ANYBODY)).isEmpty();

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
        SuspensionBed open = open(1, "maya");
        String run = open.suspend("Shard or buy time?");
        OpenRequest request = open.seats.require(run, "maya", null, SuspensionBed.ANYBODY);
        SeatAnswer _ = request.request().answer(FileSeatAnswers.open(folder, world), "maya", List.of("say hello"));
        world.advance(SuspensionMonitor.PAUSE);

        open.await(SeatFacts.ANSWERED.text());
        assertThat(open.launcher.resumed).hasValue(1);
    }

    @Test
    void twoPeopleInOneWaveAreAwaitedBoth() throws Exception {
        SuspensionBed open = open(1, "maya", "olu");
        String run = open.suspend("Shard or buy time?");
        assertThat(open.seats.open(run, SuspensionBed.ANYBODY)).extracting(seat -> seat.turn().seat())
                .containsExactly("maya", "olu");
        assertThat(open.seats.open(run, caller("olu", null))).hasSize(1);
        open.answer(run, "olu", "say good morning");
        assertThat(open.seats.open(run, SuspensionBed.ANYBODY)).extracting(seat -> seat.turn().seat())
                .containsExactly("maya");
        open.answer(run, "maya", "say hello");

        open.await(SeatFacts.ANSWERED.text());
        open.await(SeatFacts.ANSWERED.text());
        assertThat(open.launcher.resumed).hasValue(1);
    }

    @Test
    void suspendedRunsTakeNoPlaceAndWaitForOneToGoOn() throws Exception {
        SuspensionBed open = open(1, "maya");
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
        SuspensionBed first = open(2, "maya");
        String answered = first.suspend("Shard or buy time?");
        String unanswered = first.suspend("Wait or go?");
        OpenRequest request = first.seats.require(answered, "maya", null, SuspensionBed.ANYBODY);
        close();
        SeatAnswer _ = request.request().answer(FileSeatAnswers.open(folder, world), "maya", List.of("say hello"));

        SuspensionBed second = open(2, "maya");
        second.await(SeatFacts.ANSWERED.text());
        assertThat(second.solves.require(unanswered).status()).isEqualTo(RunStatus.SUSPENDED);
        assertThat(second.launcher.resumed).hasValue(1);
    }

    @Test
    void whatCannotBeAnsweredIsRefusedWithItsReason() throws Exception {
        SuspensionBed open = open(1, "maya", "olu");
        String run = open.suspend("Shard or buy time?");

        assertThat(open.refusal("solve_0", "maya", null, SuspensionBed.ANYBODY)).isEqualTo(404);
        assertThat(open.refusal(run, "zoe", null, SuspensionBed.ANYBODY)).isEqualTo(404);
        assertThat(open.refusal(run, "maya", 2, SuspensionBed.ANYBODY)).isEqualTo(409);
        assertThat(open.refusal(run, "maya", null, caller("olu", null))).isEqualTo(403);
        assertThat(open.refusal(run, "maya", null, caller(null, "acme"))).isEqualTo(404);
        OpenRequest request = open.seats.require(run, "maya", 1, SuspensionBed.ANYBODY);
        assertThatThrownBy(() -> open.seats.answer(request, "maya", List.of("say well", "sing")))
                .isInstanceOfSatisfying(ProblemException.class, refused -> {
                    assertThat(refused.problem().status()).isEqualTo(422);
                    assertThat(refused.problem().detail()).contains("line 2: \"sing\" is no act");
                });
        open.answer(run, "maya", "pass");
        assertThat(open.refusal(run, "maya", null, SuspensionBed.ANYBODY)).isEqualTo(409);
        assertThatThrownBy(() -> open.seats.answer(request, "maya", List.of("pass")))
                .isInstanceOfSatisfying(ProblemException.class,
                        refused -> assertThat(refused.problem().status()).isEqualTo(409));
        OpenRequest late = open.seats.require(run, "olu", null, SuspensionBed.ANYBODY);
        world.advance(PeopleLauncher.DEADLINE);
        assertThatThrownBy(() -> open.seats.answer(late, "olu", List.of("pass"))) // The run may go on already.
                .isInstanceOfSatisfying(ProblemException.class,
                        refused -> assertThat(refused.problem().status()).isIn(409, 410));
        open.await(EXPIRED);
        assertThat(open.refusal(run, "olu", 1, SuspensionBed.ANYBODY)).isEqualTo(410);
        assertThat(open.refusal(run, "maya", 1, SuspensionBed.ANYBODY)).isEqualTo(409);
    }

    private static CallerIdentity caller(@Nullable String agent, @Nullable String tenant) {
        return new CallerIdentity("t", Set.of(AccessScope.SEAT), agent, tenant);
    }

    private SuspensionBed open(int maxSolves, String... people) {
        SuspensionBed opened = new SuspensionBed(folder, world, maxSolves, people);
        bed = opened;
        return opened;
    }
}
