package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** Something that changes a thread. It is written down first and holds then; a log of facts makes the same thread again. */
public sealed interface ThreadFact {

    String threadId();

    /**
     * A signal was stored.
     *
     * @param id the id that it got
     * @param time when
     * @param emit what was said; it supersedes what it replaces
     * @param step the step of the thread
     * @param heard whether there was a callback to tell, which makes the signal active
     * @param evicts the open signal that expired to make room
     */
    record Emitted(String id, Instant time, ValidatedEmit emit, long step, boolean heard, @Nullable String evicts)
            implements
            ThreadFact {
        @Override
        public String threadId() {
            return emit.threadId();
        }
    }

    /** Somebody closed a signal. */
    record Resolved(String threadId, String signalId) implements ThreadFact {}

    /** The coordinator took notice of a signal. */
    record Acknowledged(String threadId, String signalId, String by) implements ThreadFact {}

    /**
     * The thread reached a step.
     *
     * @param expired what expires with it; follows from the rest and is there for people
     */
    record Advanced(String threadId, long step, List<String> expired) implements ThreadFact {}

    /** A component joined. */
    record Registered(String threadId, String component) implements ThreadFact {}

    /** The coordinator of the thread was named. */
    record CoordinatorRegistered(String threadId, String component) implements ThreadFact {}

    /** A component or coordinator left. */
    record Unregistered(String threadId, String component) implements ThreadFact {}

    /** The thread is over; one of the same name begins anew. */
    record ThreadClosed(String threadId) implements ThreadFact {}

    /** The resolver named whom a signal is for. Changes nothing; there for people. */
    record Selected(String threadId, String signalId, List<String> recipients) implements ThreadFact {}
}
