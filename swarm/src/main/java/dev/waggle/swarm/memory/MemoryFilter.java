package dev.waggle.swarm.memory;

import java.time.Instant;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Choice of memories. A part that is {@code null} chooses all.
 *
 * @param tenants whose memories
 * @param category memories of that kind
 * @param author memories of that agent or person
 * @param run memories of that solve
 * @param since memories stored then or later
 * @param before memories stored earlier than that
 */
public record MemoryFilter(TenantChoice tenants, @Nullable String category, @Nullable String author,
        @Nullable String run, @Nullable Instant since, @Nullable Instant before) {

    /** All memories of all tenants. */
    public static final MemoryFilter ALL = new MemoryFilter(new TenantChoice(true, null), null, null, null, null,
            null);

    /** Memories of one tenant, or of none if it is {@code null}. */
    public static MemoryFilter ofTenant(@Nullable String tenant) {
        return new MemoryFilter(new TenantChoice(false, tenant), null, null, null, null, null);
    }

    public MemoryFilter withTenant(@Nullable String tenant) {
        return new MemoryFilter(new TenantChoice(false, tenant), category, author, run, since, before);
    }

    public MemoryFilter withCategory(@Nullable String kind) {
        return new MemoryFilter(tenants, kind, author, run, since, before);
    }

    public MemoryFilter withAuthor(@Nullable String name) {
        return new MemoryFilter(tenants, category, name, run, since, before);
    }

    public MemoryFilter withRun(@Nullable String id) {
        return new MemoryFilter(tenants, category, author, id, since, before);
    }

    public MemoryFilter withSince(@Nullable Instant moment) {
        return new MemoryFilter(tenants, category, author, run, moment, before);
    }

    public MemoryFilter withBefore(@Nullable Instant moment) {
        return new MemoryFilter(tenants, category, author, run, since, moment);
    }

    /** True if it chooses that memory. */
    public boolean accepts(StoredMemory memory) {
        MemoryOrigin origin = memory.origin();
        return tenants.accepts(origin.tenant()) && isOne(category, memory.category()) && isOne(author, origin.author())
                && (run == null || run.equals(origin.run())) && (since == null || !origin.time().isBefore(since))
                && (before == null || origin.time().isBefore(before));
    }

    private static boolean isOne(@Nullable String wanted, String value) {
        return wanted == null || wanted.equals(value);
    }

    /**
     * Tenants whose memories are chosen.
     *
     * @param isAny true for all tenants
     * @param tenant else the one; {@code null} for memories without a tenant
     */
    public record TenantChoice(boolean isAny, @Nullable String tenant) {

        public TenantChoice {
            if (isAny && tenant != null) {
                throw new IllegalArgumentException("the choice of all tenants has no tenant, got " + tenant);
            }
        }

        boolean accepts(@Nullable String owner) {
            return isAny || Objects.equals(tenant, owner);
        }
    }
}
