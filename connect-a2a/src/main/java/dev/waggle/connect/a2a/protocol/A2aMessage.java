package dev.waggle.connect.a2a.protocol;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Message of a client or of an agent.
 *
 * @param messageId id that its writer chose
 * @param parts at least one part
 * @param links what the message belongs to
 * @param extensions addresses of the extensions that it uses
 * @param metadata fields of extensions
 */
public record A2aMessage(String messageId, A2aRole role, List<A2aPart> parts, Links links, List<String> extensions,
        JsonValue.Obj metadata) {

    /** Context and task of a message, and other tasks that it mentions. */
    public record Links(@Nullable String contextId, @Nullable String taskId, List<String> referenceTaskIds) {

        /** Links of a message that begins a task. */
        public static final Links NONE = new Links(null, null, List.of());

        public Links {
            referenceTaskIds = List.copyOf(referenceTaskIds);
        }

        /** Links to a task in its context. */
        public static Links to(String contextId, String taskId) {
            return new Links(contextId, taskId, List.of());
        }
    }

    public A2aMessage {
        if (messageId.isBlank()) {
            throw new IllegalArgumentException("messageId must not be blank");
        }
        parts = List.copyOf(parts);
        extensions = List.copyOf(extensions);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a message must have at least one part");
        }
    }

    public A2aMessage(String messageId, A2aRole role, List<A2aPart> parts, Links links) {
        this(messageId, role, parts, links, List.of(), A2aMetadata.NONE);
    }

    /** The same message with other links. */
    public A2aMessage withLinks(Links other) {
        return new A2aMessage(messageId, role, parts, other, extensions, metadata);
    }

    /** All text parts, joined by a newline; empty without one. */
    public String text() {
        return parts.stream().map(A2aPart::content).filter(A2aPart.Text.class::isInstance)
                .map(content -> ((A2aPart.Text) content).text()).collect(Collectors.joining("\n"));
    }
}
