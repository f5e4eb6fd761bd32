package dev.waggle.connect.llm.provider;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.langchain4j.data.message.ChatMessage;
import dev.waggle.signal.harness.ToolOffer;

/**
 * Store of resumable conversations by session id. It evicts the least recently used ones when there are too many, or
 * when they are too long together. A conversation is stored as the library's messages, so that signatures and ids of
 * a provider return to it. Thread-safe.
 */
public final class SessionStore {

    /** A few answers of each of a thousand agents in one turn. */
    public static final int MAX_SESSIONS = 8_192;

    /** Largest number of characters of all conversations, which are held in memory. */
    public static final long MAX_CHARACTERS = 64L * 1_024 * 1_024;

    private final Map<String, StoredSession> byId = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    /**
     * A stored conversation.
     *
     * @param messages all its messages
     * @param tools the last tools offered to the model
     * @param characters its length
     */
    public record StoredSession(List<ChatMessage> messages, List<ToolOffer> tools, long characters) {}

    public synchronized Optional<StoredSession> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public synchronized void store(String id, List<ChatMessage> conversation, List<ToolOffer> tools) {
        StoredSession session = new StoredSession(List.copyOf(conversation), List.copyOf(tools),
                conversation.stream().mapToLong(message -> message.toString().length()).sum());
        StoredSession before = byId.put(id, session);
        characters += session.characters() - (before == null ? 0 : before.characters());
        Iterator<StoredSession> oldest = byId.values().iterator();
        while (byId.size() > 1 && (byId.size() > MAX_SESSIONS || characters > MAX_CHARACTERS)) {
            characters -= oldest.next().characters();
            oldest.remove();
        }
    }
}
