package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;

/**
 * HTTP sessions of a server, least recently used first. A client may vanish without ending its session. When there is
 * no room, the session that was idle longest is closed, if it was idle for long. Thread-safe.
 */
final class HttpSessionRegistry {

    /** Maximum number of sessions at once; more clients than any one machine runs. */
    static final int MAX_SESSIONS = 64;

    /** From then on a session makes way for another. */
    static final Duration IDLE_TIMEOUT = Duration.ofMinutes(30);

    private final World world;
    private final ReentrantLock lock = new ReentrantLock();
    /** Time of each session's last use, in that order. Guarded by the lock, as is the count below. */
    private final Map<String, Long> used = new LinkedHashMap<>();
    private int promised;

    HttpSessionRegistry(World world) {
        this.world = world;
    }

    /** Returns true if there is room for one more, reserved until {@link #open} or {@link #releaseReservation}. */
    boolean reserve() {
        lock.lock();
        try {
            if (used.size() + promised >= MAX_SESSIONS) {
                return false;
            }
            promised++;
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Uses a promise for that session. */
    void open(String session) {
        lock.lock();
        try {
            promised--;
            used.put(session, world.nanos());
        } finally {
            lock.unlock();
        }
    }

    /** Returns a promise that is not used. */
    void releaseReservation() {
        lock.lock();
        try {
            promised--;
        } finally {
            lock.unlock();
        }
    }

    /** Marks a session as used; true if it is open. */
    boolean touch(String session) {
        lock.lock();
        try {
            if (used.remove(session) == null) {
                return false;
            }
            used.put(session, world.nanos());
            return true;
        } finally {
            lock.unlock();
        }
    }

    void close(String session) {
        lock.lock();
        try {
            used.remove(session);
        } finally {
            lock.unlock();
        }
    }

    /** The session that was idle longest, if it was idle for long. */
    Optional<String> longestIdle() {
        lock.lock();
        try {
            return used.entrySet().stream().findFirst()
                    .filter(oldest -> world.nanos() - oldest.getValue() >= IDLE_TIMEOUT.toNanos())
                    .map(Map.Entry::getKey);
        } finally {
            lock.unlock();
        }
    }
}
