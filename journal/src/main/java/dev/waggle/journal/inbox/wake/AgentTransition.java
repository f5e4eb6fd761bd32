package dev.waggle.journal.inbox.wake;

import java.util.Locale;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Change of an agent with a wake between sleep and work: it was woken by mail, or its inbox was found empty.
 *
 * @param agentId the agent
 * @param kind the direction
 * @param tenant the tenant of its mail; {@code null} for none
 */
public record AgentTransition(String agentId, Kind kind, @Nullable String tenant) {

    /** Emission of the signals that tell of transitions, and of all that inboxes write. */
    public static final Emission EMISSION = Emission.by("inboxes");

    private static final String AGENT = "agent:";

    /** Direction of a transition. */
    public enum Kind {
        WAKE, SLEEP;

        private String suffix() {
            return ':' + name().toLowerCase(Locale.ROOT);
        }
    }

    /** Type of the signal that tells of it: {@code agent:<id>:wake} or {@code agent:<id>:sleep}. */
    public String type() {
        return AGENT + agentId + kind.suffix();
    }

    /** The signal that tells of it, with the agent as source. */
    Signal signal(World world) {
        return new Signal(world.nextId("sig"), new SignalType(Profile.DURABLE, type()), new Source.Agent(agentId),
                world.now(), new Payload.Open(null, null, null, null),
                tenant == null ? Scope.NONE : Scope.ofTenant(tenant), Links.NONE, Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }

    /** True if an entry tells of a transition. The authenticated emitter decides together with the type. */
    static boolean isTold(LogEntry entry) {
        String type = entry.signal().type().text();
        return entry.emission().equals(EMISSION) && type.startsWith(AGENT)
                && (type.endsWith(Kind.WAKE.suffix()) || type.endsWith(Kind.SLEEP.suffix()));
    }

    /** True if an entry tells of a transition of that agent. */
    public static boolean isToldOf(String agentId, LogEntry entry) {
        return entry.signal().source() instanceof Source.Agent agent && agent.id().equals(agentId) && isTold(entry);
    }
}
