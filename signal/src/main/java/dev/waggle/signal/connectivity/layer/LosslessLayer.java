package dev.waggle.signal.connectivity.layer;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.signal.connectivity.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.CrowdedSource;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.Ledger;
import dev.waggle.signal.connectivity.NestingException;
import dev.waggle.signal.connectivity.SelectedAudienceResolver;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalEvent;
import dev.waggle.signal.connectivity.SignalNotFoundException;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.connectivity.thread.Fact;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.Readings;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.connectivity.thread.Validation;

/**
 * The layer that loses nothing.
 *
 * <pre>
 *   emit -> check -> | repeat? -> room? -> write down -> supersede, store | -> resolve audience -> hook -> callbacks
 *                    '------------- under the lock of the thread ---------'
 * </pre>
 *
 * <ul>
 * <li><b>Repeats.</b> A signal is swallowed by the oldest open one of the same source, class and audience that is at
 * least as urgent and in the window. Never swallowed: critical signals, escalations with a new summary, and whatever
 * replaces something. A low signal without confidence is swallowed whatever the audience was; for escalations a new
 * summary is the stronger rule, so a low one with other words is stored.
 * <li><b>Active</b> is a signal that somebody was there to hear. It becomes active after its callbacks ran; while they
 * run it is emitted.
 * <li><b>Who hears.</b> Whoever is registered when something happens hears of it, in order of registration, and sees
 * the signal as it stands at that moment. Callbacks added meanwhile hear of what happens later.
 * <li><b>Critical</b> signals of any class reach the hook and stay open until the coordinator of their thread has
 * acknowledged them: they cannot be resolved and do not expire. One that supersedes such a signal takes over its duty.
 * <li><b>Steps.</b> A signal expires when its thread reaches its step, and if that is reached already, with the next.
 * <li><b>Limits of callbacks.</b> Operations go at most as deep inside each other as the configuration says, and one
 * from outside sets off at most 100,000, all callbacks together, each counted by the operation that it makes. One more
 * is refused with a {@link NestingException}. Whoever answers each of more signals that expire at once hands that to
 * another Java thread, for instance with {@link #emitAsync}.
 * <li><b>Order.</b> Signals of a thread have one order, their sequence. What one Java thread causes is announced in the
 * order in which it caused it, depth first; between Java threads announcements have no order.
 * <li><b>Failures</b> of callbacks, hook, resolver and ledger notices go to the failure handler; the caller is not
 * blamed. When the ledger does not take a fact, the operation is refused and nothing has changed.
 * <li><b>Closing a thread</b> forgets it, acknowledged or not; one of the same name begins anew.
 * </ul>
 *
 * <p>Thread-safe. Each coordination thread has a lock of its own; none is held while foreign code runs. Emitting, asking
 * and advancing cost the same however many signals a thread holds, up to the logarithm. Emitting to all is as cheap as
 * any other: the list of recipients is shared.
 * After the clock has stepped back, a query whose {@code since} or {@code before} lies between the two times also looks
 * at signals that do not pass, each at the cost of a result, up to all that lie between in sequence.
 */
public final class LosslessLayer implements ConnectivityLayer, AutoCloseable {

    private final Logs logs;
    private final Scribe scribe;
    private final Announcements announcements;
    private final Nesting nesting;
    private final Emitting emitting;
    private final AsyncEmits asyncEmits = new AsyncEmits(this::emit);
    private volatile boolean closed;

    private LosslessLayer(World world, ConnectivityLayerConfig config) {
        this.logs = new Logs(config);
        this.scribe = new Scribe(world, config.ledger(), logs);
        this.announcements = new Announcements(config);
        this.nesting = new Nesting(config.maxDepth());
        this.emitting = new Emitting(logs, scribe, announcements, nesting);
    }

    /** An empty layer. */
    public static LosslessLayer create(World world, ConnectivityLayerConfig config) {
        return new LosslessLayer(world, config);
    }

    /**
     * A layer as a log left it: the same threads, steps, signals, states, components and acknowledgements. Entries that
     * are no facts of a layer are ignored. A fact that others wrote ({@link Ledger#BY_LAYER}), that would not be
     * acceptable at emit, or that contradicts those before it is omitted and reported to the failure handler. Callbacks
     * and the resolver have to be registered anew. Nothing is appended here.
     */
    public static LosslessLayer restore(World world, ConnectivityLayerConfig config, List<LogEntry> log) {
        LosslessLayer layer = new LosslessLayer(world, config);
        new Restoration(layer.logs, layer.announcements).fold(log);
        return layer;
    }

