package dev.waggle.journal.inbox;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.inbox.wake.TransitionAnnouncer;
import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Service of durable subscriptions, with an inbox for every agent that has some. May be used by many threads.
 *
 * <ul>
 * <li><b>Once.</b> An agent gets a signal once, for any number of matching subscriptions; the item names them. It does
 * not get its own signals, unless a subscription includes them. The emission, which the host authenticated, determines
 * the author of a signal. The source is only a claim, so an agent gets a signal of the host in its own name.
 * <li><b>Order.</b> Each inbox has the order of the log. A subscription covers the entries that the log records after
 * it was made, by position and not by clock.
 * <li><b>At delivery</b> the subscriptions of that moment count. An agent that unsubscribes and subscribes again while
 * a signal waits does not get it, because the new subscription begins behind it.
 * <li><b>Durable.</b> Every change is on the disk when its call returns, for any durability of the log. Items that
 * were taken and not acknowledged are delivered again after a restart. So is the count of their attempts. An item that
 * is given up is a dead letter and can be {@link #requeue requeued}.
 * <li><b>Bounds</b> are set by {@link InboxConfig}.
 * </ul>
 */
public final class InboxService implements InboxBroker, AutoCloseable {

    /** Number of log entries between records of the position without mail; a restart reads no more than that. */
    static final int PASS_INTERVAL = 10_000;

    private final FileJournal log;
    private final World world;
    private final FailureHandler failures;
    private final InboxRouter router;
    private final DeliveryFactLog facts;
    private final RequeueSelector requeueable;
    private final BackgroundExecutor executor;
    private final TransitionAnnouncer announcer;
    private final Closeable following;
    private final AtomicLong passed = new AtomicLong();
    private final AtomicBoolean isCondensing = new AtomicBoolean();
    private final AtomicBoolean isWriteScheduled = new AtomicBoolean();
    private final ReentrantLock writeLock = new ReentrantLock();

    private InboxService(FileJournal log, World world, FailureHandler failures, InboxRouter router,
            DeliveryFactLog facts) {
        this.log = log;
        this.world = world;
        this.failures = failures;
        this.router = router;
        this.facts = facts;
        this.requeueable = new RequeueSelector(log::read, router);
        this.executor = new BackgroundExecutor(failures);
        this.announcer = new TransitionAnnouncer(router.transitions(), executor::execute, world, failures);
        restore();
        this.following = log.follow(this::route);
    }

    /**
     * Opens the inboxes with facts in {@code <data>/inboxes}; creates them when there are none. Only the caller
     * appends to the log until this returns; it closes the log after this.
     *
     * @param failures receives failures of wakes and of background work, and damage in the facts, see {@link #recovery}
     * @throws UncheckedIOException when the facts or the log cannot be read
     */
    public static InboxService open(Path data, FileJournal log, InboxConfig config, World world,
            FailureHandler failures) {
        InboxRouter router = new InboxRouter(config, world::now);
        DeliveryFactLog facts = DeliveryFactLog.open(data, world, router, config.condenseFrom());
        try {
            reportRecovery(facts.recovery(), failures);
            return new InboxService(log, world, failures, router, facts);
        } catch (RuntimeException | Error failed) {
            facts.close();
            throw failed;
        }
    }

    /**
     * Findings, and repairs if any, of the opening of the delivery facts. A damaged fact does not apply: a
     * subscription may be missing, or acknowledged items are delivered again. All others apply.
     */
    public RecoveryReport recovery() {
        return facts.recovery();
    }

    @Override
    public void registerAgent(String agentId) {
        String id = SubscriptionNames.normalAgent("agentId", agentId);
        facts.exclusively(() -> {
            if (!router.isKnown(id)) {
                router.requireAgentLimit(id);
                facts.appendAndApply(new DeliveryFact.AgentKnown(id, router.routed()));
            }
            return id;
        });
    }

    @Override
    public boolean isKnown(String agentId) {
        return router.isKnown(agentId);
    }

    /** All agents, in the order in which they became known. */
    public List<String> agents() {
        return router.agents();
    }

    @Override
    public Subscription subscribe(SubscriptionRequest request) {
        Subscription made = facts.exclusively(() -> {
            boolean wasKnown = router.isKnown(request.agentId());
            if (request.isForAnother() && !wasKnown) {
                throw new UnknownAgentException(request.agentId());
            }
            return place(request, wasKnown);
        });
        condenseIfDue();
        return made;
    }

    /** Ends the subscription of exactly that pattern to signals without a tenant. */
    public boolean unsubscribe(String caller, String agentId, String pattern) {
        return unsubscribe(caller, agentId, pattern, null);
    }

    @Override
    public boolean unsubscribe(String caller, String agentId, String pattern, @Nullable String tenant) {
        SubscriptionKey key = SubscriptionKey.of(agentId, pattern, tenant);
        String id = key.agentId();
        boolean isAnother = !id.equals(SubscriptionNames.normalAgent("caller", caller));
        boolean removed = facts.exclusively(() -> {
            if (isAnother && !router.isKnown(id)) {
                throw new UnknownAgentException(id);
            }
            boolean isThere = router.find(key) != null;
            if (isThere) {
                facts.appendAndApply(new DeliveryFact.Unsubscribed(key));
            }
            return isThere;
        });
        condenseIfDue();
        return removed;
    }

    /** The subscription of exactly that pattern to signals without a tenant. */
    public Optional<Subscription> subscription(String agentId, String pattern) {
        return subscription(agentId, pattern, null);
    }

    /** The subscription of exactly that pattern and tenant. */
    public Optional<Subscription> subscription(String agentId, String pattern, @Nullable String tenant) {
        return Optional.ofNullable(router.find(SubscriptionKey.of(agentId, pattern, tenant)));
    }

    /** The subscriptions of an agent, in the order in which they were made. */
    public List<Subscription> subscriptions(String agentId) {
        return router.of(agentId);
    }

    /** All subscriptions, in the order in which they were made. */
    public List<Subscription> subscriptions() {
        return router.all();
    }

    /**
     * Works for an agent that is not known yet, too: it is empty until it subscribes. An acknowledgement is on the
     * disk when it returns. Callers first ensure that the answer is, with {@link FileJournal#sync}.
     */
    @Override
    public Inbox inboxOf(String agentId) {
        return inbox(agentId, InboxView.COMPLETE);
    }

    /**
     * The inbox of an agent of a solve. Bookkeeping that no subscription asks for or names neither waits nor calls
     * there, and it occupies no room. The reader of this inbox skips it for good.
     */
    @Override
    public Inbox inboxInSolve(String agentId) {
        return inbox(agentId, InboxView.SOLVE);
    }

    @Override
    public List<InboxItem> waiting(String agentId, int limit) {
        return inbox(agentId, InboxView.COMPLETE).peek(limit);
    }

    @Override
    public List<InboxItem> waitingInSolve(String agentId, int limit) {
        return inbox(agentId, InboxView.SOLVE).peek(limit);
    }

    private AgentInbox inbox(String agentId, InboxView view) {
        return new AgentInbox(agentId, view, router, log::read, facts::appendAndApply,
                this::condenseIfDue, this::drained);
    }

    /**
     * Attaches a wake call for a sleeping agent. It runs once when its inbox gets an item, or at once when there is one
     * now. It runs again only after a drain found the inbox empty. So a woken agent drains until the inbox is empty.
     * The wake runs on a thread of its own. When it throws, that is a dead letter, and the next arrival tries again.
     *
     * @return ends it
     * @throws UnknownAgentException when there is no such agent
     * @throws IllegalStateException when it has a wake already
     */
    public Runnable attachWake(String agentId, Runnable wake) {
        router.attach(agentId, wake).forEach(this::wake);
        announcer.announce();
        return () -> router.detach(agentId, wake);
    }

    /**
     * Announces by signals that agents with a wake are woken by mail ({@code agent:<id>:wake}), and that their inbox
     * was found empty ({@code agent:<id>:sleep}). The source is the agent, and the tenant that of its mail. Mail that
     * tells of this causes no such signal. The signals are information only: nothing reacts to their type.
     *
     * @param generator appends such a signal; it is called on a thread of its own, in order
     */
    public void announceTransitions(BiConsumer<Signal, Emission> generator) {
        announcer.start(generator);
    }

    @Override
    public List<DeadLetter> deadLetters() {
        return router.deadLetters();
    }

    @Override
    public List<Long> requeue(String agentId, Collection<Long> sequences) {
        String id = SubscriptionNames.normalAgent("agentId", agentId);
        List<LogEntry> again = new ArrayList<>();
        Set<Long> numbers = new TreeSet<>(sequences);
        boolean isChanged = facts.exclusively(() -> {
            again.addAll(requeueable.select(id, numbers));
            if (!again.isEmpty()) {
                facts.appendAndApply(new DeliveryFact.Requeued(id, numbers));
            }
            return !again.isEmpty();
        });
        if (isChanged) {
            again.forEach(entry -> router.deliverAgain(id, entry).forEach(this::wake));
            announcer.announce();
            condenseIfDue();
        }
        return again.stream().map(LogEntry::sequence).toList();
    }

    @Override
    public List<Long> requeueAll(String agentId) {
        String id = SubscriptionNames.normalAgent("agentId", agentId);
        return requeue(id, requeueable.deliverable(id));
    }

    /**
     * Makes items wait again that a reader took and did not acknowledge. For a reader that has ended while this service
     * goes on, such as another process.
     */
    public void returnTaken(String agentId) {
        for (long sequence : router.returnTaken(agentId)) {
            log.read(sequence, 1).stream().filter(entry -> entry.sequence() == sequence)
                    .forEach(entry -> router.deliverAgain(agentId, entry).forEach(this::wake));
        }
    }

    /** Number of dead letters of all time. */
    public long deadLetterCount() {
        return router.deadLetterCount();
    }

    /** Status of the inbox of a known agent. */
    public Optional<InboxStatus> status(String agentId) {
        return Optional.ofNullable(router.status(agentId));
    }

    /** Ends delivery; waiting signals come when it is opened again. Closing twice is harmless. */
    @Override
    public void close() {
        announcer.close();
        try {
            following.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        executor.close();
        if (!facts.isOpen()) {
            return;
        }
        try (facts) {
            writeDeadLetters();
            facts.finish(router::passed);
        }
    }

    private static void reportRecovery(RecoveryReport recovery, FailureHandler failures) {
        if (!recovery.isClean()) {
            String kept = recovery.damages().isEmpty()
                    ? ""
                    : "\nThey are left as they are and not condensed any more.";
            FailureHandler.report(failures, new IllegalStateException(recovery.message() + kept),
                    "opening the delivery facts");
        }
    }

    private Subscription place(SubscriptionRequest request, boolean wasKnown) {
        Subscription old = router.find(request.key());
        Subscription made = router.place(request, world.now());
        try {
            facts.append(new DeliveryFact.Subscribed(made));
            return made;
        } catch (RuntimeException | Error failed) {
            router.undo(made, old, wasKnown);
            throw failed;
        }
    }

    private void restore() {
        long last = log.lastSequence();
        new InboxLoader(log::read, router, facts::appendAndApply, world::now).load(last);
        passed.set(last);
        writeDeadLetters();
    }

    private void route(List<LogEntry> entries) {
        InboxRouter.RoutingResult calls = router.route(entries);
        calls.wakeCalls().forEach(this::wake);
        announcer.announce();
        if (calls.hasDeadLetters() && isWriteScheduled.compareAndSet(false, true)) {
            executor.execute("writing dead letters", this::writeDeadLetters);
        }
        long now = entries.getLast().sequence();
        long before = passed.get();
        if (now - before >= PASS_INTERVAL && passed.compareAndSet(before, now)) {
            executor.execute("storing the position up to which inboxes are empty", () -> {
                if (facts.isOpen()) {
                    facts.appendAndApply(router.passed());
                    condenseIfDue();
                }
            });
        }
    }

    private void drained() {
        if (router.hasUnwritten()) {
            writeDeadLetters();
        }
        announcer.announce();
    }

    private void writeDeadLetters() {
        isWriteScheduled.set(false);
        writeLock.lock();
        try {
            router.unwritten().forEach(facts::appendAndApply);
        } finally {
            writeLock.unlock();
        }
    }

    private void wake(InboxRouter.WakeCall wakeCall) {
        executor.execute("waking agent " + wakeCall.agentId(), () -> {
            try {
                wakeCall.wake().run();
            } catch (Throwable failed) {
                router.retryWake(wakeCall.agentId());
                FailureHandler.report(failures, failed, "waking agent " + wakeCall.agentId());
                facts.appendAndApply(new DeliveryFact.DeadLettered(
                        new DeadLetter(wakeCall.agentId(), wakeCall.sequence(), wakeCall.sequence(), 1,
                                DeadLetter.Reason.WAKE_FAILED, String.valueOf(failed), world.now()),
                        0));
            }
        });
    }

    private void condenseIfDue() {
        if (facts.isCondensingDue() && isCondensing.compareAndSet(false, true)) {
            executor.execute("condensing the delivery facts", () -> {
                isCondensing.set(false);
                facts.condense();
            });
        }
    }
}
