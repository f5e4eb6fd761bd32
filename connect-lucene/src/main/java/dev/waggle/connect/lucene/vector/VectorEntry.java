package dev.waggle.connect.lucene.vector;

import java.util.Objects;

import dev.waggle.swarm.memory.MemoryFilter;
import org.jspecify.annotations.Nullable;

/**
 * Memory as the index sees it: its id and the fields that filters ask for, none of which ever changes.
 *
 * @param id id of the memory, not empty
 * @param tenant the tenant to whom it belongs; {@code null} for none
 * @param category kind of memory
 * @param author the agent or person that said it first
 * @param run the solve in which it was said; {@code null} if it was added by hand
 * @param time when it was stored first, in milliseconds since 1970
 */
public record VectorEntry(String id, @Nullable String tenant, String category, String author, @Nullable String run,
        long time) {

    public VectorEntry {
        if (id.isEmpty()) {
            throw new IllegalArgumentException("the id of an entry must not be empty");
        }
    }

    /** True if the filter chooses it. */
    boolean isChosenBy(MemoryFilter filter) {
        return (filter.tenants().isAny() || Objects.equals(filter.tenants().tenant(), tenant))
                && isOne(filter.category(), category) && isOne(filter.author(), author)
                && isOne(filter.run(), run) && time >= TimeRange.of(filter).first()
                && time <= TimeRange.of(filter).last();
    }

    private static boolean isOne(@Nullable String wanted, @Nullable String value) {
        return wanted == null || wanted.equals(value);
    }
}
