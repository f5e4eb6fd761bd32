package dev.waggle.journal.delayed;

import dev.waggle.signal.Source;
import dev.waggle.signal.log.Emission;
import org.jspecify.annotations.Nullable;

/**
 * Owner of delayed signals. Only the owner replaces and cancels them.
 *
 * @param tenant its tenant; {@code null} for none
 * @param emitter the authenticated emitter: the id of an agent, or a part of the runtime. An agent whose id is the name
 *        of a part has its {@link Source#identity}
 */
public record DelayOwner(@Nullable String tenant, String emitter) {

    public DelayOwner {
        if (emitter.isBlank()) {
            throw new IllegalArgumentException("emitter must not be blank");
        }
    }

    /** The owner of what an emission schedules. */
    public static DelayOwner of(@Nullable String tenant, Emission emission) {
        return new DelayOwner(tenant, emission.invocation() == 0
                ? emission.by()
                : Emission.of(Source.agent(emission.by())).by());
    }
}
