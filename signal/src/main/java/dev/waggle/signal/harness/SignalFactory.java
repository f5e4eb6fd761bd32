package dev.waggle.signal.harness;

import java.util.List;
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
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Factory of signals of the harness family. Ids are {@code sig_} and 26 characters that sort by time, unique within
 * one world; the time is that of the world, in whole milliseconds.
 */
public final class SignalFactory {

    private final World world;

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

    /** Creates a factory with the ids and times of that world. */
    public SignalFactory(World world) {
        this.world = world;
    }

    /**
     * Creates a signal without a source.
     *
     * @param name colon-named by convention; single words and every script are fine
     * @throws IllegalArgumentException when the name is blank, holds a control character or a star, or is longer than
     *     512 characters
     */
    public Signal createSignal(String name, JsonValue payload) {
        return create(name, payload, new Source.None(), Links.NONE);
    }

    /** Creates a signal from that origin, whose parent becomes its cause. */
    public Signal createSignal(String name, JsonValue payload, SignalOrigin origin) {
        return create(name, payload, origin.source(), origin.links());
    }

    /**
     * Returns the type of that name in the harness family.
     *
     * @throws IllegalArgumentException as {@link #createSignal}
     */
    public static SignalType typeOf(String name) {
        SignalType type = new SignalType(Profile.HARNESS, name);
        if (name.indexOf('*') >= 0) {
            throw new IllegalArgumentException("the name of a signal must not hold a star, got \"" + name
                    + "\"\nMaybe it is a pattern: subscribe with it.");
        }
        return type;
    }

    private Signal create(String name, JsonValue payload, Source source, Links links) {
        SignalType type = typeOf(name);
        return new Signal(world.nextId("sig"), type, source, world.now(),
                Payload.Open.data(HarnessPreconditions.present("payload", payload)), Scope.NONE, links, Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of());
    }
}
