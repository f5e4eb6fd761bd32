package dev.waggle.connect.langchain4j;

import java.util.ArrayList;
import java.util.List;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import org.jspecify.annotations.Nullable;

/**
 * A conversation in the messages of the library.
 *
 * @param system the system prompt, if any
 * @param messages what was said, in its order, without a system message
 */
record ChatConversation(@Nullable String system, List<ChatMessage> messages) {

    ChatConversation {
        messages = List.copyOf(messages);
    }

    /** The messages of a request, the system prompt first. */
    List<ChatMessage> all() {
        if (system == null) {
            return messages;
        }
        List<ChatMessage> all = new ArrayList<>();
        all.add(SystemMessage.from(system));
        all.addAll(messages);
        return all;
    }

    /** Number of characters, roughly. */
    long characters() {
        return messages.stream().mapToLong(message -> message.toString().length()).sum()
                + (system == null ? 0 : system.length());
    }
}
