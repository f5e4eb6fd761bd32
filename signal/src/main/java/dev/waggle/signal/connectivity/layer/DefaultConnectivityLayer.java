package dev.waggle.signal.connectivity.layer;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException.ReentrancyException;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.SelectedAudienceResolver;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.connectivity.layer.CallbackDispatcher.Announcement;
import dev.waggle.signal.connectivity.thread.EmitValidator;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.SignalClassRegistry;
import dev.waggle.signal.connectivity.thread.ThreadFact;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.connectivity.thread.ThreadQueries;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/**
 * Connectivity layer that logs every fact before applying it and can be restored from the log.
 *
 * <pre>
 *   emit -> check -> | repeat? -> room? -> write down -> supersede, store | -> resolve audience -> hook -> callbacks
 *                    '------------- under the lock of the thread ---------'
 * </pre>
 *
 * <ul>
 * <li><b>Repeats.</b> The oldest open signal of the same source, class and audience suppresses a repeat, if it is at
 * least as urgent and in the window. Never suppressed: critical signals, escalations with a new summary, and
 * replacements. So a low signal without confidence is suppressed by any open one of its source, class and audience.
 * <li><b>Active</b> is a signal for which a callback was registered. It becomes active after its callbacks ran; while
 * they run it is emitted.
 * <li><b>Callbacks</b> registered when something happens are notified, in order of registration, with the signal's
 * state at that moment. Callbacks added meanwhile receive later events.
 * <li><b>Critical</b> signals of any class reach the hook and stay open until the coordinator of their thread has
 * acknowledged them. Until then they cannot be resolved and do not expire. A successor inherits the duty.
 * <li><b>Steps.</b> A signal expires when its thread reaches its step, and if that is reached already, with the next.
 * <li><b>Limits of callbacks.</b> The configuration limits the depth of nested operations. One outside operation
 * causes at most 100,000, all callbacks together, each counted by the operation that it makes. One more is refused
 * with a {@link ReentrancyException}. A callback that answers more expired signals than that uses another Java
 * thread.
 * <li><b>Order.</b> Signals of a thread have one order, their sequence. Events caused by one Java thread are
 * announced in the order of their causes, depth first: a signal that the hook or a callback closes is announced as
 * closed before the later callbacks hear of its emission. Otherwise the events of one signal are announced in the order
 * of its states, between Java threads too, and those of different signals in no order. A Java thread never waits for
 * the callbacks of another one. So when a signal is closed before or while another Java thread announces its emission,
 * that thread announces the end as well, afterwards. So does a thread that closes it before it calls the hook and the
 * callbacks: for a subscriber of its fact, a callback of the signal that it replaced, or the resolver.
 * <li><b>Failures</b> of callbacks, hook, resolver and ledger notices go to the failure handler, not to the caller.
 * When the ledger refuses a fact, the operation is refused and nothing has changed.
 * <li><b>Closing a thread</b> discards it, acknowledged or not; a later one of the same name starts empty.
 * </ul>
 *
 * <p>Thread-safe. Each coordination thread has a lock of its own; none is held while foreign code runs. The cost of
 * emitting, querying and advancing depends at most logarithmically on the number of signals in a thread. Emitting to
 * all costs as much as any other: the list of recipients is shared. After the clock has stepped back, a query whose
 * {@code since} or {@code before} lies between the two times also visits signals that do not pass. Each costs as much
 * as a result, up to all that lie between in sequence.
 */
public final class DefaultConnectivityLayer implements ConnectivityLayer, AutoCloseable {

    private final ThreadRegistry threads;
    private final SignalClassRegistry classes;
    private final FactWriter writer;
    private final CallbackDispatcher callbacks;
    private final ReentrancyLimit reentrancy;
    private final EmitPipeline pipeline;
    private volatile boolean closed;

    private DefaultConnectivityLayer(World world, ConnectivityLayerConfig config) {
        this.threads = new ThreadRegistry(config);
        this.classes = new SignalClassRegistry(config.signalClasses());
        this.writer = new FactWriter(world, config.ledger(), threads);
        this.callbacks = new CallbackDispatcher(config);
        this.reentrancy = new ReentrancyLimit(config.maxDepth());
        this.pipeline = new EmitPipeline(threads, writer, callbacks, reentrancy);
    }

    /** Creates an empty layer. */
    public static DefaultConnectivityLayer create(World world, ConnectivityLayerConfig config) {
        return new DefaultConnectivityLayer(world, config);
    }

