package dev.waggle.connect.llm.provider;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.langchain4j.data.message.ChatMessage;
import dev.waggle.signal.harness.ToolOffer;

/**
 * Conversations that may go on, by session id. Those that were not touched for longest go when there are too many, or when
 * they are too long together. A conversation is as the library knows it, so that signatures and ids of a provider come
 * back to it. Thread-safe.
 */
public final class SessionStore {

    /** A few answers of each of a thousand agents in one turn. */
    public static final int MAX_SESSIONS = 8_192;

    /** Most characters of all conversations, which are held in memory. */
    public static final long MAX_CHARACTERS = 64L * 1_024 * 1_024;

    private final Map<String, StoredSession> byId = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    /**
     * A conversation.
     *
     * @param messages all that was said
     * @param tools what the model was offered last
     * @param characters how long it is
     */
    public record StoredSession(List<ChatMessage> messages, List<ToolOffer> tools, long characters) {}

    public synchronized Optional<StoredSession> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public synchronized void store(String id, List<ChatMessage> conversation, List<ToolOffer> tools) {
        StoredSession kept = new StoredSession(List.copyOf(conversation), List.copyOf(tools),
                conversation.stream().mapToLong(message -> message.toString().length()).sum());
        StoredSession before = byId.put(id, kept);
        characters += kept.characters() - (before == null ? 0 : before.characters());
        Iterator<StoredSession> oldest = byId.values().iterator();
        while (byId.size() > 1 && (byId.size() > MAX_SESSIONS || characters > MAX_CHARACTERS)) {
            characters -= oldest.next().characters();
            oldest.remove();
        }
    }
}
