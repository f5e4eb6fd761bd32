package dev.waggle.journal.signals;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.delayed.DelayedSignals;
import dev.waggle.journal.delayed.SignalDelay;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Durable signals in one data folder: the log and delayed signals in {@code <data>/signals}, and in
 * {@code <data>/inboxes} the subscriptions and the position of each inbox.
 *
 * <pre>
 *   submit -> normalise -> append to the log -> into the inboxes, in log order -> notify listeners -> receipt
 *                     \-> schedule -> wait -/
 * </pre>
 *
 * <p>A refused signal leaves no trace; an appended one is delivered, even if listeners fail. Many threads may use a
 * service. One process at a time has a data folder open.
 */
public final class SignalService implements SignalBroker {

    /** Emission of the host's own signals. */
    public static final Emission HOST = SignalRequest.HOST;

    /**
     * Type of the event by which a bus receives the notice of a generated signal. The bus of the host
     * ({@link SignalServiceConfig#bus}) receives each one, and another bus those after {@link #publishTo}.
     */
    public static final String GENERATED = "signal.generated";

    /** Emission of these events. */
    public static final Emission EVENTS = Emission.by("signals");

    /** Default number of signals in a list of recent ones. */
    public static final int DEFAULT_RECENT = 200;

    /** Maximum number of signals listed at once. */
    public static final int MAX_RECENT = 1_000;

    private final FileJournal log;
    private final InboxService inboxes;
    private final DelayedSignals delayed;
    private final World world;
    private final @Nullable SignalBus hostBus;
    private final ListenerDispatcher dispatcher;
    private final Closeable following;

    private SignalService(Path folder, FileJournal log, InboxService inboxes, SignalServiceConfig config, World world,
            FailureHandler failures) {
        SignalBus hostBus = config.bus();
        this.log = log;
        this.inboxes = inboxes;
        this.world = world;
        this.hostBus = hostBus;
        this.dispatcher = new ListenerDispatcher(failures);
        if (hostBus != null) {
            Runnable _ = forwardTo(hostBus);
        }
        this.delayed = DelayedSignals.open(folder, log, this::append, config.delays(), world, failures);
        this.following = log.follow(dispatcher::appended);
        if (config.transitions()) {
            inboxes.announceTransitions(this::append);
        }
    }

    /** Opens a data folder; failures of listeners and wakes go to the log of the platform. */
    public static SignalService open(Path data, SignalServiceConfig config, World world) {
        return open(data, config, world, FailureHandler.LOGGING);
    }

    /**
     * Opens a data folder and continues at its end; creates it when there is none. A bus in the configuration receives
     * a notice of every signal that is generated from now on, as with {@link #publishTo}.
     *
     * @param failures receives the exceptions of listeners and wakes
     * @throws UncheckedIOException when it cannot be read and written, or another process has it open
     */
    public static SignalService open(Path data, SignalServiceConfig config, World world, FailureHandler failures) {
        Path folder = data.resolve("signals");
        FileJournal log = FileJournal.open(folder, config.log(), world);
        try {
            return open(folder, log, InboxService.open(data, log, config.inboxes(), world, failures), config, world,
                    failures);
        } catch (RuntimeException | Error failed) {
            log.close();
            throw failed;
        }
    }

    private static SignalService open(Path folder, FileJournal log, InboxService inboxes, SignalServiceConfig config,
            World world, FailureHandler failures) {
        SignalService opened;
        try {
            opened = new SignalService(folder, log, inboxes, config, world, failures);
        } catch (RuntimeException | Error failed) {
            inboxes.close();
            throw failed;
        }
        opened.delayed.start();
        return opened;
    }

    /** Generates a signal of that type from the host as the system, without data. */
    public GeneratedSignal generate(String type) {
        return generate(type, null, null);
    }

    /**
     * Generates a signal of the host. The emission is {@link #HOST}, for any named source. The named agent gets the
     * signal too, if it subscribed to it.
     */
    public GeneratedSignal generate(String type, @Nullable Source source, @Nullable JsonValue data) {
        return generate(type, source, data, HOST);
    }

    /**
     * Generates a signal. When this returns, the signal is in the log and in the inboxes of its subscribers, and the
     * listeners are notified. (A listener that generates gets its receipt first.)
     *
     * @param type its type; trimmed, not blank
     * @param source its claimed source: system, agent, webhook or process; {@code null} for system
     * @param data its data; {@code null} for none, which is not the value null
     * @param emission its emitter, authenticated by the caller
     * @throws IllegalArgumentException when a part is refused, or the whole too large; then nothing is stored
     * @throws UncheckedIOException when it could not be written; then nothing is stored, unless the message states
     *        that it may be in the log nevertheless, after a failed sync. It is delivered then when the log is opened
     *        again, if it is there
     */
    public GeneratedSignal generate(String type, @Nullable Source source, @Nullable JsonValue data, Emission emission) {
        return generate(request(type, source, data, emission), Map.of());
    }