    /**
     * Restores a layer from a log: the same threads, steps, signals, states, components and acknowledgements. Entries
     * that are no facts of a layer are ignored. Three kinds of facts are omitted and reported to the failure handler:
     * of another emitter ({@link FactLedger#EMISSION}), not acceptable at emit, or contradicting earlier ones.
     * Callbacks and the resolver have to be registered anew. Nothing is appended here.
     *
     * <p>A signal of a product's class gets the definition that {@code config} registers under its name, even if it
     * was logged with an earlier one. Without a registration it keeps the definition in the log. It is found, counted
     * and closed like any other, but new signals of its class are refused.
     */
    public static DefaultConnectivityLayer restore(World world, ConnectivityLayerConfig config, List<LogEntry> log) {
        DefaultConnectivityLayer layer = new DefaultConnectivityLayer(world, config);
        new LogRestorer(layer.threads, layer.classes, layer.callbacks).replay(log);
        return layer;
    }

    /** Restores from a journal page by page, so it may be longer than one list in memory. */
    public static DefaultConnectivityLayer restore(World world, ConnectivityLayerConfig config, Journal journal) {
        DefaultConnectivityLayer layer = new DefaultConnectivityLayer(world, config);
        new LogRestorer(layer.threads, layer.classes, layer.callbacks).replay(journal);
        return layer;
    }

    /**
     * {@inheritDoc}
     *
     * @throws CapacityException when the thread has no room
     * @throws ReentrancyException when a limit of callbacks is exceeded
     */
    @Override
    public EmitReceipt emit(EmitSignalInput input) {
        requireOpen();
        return pipeline.emit(EmitValidator.check(input, classes));
    }

    @Override
    public ConnectivitySignal resolve(String signalId) {
        requireOpen();
        reentrancy.requireRoom("resolve");
        LoggedSignal signal = threads.require("signalId", signalId);
        writer.awaitRoom();
        Optional<List<Announcement>> resolved = threads.withThreadOf("signalId", signalId, log -> {
            if (signal.current().state() == SignalState.RESOLVED) {
                return Optional.empty();
            }
            LoggedSignal target = log.requireResolvable(signalId);
            writer.append(log, new ThreadFact.Resolved(log.threadId(), signalId));
            log.resolve(target);
            return Optional.of(callbacks.announcementsOf(List.of(target), SignalEvent.RESOLVED));
        });
        resolved.ifPresent(this::announce);
        return signal.current();
    }

    @Override
    public ConnectivitySignal acknowledge(String signalId, String by) {
        requireOpen();
        String coordinator = EmitValidator.name("by", by);
        LoggedSignal _ = threads.require("signalId", signalId);
        prepareChange("acknowledge");
        ConnectivitySignal acknowledged = threads.withThreadOf("signalId", signalId, log -> {
            LoggedSignal target = log.requireAcknowledgeable(signalId, coordinator);
            if (!target.current().acknowledged()) {
                writer.append(log, new ThreadFact.Acknowledged(log.threadId(), signalId, coordinator));
                log.acknowledge(target);
            }
            return target.current();
        });
        releaseFacts();
        return acknowledged;
    }

    @Override
    public Optional<ConnectivitySignal> get(String signalId) {
        return Optional.ofNullable(threads.find(EmitValidator.present("signalId", signalId)))
                .map(LoggedSignal::current);
    }

    @Override
    public List<ConnectivitySignal> query(SignalQuery query) {
        String threadId = EmitValidator.present("query", query).threadId();
        return threads.ifPresent(threadId, log -> ThreadQueries.query(log, query), List::of);
    }

    @Override
    public void advanceStep(String threadId) {
        requireOpen();
        reentrancy.requireRoom("advanceStep");
        String name = EmitValidator.name("threadId", threadId);
        writer.awaitRoom();
        announce(threads.withThread(name, log -> {
            List<String> due = log.expiringNext().stream().map(LoggedSignal::id).toList();
            writer.append(log, new ThreadFact.Advanced(threadId, log.step() + 1, due));
            return callbacks.announcementsOf(log.advance(), SignalEvent.EXPIRED);
        }));
    }

    /** Adds a component, which is among the recipients of signals to all; a second time changes nothing. */
    public void register(String threadId, String componentId) {
        ThreadFact fact = new ThreadFact.Registered(EmitValidator.name("threadId", threadId),
                EmitValidator.name("componentId", componentId));
        change(fact, log -> !log.members().hasComponent(componentId),
                log -> log.members().register(componentId));
    }

