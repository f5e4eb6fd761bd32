package dev.waggle.journal.delayed;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.StoppingDisk;
import dev.waggle.journal.file.storage.JournalDisk;
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
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Every operation of the disk fails in turn, and the folder is opened again: exactly once (durable-signals 46). */
class StoppedScheduleTest {

    private static final Instant START = Instant.parse("2026-02-06T18:50:07Z");
    private static final int SIGNALS = 5;

    @TempDir
    Path temp;

    private final ManualWorld world = new ManualWorld(START, 5);
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> generated = new LinkedBlockingQueue<>();

    @Test
    void eachScheduledSignalIsInTheLogOnceWhereverTheDiskStops() throws Exception {
        boolean isComplete = false;
        for (int operations = 0; !isComplete; operations++) {
            Path folder = temp.resolve("stopped-" + operations);
            List<String> scheduled = new ArrayList<>();
            isComplete = run(folder, new StoppingDisk(operations), scheduled);
            assertThat(operations).as("operations").isLessThan(200);

            try (FileJournal log = FileJournal.open(folder, JournalConfig.defaults(), world);
                    DelayedSignals again = open(folder, log, JournalDisk.real())) {
                world.advance(Duration.ofSeconds(2));
                List<String> missing = new ArrayList<>(scheduled);
                missing.removeAll(ids(log));
                again.start();
                while (!missing.isEmpty()) {
                    String id = generated.poll(30, TimeUnit.SECONDS);
                    assertThat(id).as("operations " + operations + ", missing " + missing).isNotNull();
                    missing.remove(id);
                }
                // A signal whose line could neither be synced nor removed waits too.
                while (!again.list().isEmpty()) {
                    assertThat(generated.poll(30, TimeUnit.SECONDS)).as("operations " + operations).isNotNull();
                }
            }
            try (FileJournal log = FileJournal.open(folder, JournalConfig.defaults(), world);
                    DelayedSignals again = open(folder, log, JournalDisk.real())) {
                assertThat(ids(log)).as("operations " + operations).doesNotHaveDuplicates().containsAll(scheduled);
                assertThat(again.list()).as("operations " + operations).isEmpty();
            }
        }
    }

    /** Schedules signals and generates what the disk allows; true if it allowed everything. */
    private boolean run(Path folder, JournalDisk disk, List<String> scheduled) throws Exception {
        failures.clear();
        try (FileJournal log = FileJournal.open(folder, JournalConfig.defaults(), world)) {
            DelayedSignals delayed = open(folder, log, disk);
            try {
                for (int i = 0; i < SIGNALS; i++) {
                    scheduled.add(delayed.schedule(signal(), Emission.by("host"),
                            SignalDelay.until(world.now().plusSeconds(1 + i % 2))).id());
                }
            } catch (UncheckedIOException stopped) {
                failures.add(stopped);
            }
            generated.clear();
            world.advance(Duration.ofSeconds(2));
            for (int i = 0; i < scheduled.size() && failures.isEmpty(); i++) {
                String _ = generated.poll(30, TimeUnit.SECONDS);
            }
            delayed.close();
            generated.clear();
            return failures.isEmpty();
        }
    }

    private DelayedSignals open(Path folder, FileJournal log, JournalDisk disk) {
        return DelayedSignals.open(folder, log, (signal, emission) -> {
            LogEntry entry = log.append(signal, emission, signal.time());
            generated.add(entry.signal().id());
        }, DelayLimits.defaults(), world, (failure, context) -> {
            failures.add(failure);
            generated.add("failed");
        }, disk);
    }

    private static List<String> ids(FileJournal log) {
        return log.read(1, 1_000).stream().map(entry -> entry.signal().id()).toList();
    }

    private Signal signal() {
        return new Signal(world.nextId("sig"), new SignalType(Profile.DURABLE, "t"), new Source.System(), world.now(),
                new Payload.Open(null, null, null, null), Scope.NONE, Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }
}
