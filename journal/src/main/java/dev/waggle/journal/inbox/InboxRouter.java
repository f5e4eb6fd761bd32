package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.journal.inbox.wake.TransitionQueue;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.pattern.PatternIndex;
import org.jspecify.annotations.Nullable;

/**
 * Router of log entries: puts every entry into the queues of the agents that it matches. Its state is a fold over the
 * delivery facts, so it is the same after a restart, and the entries since.
 *
 * <p>Its lock is the innermost one: nothing is read, written or called under it.
 */
final class InboxRouter {

    private final InboxConfig config;
    private final Supplier<Instant> clock;
    private final Map<String, AgentQueue> queues = new LinkedHashMap<>();
    private final PatternIndex<AgentQueue> index = new PatternIndex<>();
    private final Map<SubscriptionKey, Subscription> subscriptions = new LinkedHashMap<>();
    private final DeadLetterLog deadLetters = new DeadLetterLog();
    private final TransitionQueue transitions = new TransitionQueue();
    private long routed;

    InboxRouter(InboxConfig config, Supplier<Instant> clock) {
        this.config = config;
        this.clock = clock;
    }

    /** Actions for an entry once the lock is free. */
    record RoutingResult(List<WakeCall> wakeCalls, boolean hasDeadLetters) {}

    /** An agent to be woken. */
    record WakeCall(String agentId, Runnable wake, long sequence) {}

    /** Applies a fact. */
    synchronized void apply(DeliveryFact fact) {
        switch (fact) {
            case DeliveryFact.AgentKnown it -> queueOf(it.agentId(), it.after());
            case DeliveryFact.Subscribed it -> subscribe(it.subscription());
            case DeliveryFact.Unsubscribed it -> unsubscribe(it.key());
            case DeliveryFact.Acknowledged it -> withQueue(it.agentId(), queue -> queue.acknowledge(it.upTo()));
            case DeliveryFact.AllPassed it -> queues.values().stream()
                    .filter(queue -> !it.except().contains(queue.agentId()))
                    .forEach(queue -> queue.markPassed(it.upTo()));
            case DeliveryFact.DeadLettered it -> addDeadLetter(it);
            case DeliveryFact.Attempted it -> withQueue(it.agentId(), queue -> queue.addAttempts(it.attempts()));
            case DeliveryFact.Settled it ->
                withQueue(it.agentId(), queue -> it.sequences().forEach(queue::settle));
            case DeliveryFact.Requeued it -> {
                deadLetters.requeue(it.agentId(), it.sequences());
                withQueue(it.agentId(), queue -> queue.redelivery().requeue(it.sequences()));
            }
            case DeliveryFact.Skipped it -> withQueue(it.agentId(), queue -> queue.addSkipped(it.taken(), it.to()));
            case DeliveryFact.Forgotten it -> deadLetters.omittedCount(it.deadLetters());
            case DeliveryFact.Rewound it -> rewind(it.to());
        }
    }

    /** Puts entries into queues; they come in the order of the log, each once. */
    synchronized RoutingResult route(List<LogEntry> entries) {
        List<WakeCall> dueWakeCalls = new ArrayList<>();
        for (LogEntry entry : entries) {
            routed = entry.sequence();
            for (AgentQueue queue : index.match(entry.signal().type())) {
                if (queue.enqueue(entry)) {
                    addWakeCall(queue, dueWakeCalls);
                }
                deadLetters.track(queue);
            }
        }
        return new RoutingResult(dueWakeCalls, deadLetters.hasUnwritten());
    }

    /** Changes of agents between sleep and work, in order. Its own lock is within this one. */
    TransitionQueue transitions() {
        return transitions;
    }

    synchronized long routed() {
        return routed;
    }

    /** Sets the first position to route; earlier ones were routed by an earlier process. */
    synchronized void startAt(long sequence) {
        routed = sequence;
    }

    /** Creates a subscription from the last routed entry on, or renews an existing one. */
    synchronized Subscription place(SubscriptionRequest request, Instant now) {
        Subscription old = find(request.key());
        if (old == null) {
            requireSubscriptionLimit(request.agentId());
        }
        Subscription made = old == null ? request.create(now, routed) : request.renew(old, now);
        subscribe(made);
        return made;
    }

