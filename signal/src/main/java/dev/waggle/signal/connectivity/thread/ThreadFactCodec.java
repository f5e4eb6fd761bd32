package dev.waggle.signal.connectivity.thread;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.connectivity.ProductSignalClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.ParsedFields;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Codec between facts and ordinary signals of the connectivity family.
 *
 * <pre>
 *   conflict.active ...        the signal itself; extensions heard, evicts, and for a class of a product definition
 *   lifecycle.resolved         about the signal
 *   lifecycle.acknowledged     about the signal; extension by
 *   lifecycle.advanced         the scope has the new step; about what expired, at most 10,000 ids; extension expired
 *   lifecycle.registered       extension component
 *   lifecycle.coordinator      extension component
 *   lifecycle.unregistered     extension component
 *   lifecycle.closed           of the thread
 *   lifecycle.selected         about the signal, for the ids that the resolver named
 * </pre>
 */
public final class ThreadFactCodec {

    /** Maximum number of ids that the envelope allows in one list. */
    public static final int MAX_ABOUT = 10_000;

    private static final String RESOLVED = "lifecycle.resolved";
    private static final String ACKNOWLEDGED = "lifecycle.acknowledged";
    private static final String ADVANCED = "lifecycle.advanced";
    private static final String REGISTERED = "lifecycle.registered";
    private static final String COORDINATOR = "lifecycle.coordinator";
    private static final String UNREGISTERED = "lifecycle.unregistered";
    private static final String SELECTED = "lifecycle.selected";

    private static final String HEARD = "heard";
    private static final String EVICTS = "evicts";
    private static final String BY = "by";
    private static final String COMPONENT = "component";
    private static final String EXPIRED = "expired";

    private ThreadFactCodec() {}

    /**
     * Writes a fact as a signal.
     *
     * @param id for a fact that is no connectivity signal itself
     * @param step of the thread
     */
    public static Signal write(ThreadFact fact, String id, Instant time, long step) {
        LifecycleTemplate lifecycle = new LifecycleTemplate(fact.threadId(), id, time, step);
        return switch (fact) {
            case ThreadFact.Emitted emitted -> emitted(emitted);
            case ThreadFact.Resolved resolved -> lifecycle.of(RESOLVED, List.of(resolved.signalId()), Map.of());
            case ThreadFact.Acknowledged acknowledged -> lifecycle.of(ACKNOWLEDGED, List.of(acknowledged.signalId()),
                    Map.of(BY, JsonValue.of(acknowledged.by())));
            case ThreadFact.Advanced advanced ->
                new LifecycleTemplate(fact.threadId(), id, time, advanced.step()).of(ADVANCED,
                        advanced.expired().subList(0, Math.min(advanced.expired().size(), MAX_ABOUT)),
                        Map.of(EXPIRED, JsonValue.of(advanced.expired().size())));
            case ThreadFact.Registered registered -> lifecycle.component(REGISTERED, registered.component());
            case ThreadFact.CoordinatorRegistered registered ->
                lifecycle.component(COORDINATOR, registered.component());
            case ThreadFact.Unregistered unregistered -> lifecycle.component(UNREGISTERED, unregistered.component());
            case ThreadFact.ThreadClosed _ -> lifecycle.of(FactLedger.THREAD_CLOSED, List.of(), Map.of());
            case ThreadFact.Selected selected -> lifecycle.selected(selected);
        };
    }

    /**
     * Reads the fact of an entry; empty when its signal is no fact of a layer.
     *
     * @throws IllegalArgumentException when a fact lacks a part
     * @throws ConnectivityException when another emitter wrote it, or a value would not be acceptable at emit
     */
    public static Optional<ThreadFact> read(LogEntry entry) {
        Optional<ThreadFact> fact = read(entry.signal());
        if (fact.isPresent() && !entry.emission().equals(FactLedger.EMISSION)) {
            throw new ConnectivityException("it was emitted by " + QuotedValue.of(entry.emission().by())
                    + ", not by the layer");
        }
        return fact;
    }

    private static Optional<ThreadFact> read(Signal signal) {
        if (signal.type().profile() != Profile.CONNECTIVITY) {
            return Optional.empty();
        }
        Optional<? extends SignalClassDefinition> signalClass = SignalClass.ofWireName(signal.type().text());
        if (signalClass.isEmpty()) {
            signalClass = ProductClassCodec.read(signal);
        }
        if (signalClass.isPresent()) {
            return Optional.of(emitted(signal, signalClass.get()));
        }
        return Optional.ofNullable(switch (signal.type().text()) {
            case RESOLVED -> new ThreadFact.Resolved(thread(signal), about(signal));
            case ACKNOWLEDGED -> new ThreadFact.Acknowledged(thread(signal), about(signal), text(signal, BY));
            case ADVANCED -> new ThreadFact.Advanced(thread(signal), step(signal), signal.links().about());
            case REGISTERED -> new ThreadFact.Registered(thread(signal), text(signal, COMPONENT));
            case COORDINATOR -> new ThreadFact.CoordinatorRegistered(thread(signal), text(signal, COMPONENT));
            case UNREGISTERED -> new ThreadFact.Unregistered(thread(signal), text(signal, COMPONENT));
            case FactLedger.THREAD_CLOSED -> new ThreadFact.ThreadClosed(thread(signal));
            default -> null;
        });
    }

