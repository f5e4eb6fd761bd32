package dev.waggle.connect.langchain4j;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.harness.ToolOffer;

/**
 * Store of resumable conversations by session id. It evicts the least recently used ones when there are too many, or
 * when they are too long together. An answer is stored as the library returned it, so that signatures and ids go back.
 * Thread-safe.
 */
final class ChatSessionStore {

    /** A few answers of each of a thousand agents in one turn. */
    static final int MAX_SESSIONS = 8_192;

    /** Largest number of characters of all conversations, which are held in memory. */
    static final long MAX_CHARACTERS = 64L * 1_024 * 1_024;

    private final Map<String, StoredSession> byId = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    /**
     * A stored conversation.
     *
     * @param conversation what was said
     * @param tools the last tools offered to the model
     * @param characters its length
     */
    record StoredSession(ChatConversation conversation, List<ToolOffer> tools, long characters) {}

    synchronized Optional<StoredSession> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    synchronized void store(String id, ChatConversation conversation, List<ToolOffer> tools) {
        StoredSession session = new StoredSession(conversation, List.copyOf(tools), conversation.characters());
        StoredSession before = byId.put(id, session);
        characters += session.characters() - (before == null ? 0 : before.characters());
        Iterator<StoredSession> oldest = byId.values().iterator();
        while (byId.size() > 1 && (byId.size() > MAX_SESSIONS || characters > MAX_CHARACTERS)) {
            characters -= oldest.next().characters();
            oldest.remove();
        }
    }
}
