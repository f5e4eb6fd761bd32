package dev.waggle.signal.harness;

import java.util.List;

import dev.waggle.signal.Links;
import dev.waggle.signal.Source;
import org.jspecify.annotations.Nullable;

/**
 * Claimed origin of a signal of this family. No origin differs from an origin without parts.
 *
 * @param agent the agent that emitted it, if one did
 * @param harness the harness that was used, if one was
 * @param parent the signal that caused it, if one did
 */
public record SignalOrigin(@Nullable String agent, @Nullable String harness, @Nullable String parent) {

    /** Refuses invalid sources and links: blank words, control characters. */
    public SignalOrigin {
        var _ = new Source.Harness(agent, harness);
        var _ = new Links(parent, null, null, List.of());
    }

    public static SignalOrigin agent(String agent) {
        return new SignalOrigin(agent, null, null);
    }

    public static SignalOrigin causedBy(String parent) {
        return new SignalOrigin(null, null, parent);
    }

    Source source() {
        return new Source.Harness(agent, harness);
    }

    /** Returns the links, with the parent as the cause that causality chains follow. */
    Links links() {
        return parent == null ? Links.NONE : new Links(parent, null, null, List.of());
    }
}
