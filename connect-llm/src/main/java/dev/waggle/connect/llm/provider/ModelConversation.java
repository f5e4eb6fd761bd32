package dev.waggle.connect.llm.provider;

import java.util.List;

import dev.waggle.connect.llm.protocol.ConversationItem;
import org.jspecify.annotations.Nullable;

/**
 * A conversation.
 *
 * @param system the system prompt, if any
 * @param items what was said, in its order
 */
public record ModelConversation(@Nullable String system, List<ConversationItem> items) {

    public ModelConversation {
        items = List.copyOf(items);
    }

    /** Number of characters, roughly. */
    long characters() {
        return items.stream().mapToLong(item -> item.toString().length()).sum()
                + (system == null ? 0 : system.length());
    }
}
