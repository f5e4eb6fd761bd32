package dev.waggle.signal.connectivity.layer;

import java.time.Instant;

import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.thread.ThreadFact;
import dev.waggle.signal.connectivity.thread.ThreadFactCodec;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.world.World;

/** Appends facts to the ledger before they are applied; used under the lock of the thread that they are about. */
final class FactWriter {

    private static final String ID_PREFIX = "sig";

    private final World world;
    private final FactLedger ledger;
    private final ThreadRegistry threads;

    FactWriter(World world, FactLedger ledger, ThreadRegistry logs) {
        this.world = world;
        this.ledger = ledger;
        this.threads = logs;
    }

    Instant now() {
        return world.now();
    }

    /** Waits for room before an append, without any lock; throws when there is none. */
    void awaitRoom() {
        ledger.awaitRoom();
    }

    void append(ThreadLog log, ThreadFact fact) {
        append(log, fact, world.nextId(ID_PREFIX), world.now());
    }

    /** Appends that a signal was stored, under its own id and time. */
    void append(ThreadLog log, ThreadFact.Emitted fact) {
        append(log, fact, fact.id(), fact.time());
    }

    /** Claims an id that no signal has, even when a restarted world repeats old ones. */
    String claimId(ThreadLog log) {
        String id = world.nextId(ID_PREFIX);
        while (!threads.claim(id, log)) {
            id = world.nextId(ID_PREFIX);
        }
        return id;
    }

    void releaseId(String id) {
        threads.release(id);
    }

    private void append(ThreadLog log, ThreadFact fact, String id, Instant time) {
        ledger.append(ThreadFactCodec.write(fact, id, time, log.step()), FactLedger.EMISSION, time);
    }
}