    @Override
    public SignalReceipt submit(SignalRequest request, Map<String, JsonValue> extensions) {
        SignalDelay delay = request.delay();
        if (delay == null) {
            return generate(request, extensions);
        }
        Signal signal = checked(request, extensions, world);
        return new ScheduledSignal(delayed.schedule(signal, request.emission(), delay));
    }

    /**
     * Refuses the parts that {@link #generate} would refuse, for a caller that opens or creates a folder only for a
     * signal that it can hold.
     *
     * @throws IllegalArgumentException when a part is refused, or the whole is too large
     */
    public static void check(String type, @Nullable Source source, @Nullable JsonValue data, Emission emission,
            World world) {
        check(request(type, source, data, emission), world);
    }

    /** The same for a request. */
    public static void check(SignalRequest request, World world) {
        Signal _ = checked(request, Map.of(), world);
    }

    private static Signal checked(SignalRequest request, Map<String, JsonValue> extensions, World world) {
        Signal signal = request.signal(world, extensions);
        var _ = LineCodec.body(signal, request.emission(), signal.time());
        return signal;
    }

    private static SignalRequest request(String type, @Nullable Source source, @Nullable JsonValue data,
            Emission emission) {
        return SignalRequest.of(type).withSource(source).withData(data).withEmission(emission);
    }

    @Override
    public GeneratedSignal generate(SignalRequest request, Map<String, JsonValue> extensions) {
        return append(request.signal(world, extensions), request.emission());
    }

    private GeneratedSignal append(Signal signal, Emission emission) {
        dispatcher.expect(signal.id());
        LogEntry entry;
        try {
            entry = log.append(signal, emission, signal.time());
        } catch (RuntimeException | Error failed) {
            dispatcher.forget(signal.id());
            throw failed;
        }
        dispatcher.dispatch(entry.sequence());
        return new GeneratedSignal(entry, log.durability());
    }

    /**
     * Registers a listener of every signal that is generated here, once, in the order of the log. It may generate; it
     * must not wait for another thread that does. Its exceptions harm no other listener.
     *
     * @return ends it
     */
    public Runnable onGenerated(Consumer<LogEntry> listener) {
        return dispatcher.add(listener);
    }

    /**
     * Publishes a notice of every signal that is generated here to a bus, once, in the order of the log, after the
     * append. The bus of the host needs no call. The notice has the type {@value #GENERATED}, the system as source,
     * the emission {@link #EVENTS} and the generated signal as cause. Its data is
     * {@code {"id":"sig_...","type":"build:done","seq":7}}, in that order. Exceptions of the bus, and notices that a full bus
     * refuses, go to the failure handler and affect nothing else. The bus writes to a journal of its own. In this log,
     * each event would follow its signal and reach the subscribers of that signal.
     *
     * @return ends it
     * @throws IllegalArgumentException when it is the bus of the host, which would receive each notice twice
     */
    public Runnable publishTo(SignalBus bus) {
        if (bus.equals(hostBus)) {
            throw new IllegalArgumentException("bus is the bus of the host, which receives every " + GENERATED
                    + " already\nMaybe omit this call: SignalServiceConfig.withBus is enough.");
        }
        return forwardTo(bus);
    }

    /** The last {@value #DEFAULT_RECENT} signals, the oldest first. */
    public List<LogEntry> listRecent() {
        return listRecent(DEFAULT_RECENT);
    }

    /**
     * The last signals in the order of the log, the oldest first.
     *
     * @param limit their number, rounded down, at least 1, at most {@value #MAX_RECENT}; {@value #DEFAULT_RECENT} for
     *        a value that is not finite
     */
    public List<LogEntry> listRecent(double limit) {
        double finite = Double.isFinite(limit) ? limit : DEFAULT_RECENT;
        return log.select(JournalQuery.last((int) Math.clamp(Math.floor(finite), 1, MAX_RECENT)));
    }

    @Override
    public Instant now() {
        return world.now();
    }

    @Override
    public InboxService inboxes() {
        return inboxes;
    }

    @Override
    public DelayedSignals delayed() {
        return delayed;
    }

    @Override
    public FileJournal log() {
        return log;
    }

    /** Ends delivery and writing. Closing twice is harmless. */
    @Override
    public void close() {
        try (log; inboxes) {
            delayed.close();
            following.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Runnable forwardTo(SignalBus bus) {
        return dispatcher.add(new BusForwarder(bus, SignalType.custom(GENERATED), EVENTS, world));
    }
}