    /** Sets the coordinator of a thread, in place of the one before; the default is {@code coordinator}. */
    public void registerCoordinator(String threadId, String id) {
        ThreadFact fact = new ThreadFact.CoordinatorRegistered(EmitValidator.name("threadId", threadId),
                EmitValidator.name("id", id));
        change(fact, log -> !log.members().coordinator().equals(id), log -> log.members().registerCoordinator(id));
    }

    /** Removes a component or a coordinator; harmless when it is not registered. */
    public void unregister(String threadId, String id) {
        ThreadFact fact = new ThreadFact.Unregistered(EmitValidator.name("threadId", threadId),
                EmitValidator.name("id", id));
        change(fact, log -> log.members().isRegistered(id), log -> log.members().unregister(id));
    }

    /**
     * Discards a thread and frees its memory; harmless when it is absent. Its signals are not found any more, and
     * none of them waits for an acknowledgement. A later emit begins a new thread of that name.
     */
    public void closeThread(String threadId) {
        ThreadFact fact = new ThreadFact.ThreadClosed(EmitValidator.name("threadId", threadId));
        requireOpen();
        prepareChange("closeThread");
        boolean ended = threads.ifPresent(threadId, log -> {
            writer.append(log, fact);
            threads.close(log);
            return true;
        }, () -> false);
        if (ended) {
            releaseFacts();
        }
    }

    /** True if nothing blocks the final answer of coordination; {@link #convergence} names the obstacles. */
    public boolean isConverged(String threadId) {
        return threads.ifPresent(threadId, ThreadQueries::isConverged, () -> true);
    }

    /** Returns the obstacles to the convergence of a thread; an unknown thread has converged. */
    public Convergence convergence(String threadId) {
        return threads.ifPresent(threadId, ThreadQueries::convergence,
                () -> new Convergence(List.of(), List.of(), List.of()));
    }

    /** Returns the signals that wait for the coordinator's acknowledgement, oldest first. */
    public List<ConnectivitySignal> awaitingAcknowledgement(String threadId) {
        return threads.ifPresent(threadId, log -> log.counters().awaitingAcknowledgement(), List::of);
    }

    /** Returns the sources with more than {@value CrowdedSource#GUIDELINE} open signals besides handoffs. */
    public List<CrowdedSource> crowdedSources(String threadId) {
        return threads.ifPresent(threadId, log -> log.counters().crowded(), List::of);
    }

    /** Returns the counters of a thread; they are zero for an unknown one. */
    public ThreadStats stats(String threadId) {
        return threads.ifPresent(threadId, ThreadQueries::stats, () -> ThreadStats.EMPTY);
    }

    /** Returns the number of suppressed repeats of that signal since this process knows it. */
    public int suppressedRepeats(String signalId) {
        return threads.withThreadOf("signalId", signalId, log -> log.require(signalId, "signalId").suppressedRepeats());
    }

    @Override
    public void registerSelectedResolver(SelectedAudienceResolver resolver) {
        callbacks.setResolver(EmitValidator.present("resolver", resolver));
    }

    @Override
    public void onSignal(SignalCallback callback) {
        callbacks.add(EmitValidator.present("callback", callback));
    }

    @Override
    public void offSignal(SignalCallback callback) {
        callbacks.remove(EmitValidator.present("callback", callback));
    }

    /**
     * Closes the layer: every change is refused from now on with a {@link ConnectivityException}. Queries still work.
     * The ledger stays open.
     */
    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new ConnectivityException("the layer is closed");
        }
    }

    private void prepareChange(String operation) {
        reentrancy.requireRoom(operation);
        writer.awaitRoom();
    }

    /** Lets the ledger deliver its facts; it may call the layer, within the limits of callbacks. */
    private void releaseFacts() {
        reentrancy.enter(() -> {
            callbacks.releaseFacts();
            return true;
        });
    }

    private void announce(List<Announcement> announcements) {
        reentrancy.enter(() -> {
            callbacks.releaseFacts();
            announcements.forEach(callbacks::announce);
            return announcements.size();
        });
    }

    private void change(ThreadFact fact, Predicate<ThreadLog> isNews, Consumer<ThreadLog> change) {
        requireOpen();
        prepareChange("a change of who is registered");
        boolean changed = threads.withThread(fact.threadId(), log -> {
            if (!isNews.test(log)) {
                return false;
            }
            writer.append(log, fact);
            change.accept(log);
            return true;
        });
        if (changed) {
            releaseFacts();
        }
    }
}
