package dev.waggle.lab.soak;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Failures of the checks of the soak, where they must fail. */
class ListenerTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final SoakScript script = new SoakScript(new SoakPlan(2, 1, 1, 1, Duration.ofSeconds(1)));
    private final SoakVerdict verdict = new SoakVerdict();
    private final SoakListener listener = new SoakListener("listener", SoakScript.TYPES, script, verdict);
    private final OrderJournal ledger = new OrderJournal(script, List.of(listener), verdict);

    @Test
    void whatTheJournalTookInItsOrderIsFine() {
        append(1, 2, 3);
        hear(1, 2, 3);
        listener.finish();

        assertThat(verdict.violation()).isEmpty();
        assertThat(LongStream.of(1, 2, 3).map(number -> ledger.placeOf(0, number))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aLostSignalIsNoticed() {
        append(1, 2, 3);
        hear(1, 3);

        assertThat(verdict.violation())
                .isEqualTo(Optional.of("listener: heard publisher-0/3 where the journal has publisher-0/2"));
    }

    @Test
    void aSignalLostAtTheEndIsNoticed() {
        append(1, 2);
        hear(1);
        listener.finish();

        assertThat(verdict.violation())
                .isEqualTo(Optional.of("listener: never heard publisher-0/2, which is in the journal"));
    }

    @Test
    void aDoubledSignalIsNoticed() {
        append(1);
        hear(1, 1);

        assertThat(verdict.violation())
                .isEqualTo(Optional.of("listener: heard publisher-0/1 where the journal has nothing more"));
    }

    @Test
    void aJournalInAnotherOrderThanThatOfThePublisherIsNoticed() {
        append(2);

        assertThat(verdict.violation()).isEqualTo(Optional.of("journal: number 2 of publisher-0 where 1 was next"));
    }

    @Test
    void aGapInASnapshotIsNoticedUnlessItIsABriefSignal() {
        SequenceChecker follower = SequenceChecker.inSnapshot(script, SoakScript.TYPES);

        assertThat(LongStream.of(5, 6, 8, 9).mapToObj(number -> follower.follow(signal(number)))).containsOnlyNulls();
        assertThat(follower.follow(signal(11))).isEqualTo("number 11 of publisher-0 where 10 was next");
    }

    private void append(long... numbers) {
        for (long number : numbers) {
            ledger.append(signal(number), Emission.by("test"), NOW);
        }
    }

    private void hear(long... numbers) {
        for (long number : numbers) {
            listener.accept(signal(number));
        }
    }

    private Signal signal(long number) {
        return script.signal(0, number, NOW);
    }
}
