package dev.waggle.server.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.access.AccessLimiter.Permit;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.BudgetReservation;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.agent.seat.SeatFacts;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static dev.waggle.server.BoundedWait.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Limits of a token on the resumption of the runs that it ordered. */
@Timeout(60)
class ResumedRunLimitsTest {

    private static final String CI = "ci";
    private static final String QUESTION = "Shard or buy time?";
    private static final String ANSWERED = SeatFacts.ANSWERED.text();

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
    void aResumedRunWaitsForAPlaceOfItsToken() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withConcurrency(1, 1));
        String run = open.suspend(QUESTION, CI);
        Permit other = open.limits.openSolve(CI);
        open.answer(run, "maya", "say hello");
        lookTwice(open, run);
        assertThat(open.launcher.resumed).hasValue(0);
        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.SUSPENDED);

        other.close();
        world.advance(SuspensionMonitor.PAUSE);
        open.await(ANSWERED);
        assertThat(open.launcher.resumed).hasValue(1);
    }

    @Test
    void aResumedRunOccupiesAPlaceOfItsTokenAndFreesIt() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withConcurrency(1, 1));
        String run = open.suspend(QUESTION, CI);
        open.launcher.block();
        open.answer(run, "maya", "say hello");
        until(() -> open.launcher.blocked.get() == 1);

        assertThatThrownBy(() -> open.limits.openSolve(CI)).isInstanceOf(AccessRefusedException.class);
        open.launcher.unblock();
        until(() -> open.solves.running() == 0 && isFree(open));
    }

    @Test
    void aResumedRunWaitsForTheNextDayWhenTheBudgetIsUsedUp() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withBudget(5.0, null));
        String run = open.suspend(QUESTION, CI);
        BudgetReservation rest = open.limits.reserve(CI, "other", null, null);
        assertThat(rest.usd()).isEqualTo(5.0);
        open.answer(run, "maya", "say hello");
        lookTwice(open, run);
        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.SUSPENDED);

        world.advance(Duration.between(world.now(), Instant.parse("2026-03-02T00:00:00Z")));
        open.await(ANSWERED);
    }

    @Test
    void aRestartKnowsWhichTokenOrderedARun() throws Exception {
        SuspensionBed first = open(CallerLimits.defaults().withConcurrency(1, 1));
        String run = first.suspend(QUESTION, CI);
        first.close();
        world.advance(Duration.ofDays(1));
        SuspensionBed second = new SuspensionBed(folder, world, 2, "maya");
        bed = second;
        Permit other = second.limits.openSolve(CI);
        second.answer(run, "maya", "say hello");
        lookTwice(second, run);
        assertThat(second.launcher.resumed).hasValue(0);

        other.close();
        world.advance(SuspensionMonitor.PAUSE);
        second.await(ANSWERED);
    }

    @Test
    void anExplicitResumptionCountsForTheTokenThatOrderedTheRun() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withBudget(5.0, null).withConcurrency(1, 1));
        String run = open.suspend(QUESTION, CI);
        String owners = open.suspend(QUESTION);
        Permit other = open.limits.openSolve(CI);
        for (Map.Entry<String, String> refused : Map.of(run, "ada", owners, CI).entrySet()) {
            assertThatThrownBy(() -> open.solves.resume(refused.getKey(), spending(open, refused.getValue())))
                    .isInstanceOfSatisfying(AccessRefusedException.class,
                            it -> assertThat(it.status()).isEqualTo(429));
        }
        other.close();
        BudgetReservation rest = open.limits.reserve(CI, "other", null, null);
        assertThatThrownBy(() -> open.solves.resume(run, spending(open, "ada")))
                .isInstanceOfSatisfying(AccessRefusedException.class, it -> assertThat(it.status()).isEqualTo(402));
        assertThat(isFree(open)).as("a refused resumption occupies nothing").isTrue();
        assertThat(open.solves.running()).isZero();

        rest.settle(1, 0);
        assertThat(open.solves.resume(run, spending(open, CallerIdentity.OWNER)).status())
                .isEqualTo(RunStatus.RUNNING);
    }

    @Test
    void aRunThatCannotGoOnNowHasTheTimeOfItsNextAttempt() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withBudget(5.0, null).withConcurrency(1, 1));
        String run = open.suspend(QUESTION, CI);
        RunResumption resumption = new RunResumption(open.solves, open.catalog, open.limits, world);
        Permit other = open.limits.openSolve(CI);
        assertThat(resumption.attempt(run)).hasValue(world.now());
        other.close();
        try (Journal.Claim _ = open.log.claim(run)) {
            assertThat(resumption.attempt(run)).hasValue(world.now());
        }
        BudgetReservation rest = open.limits.reserve(CI, "other", null, null);
        assertThat(resumption.attempt(run)).hasValue(world.now().plusSeconds(60));
        world.advance(Duration.between(world.now(), Instant.parse("2026-03-01T23:59:30Z")));
        assertThat(resumption.attempt(run)).hasValue(Instant.parse("2026-03-02T00:00:00Z"));
        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.SUSPENDED);

        rest.settle(1, 0);
        assertThat(resumption.attempt(run)).isEmpty();
        assertThat(resumption.attempt("solve_0")).as("nothing that can go on").isEmpty();
    }

    @Test
    void aRunThatACommandSolvesIsNotResumed() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withConcurrency(1, 1));
        String run = open.suspend(QUESTION, CI);
        try (Journal.Claim _ = open.log.claim(run)) {
            assertThatThrownBy(() -> open.solves.resume(run, spending(open, CI)))
                    .isInstanceOfSatisfying(ProblemException.class, it -> assertThat(it.problem().status())
                            .isEqualTo(409))
                    .hasMessageContaining("is being solved");
        }

        assertThat(isFree(open)).isTrue();
        assertThat(open.solves.require(run).status()).isEqualTo(RunStatus.SUSPENDED);
        assertThat(open.solves.resume(run, spending(open, CI)).status()).isEqualTo(RunStatus.RUNNING);
    }

    @Test
    void equalOrdersUnderOneKeyOccupyOnePlaceOfTheirToken() throws Exception {
        SuspensionBed open = open(CallerLimits.defaults().withConcurrency(1, 1));
        open.launcher.block();
        Set<String> runs = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            SolveSpending spending = SolveSpending.of(open.limits, CI);
            runs.add(open.solves.start(SolveOrder.of(QUESTION, null, null, List.of(), null), CI, "key", null,
                    spending::reserve, spending::settle).line().run());
        }
        assertThat(runs).hasSize(1);
        assertThat(isFree(open)).isFalse();

        open.launcher.unblock();
        until(() -> isFree(open));
    }

    private static SolveSpending spending(SuspensionBed open, String payer) {
        return SolveSpending.ofResumed(open.limits, open.catalog, payer);
    }

    private static boolean isFree(SuspensionBed open) {
        try {
            open.limits.openSolve(CI).close();
            return true;
        } catch (AccessRefusedException taken) {
            return false;
        }
    }

    /** Waits until the monitor has looked again with that answer in the file: another run of the owner goes on. */
    private void lookTwice(SuspensionBed open, String run) throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            String other = open.suspend(QUESTION);
            assertThat(other).isNotEqualTo(run);
            open.answer(other, "maya", "say hello");
            open.await(ANSWERED);
            open.launcher.resumed.decrementAndGet();
        }
        assertThat(open.catalog.openSeats(run)).hasSize(1);
    }

    private SuspensionBed open(CallerLimits limits) {
        var _ = SuspensionBed.tokens(folder, world).create(TokenGrant.of(CI, AccessScope.SOLVE).withLimits(limits));
        SuspensionBed opened = new SuspensionBed(folder, world, 2, "maya");
        bed = opened;
        return opened;
    }
}