    private static Signal emitted(ThreadFact.Emitted fact) {
        ValidatedEmit emit = fact.emit();
        Long expires = emit.expiresAtStep();
        return new Signal(fact.id(), type(emit.signalClass().wireName()), Source.named(emit.source()), fact.time(),
                new Payload.Open(emit.summary(), emit.details(), null, null),
                new Scope(null, emit.threadId(), null, null, fact.step()),
                new Links(null, null, emit.replaces(), List.of()),
                new Grading(emit.confidence(), emit.priority(), null, null),
                expires == null ? Lifetime.unlimited() : new Lifetime.UntilStep(expires),
                new Audience.Role(emit.audience()),
                extensions(fact));
    }

    private static Map<String, JsonValue> extensions(ThreadFact.Emitted fact) {
        JsonObjectBuilder extensions = new JsonObjectBuilder().with(HEARD, fact.delivered())
                .withPresent(EVICTS, fact.evicts());
        return switch (fact.emit().signalClass()) {
            case SignalClass _ -> extensions.json().fields();
            case ProductSignalClass own ->
                extensions.with(ProductClassCodec.EXTENSION, ProductClassCodec.write(own)).json().fields();
        };
    }

    private static ThreadFact emitted(Signal signal, SignalClassDefinition signalClass) {
        Payload.Open payload = present(signal, "open payload",
                signal.payload() instanceof Payload.Open open ? open : null);
        Audience.RoleName audience = present(signal, "audience word",
                signal.audience() instanceof Audience.Role role ? role.word() : null);
        ValidatedEmit emit = EmitValidator.checkLogged(new EmitSignalInput(thread(signal), signal.source().label(),
                audience, signalClass.messageClass(), signalClass,
                present(signal, "priority", signal.grading().priority()),
                present(signal, "summary", payload.summary()), signal.grading().confidence(), payload.details(),
                signal.links().replaces(),
                signal.lifetime() instanceof Lifetime.UntilStep until ? until.step() : null));
        JsonObjectReader extensions = JsonObjectReader.root(new ParsedFields(signal.extensions()));
        return new ThreadFact.Emitted(signal.id(), signal.time(), emit, step(signal), extensions.flag(HEARD),
                extensions.optionalText(EVICTS));
    }

    private static SignalType type(String text) {
        return new SignalType(Profile.CONNECTIVITY, text);
    }

    private static String thread(Signal signal) {
        return EmitValidator.name("threadId", present(signal, "thread", signal.scope().thread()));
    }

    private static long step(Signal signal) {
        return present(signal, "step", signal.scope().step());
    }

    private static String about(Signal signal) {
        return present(signal, "id that it is about",
                signal.links().about().size() == 1 ? signal.links().about().getFirst() : null);
    }

    private static String text(Signal signal, String extension) {
        return EmitValidator.name(extension, present(signal, "text " + extension,
                signal.extensions().get(extension) instanceof JsonValue.Str text ? text.value() : null));
    }

    private static <T> T present(Signal signal, String part, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException("signal " + signal.id() + " of type " + signal.type() + " lacks its "
                    + part);
        }
        return value;
    }

    /** The common parts of a lifecycle signal. */
    private record LifecycleTemplate(String threadId, String id, Instant time, long step) {

        Signal of(String type, List<String> about, Map<String, JsonValue> extensions) {
            return of(type, about, Audience.everyone(), extensions);
        }

        Signal component(String type, String component) {
            return of(type, List.of(), Map.of(COMPONENT, JsonValue.of(component)));
        }

        Signal selected(ThreadFact.Selected fact) {
            return of(SELECTED, List.of(fact.signalId()), new Audience.Ids(fact.recipients()), Map.of());
        }

        private Signal of(String type, List<String> about, Audience audience, Map<String, JsonValue> extensions) {
            return new Signal(id, ThreadFactCodec.type(type), new Source.System(), time,
                    new Payload.Open(null, null, null, null),
                    new Scope(null, threadId, null, null, step), new Links(null, null, null, about), Grading.NONE,
                    Lifetime.unlimited(), audience, extensions);
        }
    }
}
