package dev.waggle.journal.delayed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.DerivedWorld;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Clocks that step, generations that fail, and the size of the file. */
class DelayedDeliveryTest {

    private static final Instant START = Instant.parse("2026-02-06T18:50:07Z");
    private static final Emission HOST = Emission.by("host");

    @TempDir
    Path folder;

    private final ManualWorld clocks = new ManualWorld(START, 5);
    private final AtomicReference<Duration> shift = new AtomicReference<>(Duration.ZERO);
    private final World world = DerivedWorld.of(clocks, () -> clocks.now().plus(shift.get()), 5);
    private final BlockingQueue<String> generated = new LinkedBlockingQueue<>();
    private final BlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    private final AtomicInteger failing = new AtomicInteger();

    @Test
    void whenTheClockStepsBackASignalWaitsUntilItsDateIsReachedAgain() throws Exception {
        try (FileJournal log = open(); DelayedSignals delayed = open(log)) {
            String late = schedule(delayed, "late", 10);
            shift.set(Duration.ofHours(-1));
            String early = schedule(delayed, "early", -3_590);
            clocks.advance(Duration.ofSeconds(20));

            assertThat(next()).isEqualTo(early);
            assertThat(delayed.list()).extracting(DelayedSignal::id).containsExactly(late);
            assertThat(generated).isEmpty();
            shift.set(Duration.ZERO);
            clocks.advance(Duration.ofMinutes(1));
            assertThat(next()).isEqualTo(late);
            assertThat(log.read(1, 10)).extracting(entry -> entry.signal().time())
                    .allMatch(time -> !time.isBefore(START.minusSeconds(3_590)));
        }
    }

    @Test
    void whenTheClockIsSetAheadTheDateIsSeenWithinAMinute() throws Exception {
        try (FileJournal log = open(); DelayedSignals delayed = open(log)) {
            String late = schedule(delayed, "late", 3_600);
            shift.set(Duration.ofHours(1));
            clocks.advance(Duration.ofMinutes(1));

            assertThat(next()).isEqualTo(late);
        }
    }

    @Test
    void aFailedGenerationIsReportedAndTriedAgain() throws Exception {
        failing.set(3);
        try (FileJournal log = open(); DelayedSignals delayed = open(log)) {
            String first = schedule(delayed, "a", 1);
            String second = schedule(delayed, "b", 1);
            clocks.advance(Duration.ofSeconds(1));
            for (int wait = 1; wait <= 4; wait *= 2) {
                assertThat(failures.poll(30, TimeUnit.SECONDS)).hasMessage("no room");
                assertThat(delayed.list()).hasSize(2);
                clocks.advance(Duration.ofSeconds(wait));
            }

            assertThat(List.of(next(), next())).containsExactly(first, second);
            assertThat(failures).isEmpty();
        }
        assertThat(DelayedSignals.read(folder)).isEmpty();
    }

    @Test
    void aSignalThatWaitsForItsNextAttemptCanBeCancelled() throws Exception {
        failing.set(1);
        try (FileJournal log = open(); DelayedSignals delayed = open(log)) {
            String first = schedule(delayed, "a", 1);
            clocks.advance(Duration.ofSeconds(1));
            assertThat(failures.poll(30, TimeUnit.SECONDS)).hasMessage("no room");
            DelayOwner owner = DelayOwner.of(null, HOST);
            assertThat(delayed.cancel(owner, first)).isTrue();
            String second = schedule(delayed, "b", 1);
            clocks.advance(Duration.ofSeconds(2));

            assertThat(next()).isEqualTo(second);
            assertThat(log.read(1, 10)).hasSize(1);
        }
    }

    @Test
    void aFileOfSignalsThatAreGoneIsCompacted() throws Exception {
        try (FileJournal log = open(); DelayedSignals delayed = open(log)) {
            DelayOwner owner = DelayOwner.of(null, HOST);
            String kept = schedule(delayed, "kept", 100);
            for (int i = 0; i < DelaySchedule.COMPACT_FROM; i++) {
                assertThat(delayed.cancel(owner, schedule(delayed, "gone", 100))).isTrue();
            }

            assertThat(lines()).isLessThan(DelaySchedule.COMPACT_FROM + 3);
            assertThat(DelayedSignals.read(folder)).extracting(DelayedSignal::id).containsExactly(kept);
        }
        try (FileJournal log = open(); DelayedSignals _ = open(log)) {
            clocks.advance(Duration.ofSeconds(100));
            assertThat(next()).isNotNull();
            assertThat(log.read(1, 10)).hasSize(1);
        }
    }

    private long lines() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve(DelayFile.NAME))) {
            return lines.count();
        }
    }

    private FileJournal open() {
        return FileJournal.open(folder, JournalConfig.defaults(), world);
    }

    private DelayedSignals open(FileJournal log) {
        DelayedSignals opened = DelayedSignals.open(folder, log, (signal, emission) -> {
            if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("no room");
            }
            var _ = log.append(signal, emission, signal.time());
            generated.add(signal.id());
        }, DelayLimits.defaults(), world, (failure, context) -> failures.add(failure));
        opened.start();
        return opened;
    }

    private String next() throws InterruptedException {
        String id = generated.poll(30, TimeUnit.SECONDS);
        assertThat(id).as("a signal within 30 seconds").isNotNull();
        return id;
    }

    private String schedule(DelayedSignals delayed, String type, int seconds) {
        Signal signal = new Signal(world.nextId("sig"), new SignalType(Profile.DURABLE, type), new Source.System(),
                world.now(), new Payload.Open(null, null, null, null), Scope.NONE, Links.NONE, Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of());
        return delayed.schedule(signal, HOST, SignalDelay.until(START.plusSeconds(seconds))).id();
    }
}
