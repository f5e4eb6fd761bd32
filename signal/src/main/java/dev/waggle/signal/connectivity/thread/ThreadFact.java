package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.connectivity.SignalClassDefinition;
import org.jspecify.annotations.Nullable;

/** A change of a thread. It is logged first and then applied; replaying a log of facts restores the same thread. */
public sealed interface ThreadFact {

    String threadId();

    /**
     * A signal was stored.
     *
     * @param id its new id
     * @param time the time of storing
     * @param emit the validated values; it supersedes the signal that it replaces
     * @param step the step of the thread
     * @param delivered whether there was a callback to notify, which makes the signal active
     * @param evicts the open signal that expired to make room
     */
    record Emitted(String id, Instant time, ValidatedEmit emit, long step, boolean delivered, @Nullable String evicts)
            implements
            ThreadFact {
        @Override
        public String threadId() {
            return emit.threadId();
        }

        /** Returns the fact with another definition of the class of its signal. */
        public Emitted withSignalClass(SignalClassDefinition definition) {
            return new Emitted(id, time, emit.withSignalClass(definition), step, delivered, evicts);
        }
    }

    /** A caller closed a signal. */
    record Resolved(String threadId, String signalId) implements ThreadFact {}

    /** The coordinator acknowledged a signal. */
    record Acknowledged(String threadId, String signalId, String by) implements ThreadFact {}

    /**
     * The thread reached a step.
     *
     * @param expired the signals that expire with it; follows from the rest and is there for people
     */
    record Advanced(String threadId, long step, List<String> expired) implements ThreadFact {}

    /** A component joined. */
    record Registered(String threadId, String component) implements ThreadFact {}

    /** A component was registered as the coordinator of the thread. */
    record CoordinatorRegistered(String threadId, String component) implements ThreadFact {}

    /** A component or coordinator left. */
    record Unregistered(String threadId, String component) implements ThreadFact {}

    /** The thread ended; a later one of the same name starts empty. */
    record ThreadClosed(String threadId) implements ThreadFact {}

    /** The resolver named the recipients of a signal. Changes nothing; there for people. */
    record Selected(String threadId, String signalId, List<String> recipients) implements ThreadFact {}
}
