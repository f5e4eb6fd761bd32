package dev.waggle.journal.delayed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

import dev.waggle.journal.delayed.DelayedSignal.RepeatPlace;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;

/**
 * Durable schedule of signals that are to be generated later. It is in the folder of the log, and the lock of that
 * folder admits one writer. May be used by many threads.
 *
 * <pre>
 *   schedule -> line on the disk -> wait -> "begun" on the disk -> generate -> sync the log -> "generated" on the disk
 * </pre>
 *
 * <ul>
 * <li><b>Time.</b> A signal is generated at its time or later, never before, by the date of the {@link World}. When the
 * clock steps back, the signal waits until the date is reached again. Due signals are generated in the order of time,
 * type and id. While the folder is closed nothing is generated; overdue signals come after the next opening.
 * <li><b>Exactly once.</b> The id of a signal is fixed when it is scheduled. After a kill the log is searched for the
 * signals whose generation had begun, from the entry before the first of them. So each is generated at least once, and
 * not twice as long as the schedule is undamaged.
 * <li><b>Replacement.</b> At most one signal of an owner, type and key waits; a new one takes its place.
 * <li><b>Failure.</b> A refused signal leaves no trace. A failed generation is reported and tried again, after a second
 * at first and at most a minute.
 * <li><b>Bounds</b> are set by {@link DelayLimits}. A file with many more lines than signals is compacted.
 * </ul>
 */
public final class DelayedSignals implements DelayBroker, AutoCloseable {

    private final DelaySchedule schedule;
    private final DelayedDelivery delivery;
    private final LongSupplier logEnd;

    private DelayedSignals(DelaySchedule schedule, DelayedDelivery delivery, LongSupplier logEnd) {
        this.schedule = schedule;
        this.delivery = delivery;
        this.logEnd = logEnd;
    }

    /**
     * Opens the schedule in the folder of a log, which the caller has locked. Generation begins with {@link #start}.
     *
     * @param generator appends a due signal to the log and notifies its listeners; throws when the log does not have it
     * @param failures receives failed generations, and damage of the file
     * @throws UncheckedIOException when the file cannot be read, or the log
     */
    public static DelayedSignals open(Path folder, FileJournal log, BiConsumer<Signal, Emission> generator,
            DelayLimits limits, World world, FailureHandler failures) {
        return open(folder, log, generator, limits, world, failures, JournalDisk.real());
    }

    static DelayedSignals open(Path folder, FileJournal log, BiConsumer<Signal, Emission> generator,
            DelayLimits limits, World world, FailureHandler failures, JournalDisk disk) {
        DelaySchedule schedule = new DelaySchedule(new DelayFile(folder, disk), limits, failures);
        try {
            schedule.load(log);
        } catch (IOException failed) {
            throw unreadable(failed);
        }
        return new DelayedSignals(schedule, new DelayedDelivery(schedule, generator, log, world, failures),
                log::lastSequence);
    }

    /**
     * The signals that wait in the folder of a log, in the order of their generation. It needs no lock, and another
     * process may use the folder meanwhile.
     *
     * @throws UncheckedIOException when the file cannot be read
     */
    public static List<DelayedSignal> read(Path folder) {
        DelayTable table = new DelayTable();
        try {
            var _ = new DelayFile(folder, JournalDisk.real()).load(table);
            return table.all();
        } catch (IOException failed) {
            throw unreadable(failed);
        }
    }

    /** Starts the generation of due signals, by one thread that exists while signals wait. */
    public void start() {
        delivery.wake();
    }

    /**
     * Schedules a signal. When this returns, it is on the disk.
     *
     * @param signal the signal with its id; its time will be that of its generation
     * @throws IllegalArgumentException when it is too large; then nothing is stored
     * @throws DelayLimitException when there are too many; then nothing is stored
     * @throws UncheckedIOException when it could not be written. Then it does not wait, unless the message states that
     *         it may be in the file nevertheless
     */
    public DelayedSignal schedule(Signal signal, Emission emission, SignalDelay delay) {
        DelayedSignal delayed = new DelayedSignal(signal, emission, delay, logEnd.getAsLong());
        schedule.add(delayed);
        delivery.wake();
        return delayed;
    }

    @Override
    public boolean cancel(DelayOwner owner, String type, String repeatKey) {
        RepeatPlace place = new RepeatPlace(owner, type, SignalDelay.key(repeatKey));
        return schedule.cancel(table -> table.at(place));
    }

    @Override
    public boolean cancel(DelayOwner owner, String id) {
        return schedule.cancel(table -> {
            DelayedSignal found = table.find(id);
            return found == null || !found.owner().equals(owner) ? null : found;
        });
    }

    /** The signals that wait, in the order of their generation: by time, type and id. */
    public List<DelayedSignal> list() {
        return schedule.all();
    }

    /** Ends generation, after the signal that is being generated. Closing twice is harmless. */
    @Override
    public void close() {
        schedule.end();
        delivery.stop();
        try {
            schedule.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static UncheckedIOException unreadable(IOException failed) {
        return new UncheckedIOException("the delayed signals cannot be read: " + failed.getMessage(), failed);
    }
}
