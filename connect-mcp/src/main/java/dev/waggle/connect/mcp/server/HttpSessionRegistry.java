package dev.waggle.connect.mcp.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.world.World;

/**
 * The sessions of a server over HTTP, least recently used first. A client may vanish without ending its session, so a
 * full registry evicts one that no request uses. A session whose client has sent nothing but {@code initialize} makes
 * way at once, another after the idle time of the limits. Thread-safe.
 */
final class HttpSessionRegistry {

    private final HttpEndpoint.SessionLimits limits;
    private final World world;
    private final ReentrantLock lock = new ReentrantLock();
    /** In the order of their last use. Guarded by the lock, as is the count below. */
    private final Map<String, Usage> sessions = new LinkedHashMap<>();
    private int promised;

    HttpSessionRegistry(HttpEndpoint.SessionLimits limits, World world) {
        this.limits = limits;
        this.world = world;
    }

    HttpEndpoint.SessionLimits limits() {
        return limits;
    }

    /**
     * Use of a session.
     *
     * @param lastUse the stopwatch at the end of its last request
     * @param requests the requests that are under way
     * @param isConfirmed whether its client has sent anything after {@code initialize}
     */
    private record Usage(long lastUse, int requests, boolean isConfirmed) {}

    /** Reserves a place until {@link #open} or {@link #releaseReservation}; false if there is none. */
    boolean reserve() {
        lock.lock();
        try {
            if (sessions.size() + promised >= limits.count()) {
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
            sessions.put(session, new Usage(world.nanos(), 0, false));
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

    /** True if there is a session of that id. */
    boolean isOpen(String session) {
        lock.lock();
        try {
            return sessions.containsKey(session);
        } finally {
            lock.unlock();
        }
    }

    /** Begins a request of the session, until {@link #leave}; false if it is not open. */
    boolean enter(String session) {
        return use(session, 1);
    }

    /** Ends a request of the session; nothing happens if it is not open any more. */
    void leave(String session) {
        use(session, -1);
    }

    void close(String session) {
        lock.lock();
        try {
            sessions.remove(session);
        } finally {
            lock.unlock();
        }
    }

    /** Removes the session that makes way for a new one and returns its id; empty when all are in use. */
    Optional<String> evict() {
        lock.lock();
        try {
            Optional<String> idle = firstIdle(Duration.ZERO, false).or(() -> firstIdle(limits.idle(), true));
            idle.ifPresent(sessions::remove);
            return idle;
        } finally {
            lock.unlock();
        }
    }

    /** Time after which a session may make way: at least a second, at most the idle time. */
    Duration retryAfter() {
        lock.lock();
        try {
            long longest = sessions.values().stream().filter(usage -> usage.requests() == 0)
                    .mapToLong(usage -> world.nanos() - usage.lastUse()).max().orElse(0);
            Duration left = limits.idle().minusNanos(longest);
            return left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
        } finally {
            lock.unlock();
        }
    }

    private boolean use(String session, int change) {
        lock.lock();
        try {
            Usage known = sessions.remove(session);
            if (known == null) {
                return false;
            }
            sessions.put(session, new Usage(world.nanos(), known.requests() + change, true));
            return true;
        } finally {
            lock.unlock();
        }
    }

    private Optional<String> firstIdle(Duration atLeast, boolean isConfirmed) {
        return sessions.entrySet().stream()
                .filter(session -> session.getValue().requests() == 0
                        && session.getValue().isConfirmed() == isConfirmed
                        && world.nanos() - session.getValue().lastUse() >= atLeast.toNanos())
                .map(Map.Entry::getKey).findFirst();
    }
}