    /** Reverts {@link #place}, because the subscription could not be recorded. */
    synchronized void undo(Subscription made, @Nullable Subscription old, boolean wasKnown) {
        if (old != null) {
            subscribe(old);
            return;
        }
        unsubscribe(made.key());
        if (!wasKnown) {
            queues.remove(made.agentId());
        }
    }

    synchronized @Nullable Subscription find(SubscriptionKey key) {
        return subscriptions.get(key);
    }

    synchronized List<Subscription> all() {
        return List.copyOf(subscriptions.values());
    }

    synchronized List<Subscription> of(String agentId) {
        AgentQueue queue = queues.get(agentId);
        return queue == null ? List.of() : List.copyOf(queue.subscriptions());
    }

    synchronized boolean isKnown(String agentId) {
        return queues.containsKey(agentId);
    }

    synchronized List<String> agents() {
        return List.copyOf(queues.keySet());
    }

    /** Refuses one agent more than there may be. */
    synchronized void requireAgentLimit(String agentId) {
        if (!queues.containsKey(agentId) && queues.size() >= config.maxAgents()) {
            throw new InboxLimitException("too many agents", "one host", config.maxAgents());
        }
    }

    /** Takes the items in memory; the position from which to read on, or 0 when that was all or enough. */
    synchronized long drain(String agentId, int limit, InboxView view, List<InboxItem> items) {
        AgentQueue queue = queues.get(agentId);
        if (queue == null) {
            return 0;
        }
        queue.drain(limit, view, items);
        deadLetters.track(queue);
        return items.size() < limit ? queue.spilledFrom() : 0;
    }

    /** Position from which to read what waits for a reader of an agent's inbox; 0 when nothing does. */
    synchronized long waitingFrom(String agentId, InboxView view) {
        AgentQueue queue = queues.get(agentId);
        return queue == null ? 0 : queue.waitingFrom(view);
    }

    /** Adds the requeued items, which come first; none of them is taken. */
    synchronized void peekRequeued(String agentId, InboxView view, int limit, List<InboxItem> items) {
        withQueue(agentId, queue -> queue.peekRequeued(view, limit, items));
    }

    /** Adds the items among these entries that wait for a reader; none of them is taken. */
    synchronized void peek(String agentId, List<LogEntry> read, InboxView view, int limit, List<InboxItem> items) {
        withQueue(agentId, queue -> queue.peek(read, view, limit, routed, items));
    }

    /**
     * Puts spilled entries back into the queue.
     *
     * @param read entries of the log from there on, at most a chunk
     * @param sure the place up to which the log was {@link #routed} before it was read: entries missing up to here
     *        were deleted
     */
    synchronized void refill(String agentId, long from, List<LogEntry> read, long sure) {
        withQueue(agentId, queue -> {
            queue.refill(from, read, sure, routed);
            deadLetters.track(queue);
        });
    }

    /** True if a loss is no fact yet. */
    synchronized boolean hasUnwritten() {
        return deadLetters.hasUnwritten();
    }

    /** Facts about the losses of agents that had not acknowledged all entries before the new first one. */
    synchronized List<DeliveryFact> expireBefore(long first) {
        List<DeliveryFact> facts = new ArrayList<>();
        for (AgentQueue queue : queues.values()) {
            long settled = queue.settledTo();
            if (settled < first - 1) {
                facts.add(queue.gone(settled + 1, first - 1));
                facts.add(new DeliveryFact.Acknowledged(queue.agentId(), first - 1));
            }
        }
        return facts;
    }

    synchronized boolean isCallingInMemory(String agentId, InboxView view) {
        AgentQueue queue = queues.get(agentId);
        return queue != null && queue.isCallingInMemory(view);
    }

    synchronized long uncheckedFrom(String agentId) {
        AgentQueue queue = queues.get(agentId);
        return queue == null ? 0 : queue.uncheckedFrom(routed);
    }

    /** True if something calls among the entries read, when the log had been {@link #routed} as far as is sure. */
    synchronized boolean isCalling(String agentId, List<LogEntry> read, InboxView view, long sure) {
        AgentQueue queue = queues.get(agentId);
        return queue != null && queue.isCalling(read, view, sure, routed);
    }

