package dev.waggle.journal.file;

import java.util.Objects;

import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Filter of entries by their tenant.
 *
 * @param tenant the tenant; {@code null} for the entries without one
 */
public record TenantFilter(@Nullable String tenant) {

    /** True if an entry is of that tenant. */
    public boolean matches(LogEntry entry) {
        return Objects.equals(tenant, entry.signal().scope().tenant());
    }
}
