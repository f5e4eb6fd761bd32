package dev.waggle.connect.a2a.protocol;

import java.util.List;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Optional abilities of an agent.
 *
 * @param hasExtendedCard true if a caller with credentials can read a card with more
 */
public record A2aCapabilities(boolean isStreaming, boolean hasPush, boolean hasExtendedCard,
        List<Extension> extensions) {

    /** Extension of the protocol that an agent offers or requires. */
    public record Extension(String uri, @Nullable String description, boolean isRequired, JsonValue.Obj parameters) {}

    public A2aCapabilities {
        extensions = List.copyOf(extensions);
    }
}
