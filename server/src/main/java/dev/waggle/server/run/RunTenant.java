package dev.waggle.server.run;

import java.util.Objects;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Tenant of a run: that of its first entry, else that of its setup, whose memories it uses. */
public final class RunTenant {

    private static final String OPTION = "--tenant";

    private RunTenant() {}

    /** The tenant by the first entry of a run; {@code null} for none. */
    public static @Nullable String of(LogEntry opened) {
        String stated = opened.signal().scope().tenant();
        if (stated != null) {
            return stated;
        }
        return SetupOption.of(opened, OPTION).orElse(null);
    }

    /** True if a caller sees runs of that tenant. A caller with the right to administer sees all. */
    public static boolean isVisible(CallerIdentity caller, @Nullable String tenant) {
        return Objects.equals(caller.tenant(), tenant)
                || (caller.tenant() == null && caller.has(AccessScope.ADMIN));
    }
}
