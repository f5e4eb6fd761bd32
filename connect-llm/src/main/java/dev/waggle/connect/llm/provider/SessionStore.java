package dev.waggle.connect.llm.provider;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.connect.llm.protocol.ConversationItem;
import dev.waggle.signal.harness.ToolOffer;
import org.jspecify.annotations.Nullable;

/**
 * Store of resumable conversations by session id. It evicts the least recently used ones when there are too many, or
 * when they are too long together. An answer is stored as its provider wrote it, so that signatures and ids return to
 * it. Thread-safe.
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
     * @param system its system prompt, if any
     * @param items what was said
     * @param tools the last tools offered to the model
     * @param characters its length
     */
    public record StoredSession(@Nullable String system, List<ConversationItem> items, List<ToolOffer> tools,
            long characters) {}

    public synchronized Optional<StoredSession> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    public synchronized void store(String id, @Nullable String system, List<ConversationItem> items,
            List<ToolOffer> tools) {
        long length = items.stream().mapToLong(item -> item.toString().length()).sum()
                + (system == null ? 0 : system.length());
        StoredSession session = new StoredSession(system, List.copyOf(items), List.copyOf(tools), length);
        StoredSession before = byId.put(id, session);
        characters += session.characters() - (before == null ? 0 : before.characters());
        Iterator<StoredSession> oldest = byId.values().iterator();
        while (byId.size() > 1 && (byId.size() > MAX_SESSIONS || characters > MAX_CHARACTERS)) {
            characters -= oldest.next().characters();
            oldest.remove();
        }
    }
}
