package dev.waggle.swarm.solve;

import dev.waggle.signal.JsonValue;
import dev.waggle.swarm.fact.Lifecycle;
import org.jspecify.annotations.Nullable;

/** A value of a solve whose changes stand in its log. Owned by the thread of the solve. */
final class LoggedState {

    private final String name;
    private JsonValue value;

    LoggedState(String name, JsonValue value) {
        this.name = name;
        this.value = value;
    }

    /** Takes the value; writes a change down. */
    void set(JsonValue now, String agent, @Nullable String cause, Records records) {
        if (!now.equals(value)) {
            records.lifecycle(Lifecycle.changed(name), Lifecycle.changed(name, value, now, agent), cause);
            value = now;
        }
    }
}
