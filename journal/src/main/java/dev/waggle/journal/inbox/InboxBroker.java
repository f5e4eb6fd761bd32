package dev.waggle.journal.inbox;

import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;

import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.InboxProvider;
import org.jspecify.annotations.Nullable;

/**
 * Durable subscriptions and inboxes of agents. {@link InboxService} owns them in this process, and another
 * implementation asks the process that owns their folder. May be used by many threads.
 */
public interface InboxBroker extends InboxProvider {

    /** Makes it durable that there is an agent of that id, so that others can subscribe for it. */
    void registerAgent(String agentId);

    /** True if there is an agent of that id. */
    boolean isKnown(String agentId);

    /**
     * Subscribes, or renews a subscription. A renewal leaves unset parts of the request as they are, and also its
     * position and the time at which it was made.
     *
     * @throws UnknownAgentException when a caller asks for an unknown agent
     * @throws InboxLimitException when there are too many
     * @throws UncheckedIOException when it could not be recorded. Then it does not apply here. When the message
     *        states that it may be in the file, it may apply after the next opening
     */
    Subscription subscribe(SubscriptionRequest request);

    /**
     * Ends the subscription of exactly that pattern and tenant, and returns true if there was one.
     *
     * @param caller the caller
     * @param tenant its tenant; {@code null} for the subscription to signals without a tenant
     * @throws UnknownAgentException when the caller is another one than the agent, and that is not known
     */
    boolean unsubscribe(String caller, String agentId, String pattern, @Nullable String tenant);

    /**
     * The waiting items of an agent, the oldest first. None of them is taken, so its consumer gets them too.
     *
     * @param limit maximum number of items
     */
    List<InboxItem> waiting(String agentId, int limit);

    /**
     * The same for an agent of a solve, see {@link #inboxInSolve}. Signals of solves are not among them: the solve
     * delivers them itself, to agents that may receive them.
     */
    List<InboxItem> waitingInSolve(String agentId, int limit);

    /** Undelivered signals: the latest {@value DeadLetterLog#MAX_LETTERS}, the oldest first. */
    List<DeadLetter> deadLetters();

    /**
     * Puts signals that were given up into the inbox of their agent again, with no attempt counted. Their dead letters
     * are removed. A requeued signal comes before all others, however old it is.
     *
     * @param sequences numbers of the signals in the log
     * @return the numbers that wait again now, in order
     * @throws IllegalArgumentException when one of them was not given up, is not in the log any more or matches no
     *         subscription of the agent, or when too many wait; then none is requeued
     */
    List<Long> requeue(String agentId, Collection<Long> sequences);

    /** Requeues all signals of that agent that were given up and still can be delivered, as {@link #requeue} does. */
    List<Long> requeueAll(String agentId);
}