    /** Restores from a journal page by page, so it may be longer than the memory holds in one list. */
    public static LosslessLayer restore(World world, ConnectivityLayerConfig config, Journal journal) {
        LosslessLayer layer = new LosslessLayer(world, config);
        new Restoration(layer.logs, layer.announcements).fold(journal);
        return layer;
    }

    /**
     * {@inheritDoc}
     *
     * @throws CapacityException when the thread has no room
     * @throws NestingException when callbacks went too far
     */
    @Override
    public EmitReceipt emit(EmitSignalInput input) {
        requireOpen();
        return emitting.emit(Validation.check(input));
    }

    /**
     * Emits without keeping the caller waiting, on a virtual thread. The signals of one source keep their order. At most
     * 10,000 wait; one more fails at once with a {@link CapacityException}. Everything that {@link #emit} would throw
     * arrives in the stage; when the layer is closed, what waits fails.
     */
    public CompletionStage<EmitReceipt> emitAsync(EmitSignalInput input) {
        try {
            return asyncEmits.offer(Validation.check(input).source(), input);
        } catch (ConnectivityException refused) {
            return CompletableFuture.failedStage(refused);
        }
    }

    @Override
    public ConnectivitySignal resolve(String signalId) {
        requireOpen();
        nesting.requireRoom("resolve");
        LoggedSignal signal = logs.require("signalId", signalId);
        scribe.ready();
        boolean resolved = logs.withThreadOf("signalId", signalId, log -> {
            if (signal.now().state() == SignalState.RESOLVED) {
                return false;
            }
            LoggedSignal target = log.requireResolvable(signalId);
            scribe.append(log, new Fact.Resolved(log.threadId(), signalId));
            log.resolve(target);
            return true;
        });
        if (resolved) {
            tellAll(announcements.audience(), List.of(signal), SignalEvent.RESOLVED);
        }
        return signal.now();
    }

    /**
     * The coordinator took notice: a critical signal, or one that superseded it unacknowledged, may be closed from now
     * on. If its step has passed meanwhile it expires with the next. A second time changes nothing.
     *
     * @param by the coordinator of the thread; nobody else acknowledges
     * @throws SignalNotFoundException when there is none of that id
     * @throws ConnectivityException when somebody else asks or the signal is over
     */
    public ConnectivitySignal acknowledge(String signalId, String by) {
        requireOpen();
        String coordinator = Validation.name("by", by);
        LoggedSignal _ = logs.require("signalId", signalId);
        beforeChange("acknowledge");
        ConnectivitySignal acknowledged = logs.withThreadOf("signalId", signalId, log -> {
            LoggedSignal target = log.requireAcknowledgeable(signalId, coordinator);
            if (!target.now().acknowledged()) {
                scribe.append(log, new Fact.Acknowledged(log.threadId(), signalId, coordinator));
                log.acknowledge(target);
            }
            return target.now();
        });
        settle();
        return acknowledged;
    }

    @Override
    public Optional<ConnectivitySignal> get(String signalId) {
        return Optional.ofNullable(logs.find(Validation.given("signalId", signalId))).map(LoggedSignal::now);
    }

    @Override
    public List<ConnectivitySignal> query(SignalQuery query) {
        String threadId = Validation.given("query", query).threadId();
        return logs.ifThere(threadId, log -> Readings.query(log, query), List::of);
    }

    @Override
    public void advanceStep(String threadId) {
        requireOpen();
        nesting.requireRoom("advanceStep");
        String name = Validation.name("threadId", threadId);
        scribe.ready();
        List<LoggedSignal> expired = logs.in(name, log -> {
            List<String> due = log.dueNext().stream().map(LoggedSignal::id).toList();
            scribe.append(log, new Fact.Advanced(threadId, log.step() + 1, due));
            return log.advance();
        });
        tellAll(announcements.audience(), expired, SignalEvent.EXPIRED);
    }

    /** Adds a component, which is among the recipients of signals to all; a second time changes nothing. */
    public void register(String threadId, String componentId) {
        Fact fact = new Fact.Registered(Validation.name("threadId", threadId),
                Validation.name("componentId", componentId));
        change(fact, log -> !log.roster().hasComponent(componentId),
                log -> log.roster().register(componentId));
    }

