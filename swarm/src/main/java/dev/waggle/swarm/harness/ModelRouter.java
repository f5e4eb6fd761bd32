package dev.waggle.swarm.harness;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.signal.Priority;
import dev.waggle.signal.Scope;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import org.jspecify.annotations.Nullable;

/**
 * Routes calls to a cheap, a fast or a deep model behind one harness. Each thread has a mode, the usual one unless
 * another was set. A call belongs to the thread of its scope, or to the run if there is no thread.
 *
 * <p>As the escalation hook of a connectivity layer it raises the mode of the next call of that thread. It never
 * changes later calls and never lowers a mode:
 *
 * <pre>
 *   priority low                    nothing: it informs
 *   priority critical               deep, whatever it is about
 *   escalation.uncertainty          deep: somebody has to think about it
 *   escalation.interrupt            at least fast: the plan has to change now
 *   escalation of a product         at least fast: no rule knows that it asks for more
 * </pre>
 *
 * Of parallel calls of one thread, the first that begins takes the escalation.
 *
 * <p>A conversation stays with its first model. The prefix of its session id names the mode, so every router with the
 * same models understands it. An escalation meanwhile waits for the next new conversation.
 *
 * <p>A mode without a model uses the nearest one, the cheaper of two. Cheap falls back to fast, then deep. Fast falls
 * back to cheap, then deep, and deep to fast, then cheap. Thread-safe.
 */
public final class ModelRouter implements Harness, RoutingEscalationHook {

    private static final char AFTER_MODE = ':';

    private final Map<ModelMode, Harness> models = new EnumMap<>(ModelMode.class);
    private final ThreadModeTable threads;
    private final ModelMode usual;

    /** A router with the fast mode as the usual one. */
    public ModelRouter(Map<ModelMode, Harness> models) {
        this(models, ModelMode.FAST);
    }

    /**
     * A router.
     *
     * @param models at least one
     * @param usual the mode of threads without a mode of their own
     */
    public ModelRouter(Map<ModelMode, Harness> models, ModelMode usual) {
        if (models.isEmpty()) {
            throw new IllegalArgumentException("a router needs a model\nMaybe one for " + usual.wireName() + ".");
        }
        for (ModelMode mode : ModelMode.values()) {
            this.models.put(mode, nearest(mode, models));
        }
        this.usual = usual;
        this.threads = new ThreadModeTable(usual);
    }

    /** The kind of the usual model. */
    @Override
    public String type() {
        return model(usual).type();
    }

    @Override
    public String displayName() {
        return models.entrySet().stream()
                .map(entry -> entry.getKey().wireName() + ": " + entry.getValue().displayName())
                .collect(Collectors.joining(", "));
    }

    /** The usual model; the start of each run names the model that was called. */
    @Override
    public String model() {
        return model(usual).model();
    }

    /**
     * Capabilities common to all the models, because any of them may be called next. The usual output limit is the
     * largest one, and the router thinks if one of them does. The maximum output and the context window are the
     * smallest known ones.
     */
    @Override
    public HarnessCapabilities capabilities() {
        List<HarnessCapabilities> all = models.values().stream().map(Harness::capabilities).toList();
        return new HarnessCapabilities(all.stream().allMatch(HarnessCapabilities::streaming),
                all.stream().allMatch(HarnessCapabilities::structuredOutput),
                all.stream().allMatch(HarnessCapabilities::tools),
                all.stream().allMatch(HarnessCapabilities::resume),
                all.stream().mapToInt(HarnessCapabilities::usualOutputTokens).max().orElseThrow(),
                smallest(all, HarnessCapabilities::maxOutputTokens),
                smallest(all, HarnessCapabilities::contextTokens),
                all.stream().anyMatch(HarnessCapabilities::thinks));
    }

    private static @Nullable Integer smallest(List<HarnessCapabilities> all,
            Function<HarnessCapabilities, @Nullable Integer> limit) {
        Integer least = null;
        for (HarnessCapabilities one : all) {
            Integer value = limit.apply(one);
            least = least == null || (value != null && value < least) ? value : least;
        }
        return least;
    }

