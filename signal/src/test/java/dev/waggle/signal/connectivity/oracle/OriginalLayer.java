package dev.waggle.signal.connectivity.oracle;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayer;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SelectedAudienceResolver;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Reproduces the earlier implementation answer for answer: the oracle that the current layer is compared with. The two
 * differ as follows, by the codes of {@code docs/decisions/0007-connectivity-choices.md}.
 * <ul>
 * <li>A repeat in its window is suppressed regardless of its content: a {@code replaces} does not supersede (C08). A
 * raised priority is lost (C15), and so is another summary of a normal escalation (C26).
 * <li>A signal emitted while a callback receives a superseded one, in the same thread, is lost to queries, expiry and
 * suppression (C19). Yet {@link #get} still finds it.
 * <li>Equal dates keep the order of insertion in both directions (C13), and a clock that steps back reorders the log.
 * <li>The untyped query takes negative and fractional limits (C16) and texts that are no dates (C17).
 * <li>An exception of a resolver leaves {@link #emit}; the signal is stored, but neither hook nor callbacks are called
 * (C18).
 * <li>A callback added during a dispatch takes part in it, a removed one does not (C21).
 * <li>The coordinator is the id {@code coordinator}; no component acknowledges (C10, C22). Only the escalation classes
 * call the hook. Nothing limits depth or size.
 * </ul>
 * The receipt shows the recipients, which the original discarded. Exceptions of hook and callbacks go to the failure
 * handler. The layer scans the thread at every emit, as the original did. One thread at a time may use it; callbacks
 * may come back in.
 */
final class OriginalLayer implements ConnectivityLayer {

    private static final String COORDINATOR = "coordinator";

    private final World world;
    private final Window window;
    private final RoutingEscalationHook hook;
    private final FailureHandler failures;
    private final Map<String, ThreadSignals> threads = new HashMap<>();
    private final Map<String, OriginalSignal> byId = new HashMap<>();
    /** Callbacks by order of registration. A dispatch walks the map by key, so it may change meanwhile. */
    private final TreeMap<Long, SignalCallback> callbacks = new TreeMap<>();
    private long registrations;
    private SelectedAudienceResolver resolver = signal -> List.of();

    private OriginalLayer(World world, Window window, ConnectivityLayerConfig config) {
        this.world = world;
        this.window = window;
        this.hook = config.hook();
        this.failures = config.failures();
    }

    /**
     * An empty layer. The original knows suppression, hook and failures only; the rest of the configuration has no
     * effect, so nothing is recorded and nothing is limited.
     */
    static OriginalLayer of(World world, ConnectivityLayerConfig config) {
        return switch (config.suppression()) {
            case SuppressionConfig.ByStep _ -> new OriginalLayer(world, OriginalLayer::sameStep, config);
            case SuppressionConfig.ByTime(var span) ->
                withWindow(world, span.getSeconds() * 1e3 + span.getNano() / 1e6, config);
        };
    }

    /**
     * An empty layer that suppresses by time with any window at all: NaN never suppresses, a negative one only when the
     * clock has stepped back.
     *
     * @param windowMillis from the stored signal on, in milliseconds, inclusive; in place of the configured suppression
     */
    static OriginalLayer withWindow(World world, double windowMillis, ConnectivityLayerConfig config) {
        return new OriginalLayer(world,
                (stored, step, now) -> ChronoUnit.MILLIS.between(stored.signal().emittedAt(), now) <= windowMillis,
                config);
    }

    @Override
    public EmitReceipt emit(EmitSignalInput input) {
        return emit(OriginalCheck.words(input));
    }

    /** Emits an untyped input; refuses as {@link #emit(EmitSignalInput)} does. */
    EmitReceipt emit(EmitWords input) {
        EmitSignalInput checked = OriginalCheck.of(input);
        OriginalSignal replaced = replacedBy(checked);
        ThreadSignals thread = threadSignals(Objects.requireNonNull(checked.threadId()));
        int length = thread.signals.size();
        long step = thread.step;
        Optional<OriginalSignal> repeated = repeatedBy(checked, thread);
        if (repeated.isPresent()) {
            return new EmitReceipt(repeated.get().signal(), true, List.of());
        }
        if (replaced != null) {
            supersede(replaced);
        }
        OriginalSignal stored = store(checked, thread, length, step);
        List<String> recipients = recipients(stored.signal(), thread);
        escalate(stored);
        announce(stored, SignalEvent.EMITTED);
        if (!callbacks.isEmpty() && stored.signal().state() == SignalState.EMITTED) {
            stored.become(SignalState.ACTIVE);
        }
        return new EmitReceipt(stored.signal(), false, recipients);
    }

    @Override
    public ConnectivitySignal resolve(String signalId) {
        OriginalSignal stored = stored(signalId);
        switch (stored.signal().state()) {
            case EMITTED, ACTIVE -> {
                stored.become(SignalState.RESOLVED);
                announce(stored, SignalEvent.RESOLVED);
            }
            case RESOLVED -> {
                // Resolved before.
            }
            case SUPERSEDED, EXPIRED -> throw new ConnectivityException(
                    "signalId: signal " + signalId + " is " + stored.signal().state().wireName()
                            + ", and that is final: it cannot be resolved");
        }
        return stored.signal();
    }

    @Override
    public ConnectivitySignal acknowledge(String signalId, String by) {
        throw new UnsupportedOperationException("the original knows no acknowledgement");
    }

    @Override
    public Optional<ConnectivitySignal> get(String signalId) {
        return Optional.ofNullable(byId.get(signalId)).map(stored -> stored.signal());
    }

    @Override
    public List<ConnectivitySignal> query(SignalQuery query) {
        return query(OriginalQuery.of(query));
    }

    /** Queries by untyped filters; refuses nothing. */
    List<ConnectivitySignal> query(OriginalQuery query) {
        ThreadSignals thread = threads.get(query.threadId());
        if (thread == null) {
            return List.of();
        }
        return query.pick(thread.signals.stream().map(stored -> stored.signal()));
    }

    @Override
    public void advanceStep(String threadId) {
        ThreadSignals thread = threadSignals(threadId);
        thread.step++;
        long step = thread.step;
        for (OriginalSignal stored : List.copyOf(thread.signals)) {
            Long last = stored.signal().expiresAtStep();
            if (last != null && last <= step && stored.signal().isOpen()) {
                stored.become(SignalState.EXPIRED);
                announce(stored, SignalEvent.EXPIRED);
            }
        }
    }

    @Override
    public void registerSelectedResolver(SelectedAudienceResolver resolver) {
        this.resolver = resolver;
    }

    @Override
    public void onSignal(SignalCallback callback) {
        if (!callbacks.containsValue(callback)) {
            callbacks.put(registrations++, callback);
        }
    }

    @Override
    public void offSignal(SignalCallback callback) {
        callbacks.values().remove(callback);
    }

    private @Nullable OriginalSignal replacedBy(EmitSignalInput input) {
        String id = input.replaces();
        if (id == null || id.isEmpty()) {
            return null;
        }
        OriginalSignal target = stored(id);
        if (!target.signal().threadId().equals(input.threadId())) {
            throw new SignalValidationException("replaces: signal " + id + " is of thread "
                    + target.signal().threadId() + ", not of " + input.threadId());
        }
        return target;
    }

    /** The oldest open signal in the window with the same key. */
    private Optional<OriginalSignal> repeatedBy(EmitSignalInput input, ThreadSignals thread) {
        if (input.priority() == Priority.CRITICAL) {
            return Optional.empty();
        }
        Instant now = world.now();
        return thread.signals.stream().filter(stored -> stored.signal().isOpen() && stored.isRepeatedBy(input)
                && window.holds(stored, thread.step, now)).findFirst();
    }

    private void supersede(OriginalSignal target) {
        if (!target.signal().isOpen()) {
            throw new ConnectivityException("replaces: signal " + target.signal().id() + " is "
                    + target.signal().state().wireName() + " already, and that is final");
        }
        target.become(SignalState.SUPERSEDED);
        announce(target, SignalEvent.SUPERSEDED);
    }

    /** Appends behind the signals that the log held when the emit began: those in between are lost to it (C19). */
    private OriginalSignal store(EmitSignalInput input, ThreadSignals thread, int length, long step) {
        thread.sequence++;
        OriginalSignal stored = new OriginalSignal(world.nextId("sig"), world.now(), thread.sequence, input, step);
        thread.signals.subList(length, thread.signals.size()).clear();
        thread.signals.add(stored);
        byId.put(stored.signal().id(), stored);
        return stored;
    }

    private List<String> recipients(ConnectivitySignal signal, ThreadSignals thread) {
        return switch (signal.audience()) {
            case SELF -> List.of(signal.source());
            case COORDINATOR -> List.of(COORDINATOR);
            case SELECTED -> List.copyOf(resolver.resolve(signal));
            case ALL -> {
                Set<String> everyone = new LinkedHashSet<>();
                everyone.add(COORDINATOR);
                thread.signals.forEach(stored -> everyone.add(stored.signal().source()));
                yield List.copyOf(everyone);
            }
        };
    }

    private void escalate(OriginalSignal stored) {
        if (stored.signal().messageClass() == MessageClass.ESCALATION) {
            guarded(() -> hook.onEscalation(stored.signal()), "the escalation hook");
        }
    }

    private void announce(OriginalSignal stored, SignalEvent event) {
        Map.@Nullable Entry<Long, SignalCallback> next = callbacks.firstEntry();
        while (next != null) {
            SignalCallback callback = next.getValue();
            guarded(() -> callback.onSignal(stored.signal(), event), "a callback");
            next = callbacks.higherEntry(next.getKey());
        }
    }

    private void guarded(Runnable call, String whose) {
        try {
            call.run();
        } catch (Throwable error) {
            failures.failed(error, whose);
        }
    }

    private ThreadSignals threadSignals(String threadId) {
        return threads.computeIfAbsent(threadId, id -> new ThreadSignals());
    }

    private OriginalSignal stored(String id) {
        OriginalSignal stored = byId.get(id);
        if (stored == null) {
            throw new SignalNotFoundException("there is no signal " + id);
        }
        return stored;
    }

    private static boolean sameStep(OriginalSignal stored, long step, Instant now) {
        return stored.bornAtStep() == step;
    }

    /** Condition under which a stored signal still suppresses repeats. */
    @FunctionalInterface
    private interface Window {
        boolean holds(OriginalSignal stored, long step, Instant now);
    }

    private static final class ThreadSignals {
        final List<OriginalSignal> signals = new ArrayList<>();
        long step;
        long sequence;
    }
}
