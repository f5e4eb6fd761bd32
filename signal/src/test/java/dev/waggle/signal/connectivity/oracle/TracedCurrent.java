package dev.waggle.signal.connectivity.oracle;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.connectivity.SuppressionConfig;
import dev.waggle.signal.connectivity.layer.DefaultConnectivityLayer;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

import static dev.waggle.signal.connectivity.oracle.TracedLayer.number;
import static dev.waggle.signal.connectivity.oracle.TracedLayer.text;
import static dev.waggle.signal.connectivity.oracle.TracedLayer.words;

/** The current layer. A word that is no value of its type arrives as {@code null}, and a step that is not whole as -1.
 * So the layer refuses both in the order of its own checks. */
record TracedCurrent(DefaultConnectivityLayer layer) implements TracedLayer {

    /** A layer whose coordinator does not acknowledge, so critical signals stay open. */
    static TracedCurrent unattended(World world, JsonNode config, RoutingEscalationHook hook) {
        return new TracedCurrent(DefaultConnectivityLayer.create(world, ConnectivityLayerConfig.defaults()
                .withSuppression(suppression(config.path("suppressionConfig"))).withHook(hook)
                .withFailures((failure, context) -> {
                })));
    }

    /**
     * A layer whose coordinator acknowledges critical signals at once. The hook of the trace receives escalations only,
     * as in the original. Both compensate for additions of the current layer, so that the rest can be compared.
     */
    static TracedCurrent attended(World world, JsonNode config, RoutingEscalationHook hook) {
        AtomicReference<DefaultConnectivityLayer> layer = new AtomicReference<>();
        TracedCurrent traced = unattended(world, config, signal -> {
            if (signal.priority() == Priority.CRITICAL) {
                layer.get().acknowledge(signal.id(), "coordinator");
            }
            return signal.messageClass() == MessageClass.ESCALATION ? hook.onEscalation(signal) : Optional.empty();
        });
        layer.set(traced.layer());
        return traced;
    }

    private static SuppressionConfig suppression(JsonNode config) {
        if (!config.path("basis").asString("step").equals("time")) {
            return SuppressionConfig.byStep();
        }
        return config.has("windowMs")
                ? new SuppressionConfig.ByTime(Duration.ofMillis(config.get("windowMs").asLong()))
                : SuppressionConfig.byTime();
    }

    @Override
    public EmitReceipt emit(JsonNode input) {
        return layer.emit(new EmitSignalInput(text(input, "threadId"), text(input, "source"),
                member(input, "audience", Audience.RoleName.values(), OriginalCheck::lower),
                member(input, "messageClass", MessageClass.values(), MessageClass::wireName),
                member(input, "signalClass", SignalClass.values(), SignalClass::wireName),
                member(input, "priority", Priority.values(), OriginalCheck::lower), text(input, "summary"),
                number(input, "confidence"), text(input, "details"), text(input, "replaces"),
                step(number(input, "expiresAtStep"))));
    }

    @Override
    public List<ConnectivitySignal> query(JsonNode query) {
        return layer.query(new SignalQuery(query.get("threadId").asString(), text(query, "source"),
                members(query, "messageClass", MessageClass.values(), MessageClass::wireName),
                members(query, "signalClass", SignalClass.values(), SignalClassDefinition::wireName),
                query.has("state") ? members(query, "state", SignalState.values(), SignalState::wireName) : null,
                members(query, "priority", Priority.values(), OriginalCheck::lower),
                date(query, "since"), date(query, "before"), limit(query),
                query.path("order").asString("newest").equals("oldest")
                        ? SignalQuery.Order.OLDEST
                        : SignalQuery.Order.NEWEST));
    }

    private static <E> @Nullable E member(JsonNode input, String name, E[] values, Function<E, String> wordOf) {
        String word = text(input, name);
        return Arrays.stream(values).filter(value -> wordOf.apply(value).equals(word)).findFirst().orElse(null);
    }

    private static @Nullable Long step(@Nullable Double step) {
        return step == null ? null : step == Math.rint(step) ? step.longValue() : Long.valueOf(-1);
    }

    private static <E> Set<E> members(JsonNode query, String name, E[] values, Function<E, String> wordOf) {
        List<String> words = words(query, name);
        return Arrays.stream(values).filter(value -> words.contains(wordOf.apply(value))).collect(Collectors.toSet());
    }

    private static @Nullable Instant date(JsonNode query, String name) {
        String text = text(query, name);
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException noDate) {
            throw new SignalValidationException(name + " must be a date with an offset, got " + text);
        }
    }

    private static int limit(JsonNode query) {
        JsonNode limit = query.path("limit");
        if (limit.isNumber() && !limit.canConvertToInt()) {
            throw new SignalValidationException("limit must be a whole number, got " + limit);
        }
        return limit.asInt(SignalQuery.DEFAULT_LIMIT);
    }
}
