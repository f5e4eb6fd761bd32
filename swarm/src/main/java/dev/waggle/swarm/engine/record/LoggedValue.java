package dev.waggle.swarm.engine.record;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.runlog.LifecycleFacts;
import org.jspecify.annotations.Nullable;

/** A value of a solve whose changes are in its log. Owned by the thread of the solve. */
public final class LoggedValue {

    private final String name;
    private JsonValue value;

    public LoggedValue(String name, JsonValue value) {
        this.name = name;
        this.value = value;
    }

    /** Sets the value; logs a change. */
    public void set(JsonValue now, String agent, @Nullable String cause, SolveLog records) {
        if (!now.equals(value)) {
            records.recordLifecycle(LifecycleFacts.changed(name), LifecycleFacts.changed(name, value, now, agent),
                    cause);
            value = now;
        }
    }
}
