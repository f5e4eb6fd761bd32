package dev.waggle.server.run;

import java.util.Map;
import java.util.Objects;

import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** Tenant of a run: that of its first entry, else that of its setup, whose memories it uses. */
public final class RunTenant {

    private static final String SETUP = "setup";
    private static final String OPTIONS = "options";
    private static final String OPTION = "--tenant";

    private RunTenant() {}

    /** The tenant by the first entry of a run; {@code null} for none. */
    public static @Nullable String of(LogEntry opened) {
        String stated = opened.signal().scope().tenant();
        if (stated != null) {
            return stated;
        }
        JsonValue data = opened.signal().payload() instanceof Payload.Open open ? open.data() : null;
        JsonValue values = field(field(field(data, SETUP), OPTIONS), OPTION);
        return values instanceof JsonValue.Arr(var items) && !items.isEmpty()
                && items.getFirst() instanceof JsonValue.Str text ? text.value() : null;
    }

    /** True if a caller sees runs of that tenant. A caller with the right to administer sees all. */
    public static boolean isVisible(CallerIdentity caller, @Nullable String tenant) {
        return Objects.equals(caller.tenant(), tenant)
                || (caller.tenant() == null && caller.has(AccessScope.ADMIN));
    }

    private static @Nullable JsonValue field(@Nullable JsonValue value, String name) {
        return value instanceof JsonValue.Obj(Map<String, JsonValue> fields) ? fields.get(name) : null;
    }
}
