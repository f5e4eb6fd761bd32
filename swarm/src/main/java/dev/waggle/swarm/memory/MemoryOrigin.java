package dev.waggle.swarm.memory;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Source of a memory: who said it, in which solve, and when.
 *
 * @param author the agent or person that said it first; not blank
 * @param tenant the tenant to whom it belongs; {@code null} for memories of all
 * @param run the solve in which it was said; {@code null} if it was added by hand
 * @param signalId its signal; {@code null} if it has none
 * @param time when it was stored first
 */
public record MemoryOrigin(String author, @Nullable String tenant, @Nullable String run, @Nullable String signalId,
        Instant time) {

    public MemoryOrigin {
        requireName("author", author);
        optionalName("tenant", tenant);
        optionalName("run", run);
        optionalName("signalId", signalId);
    }

    /** The origin of a memory that someone adds by hand, for all tenants. */
    public static MemoryOrigin byHand(String author, Instant time) {
        return new MemoryOrigin(author, null, null, null, time);
    }

    public MemoryOrigin withTenant(@Nullable String owner) {
        return new MemoryOrigin(author, owner, run, signalId, time);
    }

    private static void optionalName(String name, @Nullable String value) {
        if (value != null) {
            requireName(name, value);
        }
    }

    private static void requireName(String name, String value) {
        if (value.isBlank()) {
            throw new IllegalArgumentException("the " + name + " of a memory must not be blank");
        }
    }
}