    /** The model of a mode, or its fallback. */
    public Harness model(ModelMode mode) {
        Harness model = models.get(mode);
        if (model == null) {
            throw new IllegalStateException("no model for " + mode);
        }
        return model;
    }

    /** Sets the mode of all later calls of a thread. */
    public void setMode(String thread, ModelMode mode) {
        threads.put(thread, mode);
    }

    /** The mode that the next call there has if it begins now. No escalation is consumed. */
    public ModelMode modeOf(Scope scope) {
        String thread = threadOf(scope);
        return thread == null ? usual : threads.next(thread);
    }

    @Override
    public Optional<RequestedRoutingMode> onEscalation(ConnectivitySignal signal) {
        return atLeast(signal).map(mode -> requested(threads.raise(signal.threadId(), mode)));
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        String session = input.sessionId();
        ModelMode began = session == null ? null : modeInFront(session);
        if (session != null && began != null) {
            HarnessInput own = withSession(input, session.substring(began.wireName().length() + 1));
            return marked(model(began).run(own, context), began);
        }
        String thread = threadOf(context.caller().scope());
        ModelMode mode = thread == null ? usual : threads.consume(thread);
        return marked(model(mode).run(input, context), mode);
    }

    private static @Nullable String threadOf(Scope scope) {
        return scope.thread() == null ? scope.run() : scope.thread();
    }

    private static Optional<ModelMode> atLeast(ConnectivitySignal signal) {
        if (signal.priority() == Priority.LOW) {
            return Optional.empty();
        }
        if (signal.priority() == Priority.CRITICAL) {
            return Optional.of(ModelMode.DEEP);
        }
        return switch (signal.signalClass()) {
            case SignalClass.ESCALATION_UNCERTAINTY -> Optional.of(ModelMode.DEEP);
            case SignalClass.ESCALATION_INTERRUPT -> Optional.of(ModelMode.FAST);
            case SignalClass.ATTENTION_RAISE, SignalClass.CONFIDENCE_HIGH, SignalClass.CONFIDENCE_MEDIUM,
                    SignalClass.CONFIDENCE_LOW, SignalClass.CONFIDENCE_BLOCKER, SignalClass.CONFLICT_ACTIVE,
                    SignalClass.CONFLICT_RESOLVED, SignalClass.HANDOFF_READY, SignalClass.HANDOFF_PARTIAL ->
                Optional.empty();
            case ProductSignalClass own ->
                own.messageClass() == MessageClass.ESCALATION ? Optional.of(ModelMode.FAST) : Optional.empty();
        };
    }

    private static RequestedRoutingMode requested(ModelMode mode) {
        return switch (mode) {
            case CHEAP -> RequestedRoutingMode.CHEAP;
            case FAST -> RequestedRoutingMode.FAST;
            case DEEP -> RequestedRoutingMode.DEEP;
        };
    }

    private static Harness nearest(ModelMode mode, Map<ModelMode, Harness> models) {
        List<ModelMode> order = switch (mode) {
            case CHEAP -> List.of(ModelMode.CHEAP, ModelMode.FAST, ModelMode.DEEP);
            case FAST -> List.of(ModelMode.FAST, ModelMode.CHEAP, ModelMode.DEEP);
            case DEEP -> List.of(ModelMode.DEEP, ModelMode.FAST, ModelMode.CHEAP);
        };
        return order.stream().filter(models::containsKey).findFirst().map(models::get).orElseThrow();
    }

    private static @Nullable ModelMode modeInFront(String session) {
        for (ModelMode mode : ModelMode.values()) {
            if (session.startsWith(mode.wireName() + AFTER_MODE)) {
                return mode;
            }
        }
        return null;
    }

    private static HarnessInput withSession(HarnessInput input, String session) {
        return new HarnessInput(input.system(), input.messages(), input.tools(), input.toolResults(), session,
                input.maxTokens(), input.temperature());
    }

    private static HarnessOutput marked(HarnessOutput output, ModelMode mode) {
        String session = output.sessionId();
        return session == null ? output : output.withSessionId(mode.wireName() + AFTER_MODE + session);
    }
}
