package dev.waggle.server.access;

import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.mcp.admission.BearerHeader;
import dev.waggle.signal.world.World;

/**
 * Random secrets that expire: tickets and sessions of browsers. Each belongs to a subject. They are found by their
 * SHA-256, so that the time of a search tells nothing about a secret. When all places of a subject are taken, its least
 * recently used one makes way, so that no subject displaces the secrets of another. May be used by many threads.
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
     * @param capacity the number of secrets of one subject
     * @param idle the time without use after which one ends
     * @param absolute the time after which one ends however it is used
     */
    ExpiringSecretStore(int capacity, Duration idle, Duration absolute, World world) {
        this.capacity = capacity;
        this.idle = idle;
        this.absolute = absolute;
        this.world = world;
    }

    /**
     * Use of a secret.
     *
     * @param begun a reading of the stopwatch
     * @param last a later one
     */
    private record Use(String subject, long begun, long last) {}

    /** A new secret of a subject. */
    synchronized String issue(String subject) {
        long now = world.nanos();
        uses.values().removeIf(use -> !isAlive(use, now));
        List<String> own = uses.entrySet().stream().filter(use -> use.getValue().subject.equals(subject))
                .map(Map.Entry::getKey).toList();
        if (own.size() >= capacity) {
            uses.remove(own.getFirst());
        }
        String secret = RandomSecret.next();
        uses.put(key(secret), new Use(subject, now, now));
        return secret;
    }

    /** The subject of a secret, which counts as used now; empty when it has ended. */
    synchronized Optional<String> use(String secret) {
        String key = key(secret);
        Use use = uses.get(key);
        long now = world.nanos();
        if (use == null || !isAlive(use, now)) {
            uses.remove(key);
            return Optional.empty();
        }
        uses.put(key, new Use(use.subject, use.begun, now));
        return Optional.of(use.subject);
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
