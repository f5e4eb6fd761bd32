package dev.waggle.connect.qdrant;

import java.util.regex.Pattern;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Ids of points. That of a memory is the UUID of the 32 hex digits in the id of the memory. */
final class PointId {

    /** Id of the clock. Memories have UUIDs, so that none collides with a number. */
    static final JsonValue CLOCK = JsonValue.of(0L);

    private static final String PREFIX = "mem-";
    private static final Pattern MEMORY = Pattern.compile("mem-[0-9a-f]{32}");
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final int[] GROUPS = {8, 12, 16, 20, 32};

    private PointId() {}

    /** True if it is the id of a memory. */
    static boolean isMemory(String id) {
        return MEMORY.matcher(id).matches();
    }

    /** Id of the point of a memory. */
    static JsonValue of(String memoryId) {
        String digits = memoryId.substring(PREFIX.length());
        StringBuilder uuid = new StringBuilder(36);
        int from = 0;
        for (int to : GROUPS) {
            uuid.append(from == 0 ? "" : "-").append(digits, from, to);
            from = to;
        }
        return JsonValue.of(uuid.toString());
    }

    /** Id of the memory of a point; {@code null} for the clock and for points of others. */
    static @Nullable String memory(JsonValue pointId) {
        return pointId instanceof JsonValue.Str(String uuid) && UUID.matcher(uuid).matches()
                ? PREFIX + uuid.replace("-", "")
                : null;
    }
}