    /** True if an acknowledgement has a new position; refuses positions that the log has not reached yet. */
    synchronized boolean isNewAcknowledgement(String agentId, long upTo) {
        if (upTo < 0 || upTo > routed) {
            throw new IllegalArgumentException(
                    "cannot acknowledge up to " + upTo + ": the log was routed up to " + routed);
        }
        AgentQueue queue = queues.get(agentId);
        return queue != null && upTo > queue.acknowledged();
    }

    /** Of these items, those that are neither acknowledged nor settled. */
    synchronized List<InboxItem> open(String agentId, List<InboxItem> items) {
        AgentQueue queue = queues.get(agentId);
        return queue == null ? List.of() : items.stream().filter(item -> queue.isOpen(item.sequence())).toList();
    }

    /** Numbers of the requeued entries up to that one that the agent took and has not acknowledged. */
    synchronized Set<Long> takenAgain(String agentId, long upTo) {
        AgentQueue queue = queues.get(agentId);
        return queue == null ? Set.of() : queue.redelivery().takenUpTo(upTo);
    }

    /** Requeued entries of every agent that are not in memory. */
    synchronized Map<String, Set<Long>> requeuedOnDisk() {
        Map<String, Set<Long>> missing = new LinkedHashMap<>();
        queues.values().forEach(queue -> missing.put(queue.agentId(), queue.redelivery().onDisk()));
        return missing;
    }

    /** Makes the taken entries of an agent wait again; requeued ones are on disk until they are delivered again. */
    synchronized Set<Long> returnTaken(String agentId) {
        AgentQueue queue = queues.get(agentId);
        if (queue == null) {
            return Set.of();
        }
        queue.returnTaken();
        return queue.redelivery().onDisk();
    }

    /** Puts a requeued entry of the log into the queue of its agent; returns the calls that it makes due. */
    synchronized List<WakeCall> deliverAgain(String agentId, LogEntry entry) {
        List<WakeCall> dueWakeCalls = new ArrayList<>();
        withQueue(agentId, queue -> {
            if (queue.deliverAgain(entry)) {
                addWakeCall(queue, dueWakeCalls);
            }
        });
        return dueWakeCalls;
    }

    /** Refuses so many more requeued entries of that agent when there would be too many. */
    synchronized void requireRequeueLimit(String agentId, int more) {
        AgentQueue queue = queues.get(agentId);
        if (queue != null && queue.redelivery().requeuedCount() + more > DeadLetterLog.MAX_LETTERS) {
            throw new InboxLimitException("too many requeued signals", "agent \"" + agentId + '"',
                    DeadLetterLog.MAX_LETTERS);
        }
    }

    /** True if a subscription of that agent matches the entry. */
    synchronized boolean isSubscribed(String agentId, LogEntry entry) {
        AgentQueue queue = queues.get(agentId);
        return queue != null && queue.isSubscribed(entry);
    }

    /** Dead letter for an item that no turn of the agent answered. */
    synchronized DeliveryFact.DeadLettered givenUp(String agentId, InboxItem item, String reason) {
        AgentQueue queue = queueOf(agentId, routed);
        return queue.givenUp(item, reason);
    }

    synchronized List<WakeCall> attach(String agentId, Runnable wake) {
        AgentQueue queue = queues.get(agentId);
        if (queue == null) {
            throw new UnknownAgentException(agentId);
        }
        queue.attach(wake);
        List<WakeCall> dueWakeCalls = new ArrayList<>();
        if (queue.isWakingDue()) {
            addWakeCall(queue, dueWakeCalls);
        }
        return dueWakeCalls;
    }

    synchronized void detach(String agentId, Runnable wake) {
        withQueue(agentId, queue -> queue.wakeState().detach(wake));
    }

    synchronized void retryWake(String agentId) {
        withQueue(agentId, queue -> queue.wakeState().retry());
    }

    /** Losses that are no fact yet; each stays visible until it is one. */
    synchronized List<DeliveryFact> unwritten() {
        return deadLetters.drainUnwritten();
    }

    synchronized List<DeadLetter> deadLetters() {
        return deadLetters.all();
    }

    synchronized long deadLetterCount() {
        return deadLetters.omittedCount() + deadLetters.all().size();
    }

    synchronized @Nullable InboxStatus status(String agentId) {
        AgentQueue queue = queues.get(agentId);
        return queue == null ? null : queue.status();
    }

