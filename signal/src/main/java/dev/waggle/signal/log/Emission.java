package dev.waggle.signal.log;

import java.util.Set;

import dev.waggle.signal.Source;
import org.jspecify.annotations.Nullable;

/**
 * Authenticated emitter of a signal, independent of its claimed source.
 *
 * @param by the authenticated emitter: an agent's id or a part of the runtime
 * @param invocation the number of that agent's call, from 1; 0 when it was not a call of an agent
 */
public record Emission(String by, int invocation) {

    /** Emitter of entries that were imported from a file, whatever their source. */
    public static final String IMPORTER = "import";

    /** Emitter of the facts of redactions. */
    public static final String REDACTOR = "redaction";

    /** Emitter of the audit entries of a server. */
    public static final String SERVER = "server";

    /** Emitters that are no agents: parts of the runtime, the host and its command, and sources without an id. */
    private static final Set<String> OTHERS = Set.of("bus", "connectivity", "system", "unknown", "webhook", "process",
            "harness", "host", "cli", "signals", "inboxes", "recorder", IMPORTER, REDACTOR,
            SERVER);

    private static final String AGENT_PREFIX = Source.IDENTITY_PREFIX + "agent:";

    public Emission {
        if (by.isBlank()) {
            throw new IllegalArgumentException("emitter must not be blank");
        }
        if (invocation < 0) {
            throw new IllegalArgumentException("invocation must be at least 0, got " + invocation);
        }
    }

    // Written out, because those of a record are built anew in every process, and every entry is compared.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Emission that && invocation == that.invocation && by.equals(that.by);
    }

    @Override
    public int hashCode() {
        return 31 * by.hashCode() + invocation;
    }

    /** Returns the emission of a part of the runtime. */
    public static Emission by(String part) {
        return new Emission(part, 0);
    }

    /** Returns the emission of a signal that its source itself emits; no two sources have the same one. */
    public static Emission of(Source source) {
        return by(switch (source) {
            case Source.System _ -> source.label();
            case Source.None _ -> "unknown";
            case Source.Agent agent -> isReserved(agent.id()) ? agent.identity() : agent.id();
            case Source.Webhook it -> it.id() == null ? it.label() : it.identity();
            case Source.Process it -> it.id() == null ? it.label() : it.identity();
            case Source.Harness it -> it.equals(new Source.Harness(null, null)) ? it.label() : it.identity();
            case Source.Named it -> it.identity();
        });
    }

    /**
     * True if the agent of that id is the emitter. Its calls have its id. Without a call, an id that also names
     * another emitter, such as {@code webhook}, is written as the {@link Source#identity}.
     */
    public boolean isOfAgent(String id) {
        return by.equals(id)
                ? invocation > 0 || !isReserved(id)
                : invocation == 0 && by.startsWith(AGENT_PREFIX) && by.equals(new Source.Agent(id).identity());
    }

    /**
     * True if that name is the emitter's. It is the id of an agent, the name of a part of the runtime, or the
     * {@link Source#identity} of a source. An id that names a part too is the part; its identity is the agent.
     */
    public boolean isBy(String emitter) {
        if (emitter.startsWith(AGENT_PREFIX) && invocation > 0) {
            return emitter.equals(new Source.Agent(by).identity());
        }
        return by.equals(emitter) && (invocation == 0 || !isReserved(emitter));
    }

    /** True for an id of an agent that is the emitter of other signals. */
    private static boolean isReserved(String id) {
        return OTHERS.contains(id) || id.startsWith(Source.IDENTITY_PREFIX);
    }
}
