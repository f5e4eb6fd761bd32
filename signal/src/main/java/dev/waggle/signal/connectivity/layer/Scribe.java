package dev.waggle.signal.connectivity.layer;

import java.time.Instant;

import dev.waggle.signal.world.World;
import dev.waggle.signal.connectivity.Ledger;
import dev.waggle.signal.connectivity.thread.Fact;
import dev.waggle.signal.connectivity.thread.Facts;
import dev.waggle.signal.connectivity.thread.ThreadLog;

/** Writes facts down before they hold; used under the lock of the thread that they are about. */
final class Scribe {

    private static final String ID_PREFIX = "sig";

    private final World world;
    private final Ledger ledger;
    private final Logs logs;

    Scribe(World world, Ledger ledger, Logs logs) {
        this.world = world;
        this.ledger = ledger;
        this.logs = logs;
    }

    Instant now() {
        return world.now();
    }

    /** Before anything is written, without any lock: may wait for room, and throws when there is none. */
    void ready() {
        ledger.ready();
    }

    void append(ThreadLog log, Fact fact) {
        append(log, fact, world.nextId(ID_PREFIX), world.now());
    }

    /** Writes that a signal was stored, under its own id and time. */
    void append(ThreadLog log, Fact.Emitted fact) {
        append(log, fact, fact.id(), fact.time());
    }

    /** Claims an id that no signal has, although a restarted world may count through old ones again. */
    String claimId(ThreadLog log) {
        String id = world.nextId(ID_PREFIX);
        while (!logs.claim(id, log)) {
            id = world.nextId(ID_PREFIX);
        }
        return id;
    }

    void releaseId(String id) {
        logs.release(id);
    }

    private void append(ThreadLog log, Fact fact, String id, Instant time) {
        ledger.append(Facts.write(fact, id, time, log.step()), Ledger.BY_LAYER, time);
    }
}
