package dev.waggle.connect.a2a.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.harness.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * Conversations at a remote agent: one for each agent of each solve, so that the remote agent remembers what was said.
 * It evicts the least recently used ones. Thread-safe.
 */
final class ContextMemory {

    /** Maximum number of conversations: some solves of a thousand agents. */
    private static final int MAX_CONTEXTS = 8_192;

    private final Map<Seat, String> contexts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Seat, String> eldest) {
            return size() > MAX_CONTEXTS;
        }
    };

    private record Seat(String run, String agent) {}

    synchronized Optional<String> of(RunContext.Caller caller) {
        Seat seat = seat(caller);
        return seat == null ? Optional.empty() : Optional.ofNullable(contexts.get(seat));
    }

    synchronized void put(RunContext.Caller caller, @Nullable String context) {
        Seat seat = seat(caller);
        if (seat != null && context != null) {
            contexts.put(seat, context);
        }
    }

    synchronized void remove(RunContext.Caller caller) {
        Seat seat = seat(caller);
        if (seat != null) {
            contexts.remove(seat);
        }
    }

    /** The seat of a call; a call outside of a solve has none, and begins a conversation of its own. */
    private static @Nullable Seat seat(RunContext.Caller caller) {
        String run = caller.scope().run();
        return run == null ? null : new Seat(run, caller.emission().by());
    }
}