    /** Names the coordinator of a thread, in place of the one before; unnamed it is {@code coordinator}. */
    public void registerCoordinator(String threadId, String id) {
        Fact fact = new Fact.CoordinatorRegistered(Validation.name("threadId", threadId), Validation.name("id", id));
        change(fact, log -> !log.roster().coordinator().equals(id), log -> log.roster().registerCoordinator(id));
    }

    /** Removes a component or a coordinator; harmless when it is not registered. */
    public void unregister(String threadId, String id) {
        Fact fact = new Fact.Unregistered(Validation.name("threadId", threadId), Validation.name("id", id));
        change(fact, log -> log.roster().isRegistered(id), log -> log.roster().unregister(id));
    }

    /**
     * Forgets a thread and frees its memory; harmless when it is not there. Its signals are not found any more, and
     * whatever waited for an acknowledgement does so no longer. A later emit begins a new thread of that name.
     */
    public void closeThread(String threadId) {
        Fact fact = new Fact.ThreadClosed(Validation.name("threadId", threadId));
        requireOpen();
        beforeChange("closeThread");
        boolean ended = logs.ifThere(threadId, log -> {
            scribe.append(log, fact);
            logs.close(log);
            return true;
        }, () -> false);
        if (ended) {
            settle();
        }
    }

    /** Whether nothing keeps coordination from the final answer; {@link #convergence} says what does. */
    public boolean isConverged(String threadId) {
        return logs.ifThere(threadId, Readings::isConverged, () -> true);
    }

    /** What keeps a thread from being settled; an unknown thread is. */
    public Convergence convergence(String threadId) {
        return logs.ifThere(threadId, Readings::convergence,
                () -> new Convergence(List.of(), List.of(), List.of()));
    }

    /** The signals that wait for the coordinator's acknowledgement, oldest first. */
    public List<ConnectivitySignal> awaitingAcknowledgement(String threadId) {
        return logs.ifThere(threadId, log -> log.tally().waiting(), List::of);
    }

    /** The sources with more than {@value CrowdedSource#GUIDELINE} open signals besides handoffs. */
    public List<CrowdedSource> crowdedSources(String threadId) {
        return logs.ifThere(threadId, log -> log.tally().crowded(), List::of);
    }

    /** A thread in numbers; an unknown one has none. */
    public ThreadStats stats(String threadId) {
        return logs.ifThere(threadId, Readings::stats, () -> ThreadStats.NONE);
    }

    /** How many repeats of that signal were swallowed since this process knows it. */
    public int swallowedRepeats(String signalId) {
        return logs.withThreadOf("signalId", signalId, log -> log.require(signalId, "signalId").swallowed());
    }

    @Override
    public void registerSelectedResolver(SelectedAudienceResolver resolver) {
        announcements.setResolver(Validation.given("resolver", resolver));
    }

    @Override
    public void onSignal(SignalCallback callback) {
        announcements.add(Validation.given("callback", callback));
    }

    @Override
    public void offSignal(SignalCallback callback) {
        announcements.remove(Validation.given("callback", callback));
    }

    /**
     * Ends changes: every operation that would change something is refused from now on with a
     * {@link ConnectivityException}, and emits that wait fail. What is there can still be read. The ledger stays open.
     */
    @Override
    public void close() {
        closed = true;
        asyncEmits.end();
    }

    private void requireOpen() {
        if (closed) {
            throw new ConnectivityException("the layer is closed");
        }
    }

    private void beforeChange(String what) {
        nesting.requireRoom(what);
        scribe.ready();
    }

    /** Lets the ledger tell what it took; it may call the layer, which may not go on for ever. */
    private void settle() {
        nesting.inside(() -> {
            announcements.settle();
            return true;
        });
    }

    private void tellAll(List<SignalCallback> audience, List<LoggedSignal> signals, SignalEvent event) {
        nesting.inside(() -> {
            announcements.settle();
            signals.forEach(signal -> announcements.tell(audience, signal, event));
            return signals.size();
        });
    }

    private void change(Fact fact, Predicate<ThreadLog> isNews, Consumer<ThreadLog> change) {
        requireOpen();
        beforeChange("a change of who is registered");
        boolean changed = logs.in(fact.threadId(), log -> {
            if (!isNews.test(log)) {
                return false;
            }
            scribe.append(log, fact);
            change.accept(log);
            return true;
        });
        if (changed) {
            settle();
        }
    }
}
