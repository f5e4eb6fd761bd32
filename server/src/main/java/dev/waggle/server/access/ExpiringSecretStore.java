package dev.waggle.server.access;

import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.connect.mcp.admission.BearerHeader;
import dev.waggle.signal.world.World;

/**
 * Random secrets that expire: tickets and sessions of browsers. They are found by their SHA-256, so that the time of a
 * search tells nothing about a secret. When all places are taken, the least recently used one makes way. May be used by
 * many threads.
 */
final class ExpiringSecretStore {

    private final Map<String, Use> uses = new LinkedHashMap<>(16, 0.75f, true);
    private final World world;
    private final int capacity;
    private final Duration idle;
    private final Duration absolute;

    /**
     * No secrets yet.
     *
     * @param idle the time without use after which one ends
     * @param absolute the time after which one ends however it is used
     */
    ExpiringSecretStore(int capacity, Duration idle, Duration absolute, World world) {
        this.capacity = capacity;
        this.idle = idle;
        this.absolute = absolute;
        this.world = world;
    }

    /** Readings of the stopwatch. */
    private record Use(long begun, long last) {}

    /** A new secret. */
    synchronized String issue() {
        long now = world.nanos();
        uses.values().removeIf(use -> !isAlive(use, now));
        if (uses.size() >= capacity) {
            uses.remove(uses.keySet().iterator().next());
        }
        String secret = RandomSecret.next();
        uses.put(key(secret), new Use(now, now));
        return secret;
    }

    /** True if the secret has not ended; it counts as used now. */
    synchronized boolean use(String secret) {
        String key = key(secret);
        Use use = uses.get(key);
        long now = world.nanos();
        if (use == null || !isAlive(use, now)) {
            uses.remove(key);
            return false;
        }
        uses.put(key, new Use(use.begun, now));
        return true;
    }

    /** Ends a secret; true if it had not ended before. */
    synchronized boolean end(String secret) {
        Use use = uses.remove(key(secret));
        return use != null && isAlive(use, world.nanos());
    }

    private boolean isAlive(Use use, long now) {
        return now - use.last < idle.toNanos() && now - use.begun < absolute.toNanos();
    }

    private static String key(String secret) {
        return HexFormat.of().formatHex(BearerHeader.digest(secret));
    }
}
