package dev.waggle.signal.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Contract of every journal, for any storage of its entries. */
public interface JournalContract {

    Instant START = Instant.parse("2026-01-01T00:00:00Z");

    /** A new, empty journal; the test closes it. */
    Journal newJournal();

    /** A vote of that id. */
    static Signal vote(String id) {
        return Signal.of(Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, "because", 0.5), 0.75),
                new Stamp(id, Source.agent("ada"), START, Scope.ofRun("run", 1)));
    }

    @Test
    default void isEmptyAtFirst() {
        try (Journal journal = newJournal()) {
            assertThat(journal.read(1, 10)).isEmpty();
        }
    }

    @Test
    default void numbersEntriesFromOneWithoutGaps() {
        try (Journal journal = newJournal()) {
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                numbers.add(journal.append(vote("s" + i), Emission.by("bus"), START).sequence());
            }

            assertThat(numbers).containsExactly(1L, 2L, 3L, 4L, 5L);
        }
    }

    @Test
    default void keepsEverythingAboutAnEntry() {
        try (Journal journal = newJournal()) {
            Signal custom = Signal.of(
                    Draft.custom("build:done", Payload.Open.data(JsonValue.ofNull()))
                            .withExtension("trace", JsonValue.of(7)),
                    new Stamp("foreign id", new Source.None(), START.plusNanos(1), Scope.NONE));
            LogEntry first = journal.append(vote("s1"), new Emission("ada", 3), START.plusSeconds(1));
            LogEntry second = journal.append(custom, Emission.by("a part, with\nodd words"),
                    START.plusSeconds(1).plusNanos(7));

            assertThat(first).isEqualTo(new LogEntry(1, START.plusSeconds(1), new Emission("ada", 3), vote("s1")));
            assertThat(journal.read(1, 10)).containsExactly(first, second);
        }
    }

    @Test
    default void timeStandsStillInTheLogWhenTheClockStepsBack() {
        try (Journal journal = newJournal()) {
            journal.append(vote("s1"), Emission.by("bus"), START);
            LogEntry back = journal.append(vote("s2"), Emission.by("bus"), START.minusSeconds(60));
            journal.append(vote("s3"), Emission.by("bus"), START.plusSeconds(1));

            assertThat(back).isEqualTo(new LogEntry(2, START, Emission.by("bus"), vote("s2")));
            assertThat(journal.read(1, 10)).extracting(LogEntry::recordedAt)
                    .containsExactly(START, START, START.plusSeconds(1));
        }
    }

    @Test
    default void syncingChangesNoEntry() {
        try (Journal journal = newJournal()) {
            journal.sync();
            LogEntry entry = journal.append(vote("s1"), Emission.by("bus"), START);
            journal.sync();
            journal.sync();

            assertThat(journal.read(1, 10)).containsExactly(entry);
        }
    }

    @Test
    default void readsFromAnyEntryAtMostSoMany() {
        try (Journal journal = newJournal()) {
            fill(journal, 200);

            assertThat(journal.read(1, 2)).extracting(LogEntry::sequence).containsExactly(1L, 2L);
            assertThat(journal.read(150, 3)).extracting(LogEntry::sequence).containsExactly(150L, 151L, 152L);
            assertThat(journal.read(199, Integer.MAX_VALUE)).extracting(LogEntry::sequence)
                    .containsExactly(199L, 200L);
            assertThat(journal.read(201, 5)).isEmpty();
            assertThat(journal.read(Long.MAX_VALUE, Integer.MAX_VALUE)).isEmpty();
            assertThat(journal.read(1, 0)).isEmpty();
        }
    }

    @Test
    default void refusesPlacesThatCannotBe() {
        try (Journal journal = newJournal()) {
            assertThatIllegalArgumentException().isThrownBy(() -> journal.read(0, 1)).withMessageContaining("0 and 1");
            assertThatIllegalArgumentException().isThrownBy(() -> journal.read(1, -1)).withMessageContaining("-1");
        }
    }

    @Test
    default void whatWasReadDoesNotChangeLater() {
        try (Journal journal = newJournal()) {
            fill(journal, 1);
            List<LogEntry> read = journal.read(1, 10);
            fill(journal, 1);

            assertThat(read).hasSize(1).isUnmodifiable();
        }
    }

    @Test
    default void canBeClosedTwiceAndReadAfterwards() {
        Journal journal = newJournal();
        fill(journal, 2);
        journal.close();
        journal.close();

        assertThat(journal.read(1, 10)).hasSize(2);
    }

    @Test
    default void takesNothingOnceItIsClosed() {
        Journal journal = newJournal();
        journal.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> journal.append(vote("s1"), Emission.by("bus"), START))
                .withMessageContaining("s1");
        assertThat(journal.read(1, 10)).isEmpty();
    }

    @Test
    default void manyThreadsShareOneOrder() throws Exception {
        int threads = 8;
        int each = 50;
        try (Journal journal = newJournal(); ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<List<Long>>> writers = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                String name = "t" + t;
                writers.add(() -> LongStream.range(0, each)
                        .map(i -> journal.append(vote(name + "-" + i), new Emission(name, 1), START).sequence())
                        .boxed()
                        .toList());
            }
            Map<String, List<Long>> told = new HashMap<>();
            List<Future<List<Long>>> done = pool.invokeAll(writers);
            for (int t = 0; t < threads; t++) {
                told.put("t" + t, done.get(t).get());
            }

            List<LogEntry> log = journal.read(1, Integer.MAX_VALUE);
            assertThat(log).extracting(LogEntry::sequence)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, (long) threads * each).boxed().toList());
            told.forEach((name, numbers) -> assertThat(numbers).isSorted()
                    .containsExactlyElementsOf(log.stream()
                            .filter(entry -> entry.emission().by().equals(name))
                            .map(LogEntry::sequence)
                            .toList()));
        }
    }

    @Test
    default void aRunIsClaimedOnceAtATime() {
        try (Journal journal = newJournal()) {
            Journal.Claim first = journal.claim("run-1");
            Journal.Claim other = journal.claim("run-2");

            assertThatIllegalStateException().isThrownBy(() -> journal.claim("run-1"))
                    .withMessageContaining("run-1 is being solved");
            first.close();
            Journal.Claim again = journal.claim("run-1");
            first.close(); // No effect: this claim is closed already.
            assertThatIllegalStateException().isThrownBy(() -> journal.claim("run-1"));
            again.close();
            other.close();
        }
    }

    @Test
    default void anInterruptedThreadStillWrites() {
        try (Journal journal = newJournal()) {
            Thread.currentThread().interrupt();
            LogEntry first = journal.append(vote("s1"), Emission.by("bus"), START);
            List<LogEntry> whileInterrupted = journal.read(1, 10);

            assertThat(Thread.interrupted()).isTrue();
            LogEntry second = journal.append(vote("s2"), Emission.by("bus"), START);
            assertThat(whileInterrupted).containsExactly(first);
            assertThat(journal.read(1, 10)).containsExactly(first, second);
        } finally {
            var _ = Thread.interrupted();
        }
    }

    private static void fill(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            journal.append(vote("s" + i), Emission.by("bus"), START);
        }
    }
}
