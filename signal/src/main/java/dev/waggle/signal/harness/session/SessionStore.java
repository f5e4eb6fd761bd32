package dev.waggle.signal.harness.session;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.text.VisibleText;

/**
 * Store of resumable conversations by session id. It evicts the least recently used ones when there are too many, or
 * when they are too long together. Thread-safe.
 *
 * @param <C> a conversation, immutable, with answers as their provider wrote them, so that signatures and ids return
 */
public final class SessionStore<C> {

    /** A few answers of each of a thousand agents in one turn. */
    public static final int MAX_SESSIONS = 8_192;

    /** Largest number of characters of all conversations, which are held in memory. */
    public static final long MAX_CHARACTERS = 64L * 1_024 * 1_024;

    private final Map<String, StoredSession<C>> byId = new LinkedHashMap<>(16, 0.75f, true);
    private long characters;

    /**
     * A stored conversation.
     *
     * @param conversation what was said
     * @param tools the last tools offered to the model
     * @param characters its length, roughly
     */
    public record StoredSession<C>(C conversation, List<ToolOffer> tools, long characters) {

        public StoredSession {
            tools = List.copyOf(tools);
        }
    }

    public synchronized Optional<StoredSession<C>> of(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    /**
     * The conversation with which an input goes on; none if it begins one.
     *
     * @throws HarnessException of the kind {@code UNKNOWN_SESSION} when it is not stored
     */
    public Optional<C> resumed(HarnessInput input) throws HarnessException {
        String id = input.sessionId();
        if (id == null) {
            return Optional.empty();
        }
        Optional<C> session = of(id).map(StoredSession::conversation);
        if (session.isEmpty()) {
            throw HarnessException.of(HarnessFailure.Kind.UNKNOWN_SESSION, "the session " + VisibleText.of(id)
                    + " is not known here\nMaybe it is too old, the last " + MAX_SESSIONS
                    + " are kept, or of another harness or process: ask again with the whole conversation and no"
                    + " session.");
        }
        return session;
    }

    /**
     * The tools of the conversation of an input. Providers reject a conversation with calls in it and no tools beside
     * it. So an input that offers none any more still names those before.
     */
    public List<ToolOffer> tools(HarnessInput input) {
        String id = input.sessionId();
        return !input.tools().isEmpty() || id == null
                ? input.tools()
                : of(id).map(StoredSession::tools).orElse(List.of());
    }

    public synchronized void store(String id, StoredSession<C> session) {
        StoredSession<C> before = byId.put(id, session);
        characters += session.characters() - (before == null ? 0 : before.characters());
        Iterator<StoredSession<C>> oldest = byId.values().iterator();
        while (byId.size() > 1 && (byId.size() > MAX_SESSIONS || characters > MAX_CHARACTERS)) {
            characters -= oldest.next().characters();
            oldest.remove();
        }
    }
}