    /** Position before which a restart need not read again, with the agents that are exceptions. */
    synchronized DeliveryFact.AllPassed passed() {
        Set<String> busy = new LinkedHashSet<>();
        queues.values().stream().filter(queue -> !queue.isIdle()).forEach(queue -> busy.add(queue.agentId()));
        return new DeliveryFact.AllPassed(routed, busy);
    }

    /** The last entry that a restart need not examine for any agent. */
    synchronized long settledTo() {
        return queues.values().stream().mapToLong(AgentQueue::settledTo).min().orElse(Long.MAX_VALUE);
    }

    /** The highest position of the log in any fact. */
    synchronized long maxPlace() {
        return queues.values().stream().mapToLong(AgentQueue::maxPlace).max().orElse(0);
    }

    /** The minimum of facts for the same state; the last one ends them. */
    synchronized List<DeliveryFact> snapshot() {
        List<DeliveryFact> facts = new ArrayList<>();
        queues.values().forEach(queue -> facts.add(new DeliveryFact.AgentKnown(queue.agentId(), queue.acknowledged())));
        subscriptions.values().forEach(it -> facts.add(new DeliveryFact.Subscribed(it)));
        facts.addAll(deadLetters.facts());
        queues.values().forEach(queue -> queue.skipped()
                .forEach((taken, to) -> facts.add(new DeliveryFact.Skipped(queue.agentId(), taken, to))));
        queues.values().forEach(queue -> facts.addAll(queue.redelivery().facts(queue.agentId())));
        facts.add(new DeliveryFact.Forgotten(deadLetters.omittedCount()));
        return facts;
    }

    private AgentQueue queueOf(String agentId, long after) {
        return queues.computeIfAbsent(agentId, id -> new AgentQueue(id, config, clock, transitions, after));
    }

    private void subscribe(Subscription it) {
        AgentQueue queue = queueOf(it.agentId(), it.after());
        queue.put(it);
        subscriptions.put(it.key(), it);
        index.add(Pattern.of(it.pattern(), PatternDialect.DURABLE), queue);
    }

    private void unsubscribe(SubscriptionKey key) {
        AgentQueue queue = queues.get(key.agentId());
        if (queue != null && subscriptions.remove(key) != null && !queue.remove(key)) {
            index.remove(Pattern.of(key.pattern(), PatternDialect.DURABLE), queue);
        }
    }

    private void requireSubscriptionLimit(String agentId) {
        requireAgentLimit(agentId);
        AgentQueue queue = queues.get(agentId);
        if (queue != null && queue.subscriptions().size() >= config.maxSubscriptionsPerAgent()) {
            throw new InboxLimitException("too many subscriptions", "agent \"" + agentId + '"',
                    config.maxSubscriptionsPerAgent());
        }
        if (subscriptions.size() >= config.maxSubscriptions()) {
            throw new InboxLimitException("too many subscriptions", "one host", config.maxSubscriptions());
        }
    }

    private void addDeadLetter(DeliveryFact.DeadLettered dead) {
        deadLetters.markWritten(dead);
        if (dead.letter().reason() == DeadLetter.Reason.FULL) {
            withQueue(dead.letter().agentId(), queue -> queue.addSkipped(dead.taken(), dead.letter().to()));
        } else if (dead.letter().reason() == DeadLetter.Reason.EXPIRED) {
            withQueue(dead.letter().agentId(), queue -> queue.expire(dead.taken(), dead.letter().to()));
        } else if (dead.letter().reason() == DeadLetter.Reason.TURN_FAILED) {
            withQueue(dead.letter().agentId(), queue -> queue.settle(dead.letter().to()));
        }
    }

    private void rewind(long to) {
        queues.values().forEach(queue -> queue.rewind(to));
        subscriptions.replaceAll((key, it) -> it.withAfter(Math.min(it.after(), to)));
    }

    private void addWakeCall(AgentQueue queue, List<WakeCall> dueWakeCalls) {
        Runnable wake = queue.wakeState().wake();
        if (wake != null) {
            dueWakeCalls.add(new WakeCall(queue.agentId(), wake, routed));
        }
    }

    private void withQueue(String agentId, Consumer<AgentQueue> act) {
        AgentQueue queue = queues.get(agentId);
        if (queue != null) {
            act.accept(queue);
        }
    }
}
