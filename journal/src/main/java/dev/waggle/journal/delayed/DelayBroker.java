package dev.waggle.journal.delayed;

/**
 * Cancellation of delayed signals. {@link DelayedSignals} owns their schedule in this process, and another
 * implementation asks the process that owns it. May be used by many threads.
 */
public interface DelayBroker {

    /**
     * Cancels the signal of that owner, type and key, and returns true if it waited. A signal that is being generated
     * cannot be cancelled.
     *
     * @param type its exact type
     */
    boolean cancel(DelayOwner owner, String type, String repeatKey);

    /** Cancels the signal of that id, and returns true if it waited and has that owner. */
    boolean cancel(DelayOwner owner, String id);
}
