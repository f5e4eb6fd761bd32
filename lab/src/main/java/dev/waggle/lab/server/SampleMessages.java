package dev.waggle.lab.server;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

import dev.waggle.journal.JsonText;
import dev.waggle.lab.journal.SampleEvents;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/** Messages of both servers: votes of agents with a reason, about 400 bytes each. */
final class SampleMessages {

    private static final int SIGNALS = 1_024;
    private static final long NANOS_A_MICRO = 1_000;

    private final SampleEvents events = new SampleEvents(World.system(1), SIGNALS);
    private long given;

    Signal signal(long number, String run) {
        return SampleEvents.ofRun(events.get(number), run);
    }

    Emission emission(long number) {
        return events.emission(number);
    }

    Instant time() {
        return events.time();
    }

    /** A message as the server sends it. */
    String message(long number, String run) {
        LogEntry entry = new LogEntry(number, time(), emission(number), signal(number, run));
        return "id: " + number + "\nevent: entry\ndata: " + JsonText.write(EntryCodec.encode(entry)) + "\n\n";
    }

    /** Gives the numbers that follow, each at its time after the first. */
    void paced(int count, long micros, LongConsumer action) {
        long begin = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = begin + i * micros * NANOS_A_MICRO;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            given++;
            action.accept(given);
        }
    }
}
