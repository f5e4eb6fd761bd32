package dev.waggle.connect.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.langchain4j.data.message.ChatMessage;

/**
 * Conversations that may go on, by session id. The one that was not touched for longest goes when there are too many. A
 * conversation is as the library knows it, so that signatures and ids of a provider come back to it. Thread-safe.
 */
final class Sessions {

    /** Loops of tools are short; far more of them do not run at once. */
    static final int MAX = 1_024;

    private final Map<String, List<ChatMessage>> byId = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, List<ChatMessage>> eldest) {
            return size() > MAX;
        }
    };

    synchronized Optional<List<ChatMessage>> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    synchronized void keep(String id, List<ChatMessage> conversation) {
        byId.put(id, List.copyOf(conversation));
    }
}
