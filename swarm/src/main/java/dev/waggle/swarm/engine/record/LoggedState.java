package dev.waggle.swarm.engine.record;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.runlog.Lifecycle;
import org.jspecify.annotations.Nullable;

/** A value of a solve whose changes stand in its log. Owned by the thread of the solve. */
public final class LoggedState {

    private final String name;
    private JsonValue value;

    public LoggedState(String name, JsonValue value) {
        this.name = name;
        this.value = value;
    }

    /** Takes the value; writes a change down. */
    public void set(JsonValue now, String agent, @Nullable String cause, Records records) {
        if (!now.equals(value)) {
            records.lifecycle(Lifecycle.changed(name), Lifecycle.changed(name, value, now, agent), cause);
            value = now;
        }
    }
}
