package dev.waggle.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.access.AccessLimiter.Permit;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DailyBudgetLedgerTest {

    private static final String CI = "ci";
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path home;

    private final ManualWorld world = new ManualWorld(NOON, 1);
    private final MemoryJournal journal = new MemoryJournal();
    private final CallerIdentity caller = TokenGrant.of("ci", AccessScope.SOLVE).caller();

    private AccessLimiter limits(CallerLimits of) {
        TokenFile file = TokenFile.of(home.resolve("tokens.jsonl"), world);
        if (file.read().named("ci").isEmpty()) {
            var _ = file.create(TokenGrant.of("ci", AccessScope.SOLVE).withLimits(of));
        }
        return restarted(journal);
    }

    private AccessLimiter restarted(Journal log) {
        return ServerAccess.open(AccessConfig.local(), TokenFile.of(home.resolve("tokens.jsonl"), world), log,
                FolderSecret.random(), SecretSet.NONE, world).limiter();
    }

    private static CallerLimits usd(double budget) {
        return CallerLimits.defaults().withBudget(budget, null);
    }

    @Test
    void aSolveGetsItsMaximumOrAllThatIsLeft() {
        AccessLimiter limits = limits(usd(5));
        assertThat(limits.reserve(CI, "a", 2.0, null).usd()).isEqualTo(2.0);
        BudgetReservation rest = limits.reserve(CI, "b", null, 1_000L);
        assertThat(rest.usd()).isEqualTo(3.0);
        assertThat(rest.tokens()).isEqualTo(1_000);
        assertThatThrownBy(() -> limits.reserve(CI, "c", 0.5, null)).isInstanceOfSatisfying(
                AccessRefusedException.class, refused -> {
                    assertThat(refused.status()).isEqualTo(402);
                    assertThat(refused).hasMessageContaining("0.0000 of 5.0000 USD are left today")
                            .hasMessageContaining("0.5000 USD").hasMessageContaining("2026-03-02T00:00:00Z");
                    assertThat(refused.headers()).containsEntry("Retry-After", "43200");
                });
        rest.settle(1, 10);
        rest.settle(0, 0);
        assertThat(limits.reserve(CI, "c", null, null).usd()).isEqualTo(2.0);
    }

    @Test
    void tokensOfModelsHaveABudgetToo() {
        AccessLimiter limits = limits(CallerLimits.defaults().withBudget(null, 1_000L));
        limits.reserve(CI, "a", null, 400L).settle(9, 900);
        assertThat(limits.reserve(CI, "b", null, null).tokens()).isEqualTo(100);
        assertThatThrownBy(() -> limits.reserve(CI, "c", null, 1L)).hasMessageContaining("0 of 1000 tokens");
    }

    @Test
    void theNextDayHasANewBudgetAndTheDayOfTheStartPays() {
        AccessLimiter limits = limits(usd(5));
        BudgetReservation late = limits.reserve(CI, "a", 5.0, null);
        world.advance(Duration.ofHours(12));
        assertThat(limits.reserve(CI, "b", 5.0, null).usd()).isEqualTo(5.0);
        late.settle(4, 0);
        assertThatThrownBy(() -> limits.reserve(CI, "c", 0.1, null)).isInstanceOf(AccessRefusedException.class);
        AccessLimiter next = restarted(journal);
        assertThatThrownBy(() -> next.reserve(CI, "c", 0.1, null)).isInstanceOf(AccessRefusedException.class);
        assertThat(next.reserve(CI, "b", 5.0, null).usd()).isEqualTo(5.0);
    }

    @Test
    void aRestartKnowsWhatWasSpentAndWhatAKilledServerHadReserved() {
        AccessLimiter limits = limits(usd(10));
        limits.reserve(CI, "a", 3.0, null).settle(2.5, 100);
        var _ = limits.reserve(CI, "killed", 4.0, null);
        AccessLimiter next = restarted(journal);
        assertThatThrownBy(() -> next.reserve(CI, "b", 3.6, null)).hasMessageContaining("3.5000 of 10.0000");
        BudgetReservation resumed = next.reserve(CI, "killed", 4.0, null);
        resumed.settle(1, 0);
        assertThat(restarted(journal).reserve(CI, "b", null, null).usd()).isEqualTo(6.5);
    }

    @Test
    void aLongLogBeforeTodayIsSkippedAndForgedEntriesCountNothing() {
        AuditLog audit = new AuditLog(journal, SecretSet.NONE, world);
        for (int i = 0; i < 1_000; i++) {
            audit.record(new AuditEvent.Settled("ci", "r" + i, "2026-03-02", 1, 0));
        }
        world.advance(Duration.ofDays(1));
        audit.record(new AuditEvent.Settled("ci", "today", "2026-03-02", 1, 0));
        Signal forged = journal.read(1, 1).getFirst().signal();
        var _ = journal.append(forged, Emission.by("host"), world.now());
        var _ = journal.append(forged, new Emission("server", 1), world.now());
        assertThat(limits(usd(10)).reserve(CI, "b", null, null).usd()).isEqualTo(9.0);
    }

    @Test
    void aReservationThatTheLogRefusesIsNone() {
        AccessLimiter before = limits(usd(5));
        assertThat(before).isNotNull();
        AccessLimiter limits = restarted(new FullJournal());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> limits.reserve(CI, "a", 5.0, null)).isInstanceOf(UncheckedIOException.class);
        }
    }

    @Test
    void theOwnerHasNoBudget() {
        AccessLimiter limits = limits(usd(0));
        assertThat(limits.reserve(CallerIdentity.OWNER, "a", null, null).usd()).isNull();
        assertThatThrownBy(() -> limits.reserve(CI, "b", null, null)).isInstanceOf(AccessRefusedException.class);
    }

    @Test
    void solvesAndStreamsAtOnceAreLimitedAndFreedOnce() {
        AccessLimiter limits = limits(CallerLimits.defaults().withConcurrency(2, 1));
        Permit first = limits.openSolve(CI);
        Permit second = limits.openSolve(CI);
        Permit stream = limits.openStream(caller);
        assertThatThrownBy(() -> limits.openSolve(CI)).isInstanceOfSatisfying(AccessRefusedException.class,
                refused -> assertThat(refused.status()).isEqualTo(429)).hasMessageContaining("2 open solves");
        assertThatThrownBy(() -> limits.openStream(caller)).hasMessageContaining("1 open streams");
        first.close();
        first.close();
        Permit third = limits.openSolve(CI);
        assertThatThrownBy(() -> limits.openSolve(CI)).isInstanceOf(AccessRefusedException.class);
        List.of(second, third, stream).forEach(Permit::close);
        assertThatCode(() -> limits.openStream(caller).close()).doesNotThrowAnyException();
        for (int i = 0; i < 1_000; i++) {
            assertThatCode(() -> limits.openSolve(CallerIdentity.OWNER)).doesNotThrowAnyException();
        }
    }

    /** Journal on a full disk. */
    private static final class FullJournal implements Journal {

        @Override
        public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
            throw new UncheckedIOException(new IOException("No space left on device"));
        }

        @Override
        public List<LogEntry> read(long fromSequence, int limit) {
            return List.of();
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }
}
