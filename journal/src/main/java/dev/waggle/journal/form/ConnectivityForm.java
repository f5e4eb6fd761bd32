package dev.waggle.journal.form;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Priority;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalState;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * Signals of a coordination thread. Their fields are {@code id}, {@code threadId}, {@code source} as free text, {@code
 * audience}, {@code messageClass} and {@code signalClass}, {@code priority}, {@code summary}, {@code emittedAt} as
 * {@link UtcText}. Optional are {@code confidence} (required for confidence and conflict), {@code details}, {@code
 * replaces} and {@code expiresAtStep}.
 *
 * <p>The form knows the eleven classes of the specification only. Export signals of a product's class as {@code jsonl}
 * or {@code cloudevents}.
 *
 * <p>{@code state} is no part of a signal. The state at the time of writing is stored as the extension of that name,
 * and no layer reads it. State changes of signals in a log are entries of their own, which this form cannot represent.
 */
public final class ConnectivityForm extends SignalForm {

    private static final String STATE = "state";

    /** The state is missing here, so that it becomes an extension. */
    private static final Set<String> FIELDS = Set.of("id", "threadId", "source", "audience", "messageClass",
            "signalClass", "priority", "confidence", "summary", "details", "replaces", "expiresAtStep", "emittedAt");

    public ConnectivityForm() {
        super("connectivity", FIELDS, Profile.CONNECTIVITY);
    }

    @Override
    Signal read(JsonObjectReader from) {
        String thread = from.text("threadId");
        String source = from.text("source");
        String summary = summary(from);
        Audience audience = new Audience.Role(from.constant("audience", Audience.RoleName.values()));
        SignalClass signalClass = signalClass(from);
        Priority priority = from.constant("priority", Priority.values());
        Long step = from.optionalInteger("expiresAtStep");
        String replaces = from.optionalText("replaces");
        from.optionalConstant(STATE, SignalState.values());
        return new Signal(from.text("id"), new SignalType(Profile.CONNECTIVITY, signalClass.wireName()),
                Source.named(source), UtcText.read(from, "emittedAt"),
                new Payload.Open(summary, from.optionalText("details"), null, null),
                new Scope(null, thread, null, null, null),
                new Links(null, null, replaces == null || replaces.isEmpty() ? null : replaces, List.of()),
                new Grading(confidence(from, signalClass), priority, null, null),
                step == null ? Lifetime.unlimited() : new Lifetime.UntilStep(step), audience, Map.of());
    }

    @Override
    JsonObjectBuilder write(Signal signal) {
        SignalClass signalClass = SignalClass.ofWireName(signal.type().text())
                .orElseThrow(() -> refusal(signal,
                        "it is none of the eleven classes of the specification, to which this form is limited"));
        JsonObjectBuilder fields = new JsonObjectBuilder();
        fields.with("id", signal.id());
        fields.with("threadId", required(signal, "thread", signal.scope().thread()));
        fields.withPresent("source", PlaceholderId.of(signal.source().label()));
        fields.with("audience", word(required(signal, "audience word",
                signal.audience() instanceof Audience.Role role ? role.word() : null)));
        fields.with("messageClass", signalClass.messageClass().wireName());
        fields.with("signalClass", signalClass.wireName());
        fields.with("priority", word(required(signal, "priority", signal.grading().priority())));
        Double confidence = signal.grading().confidence();
        if (confidence != null) {
            fields.with("confidence", number(confidence));
        }
        Payload.Open open = required(signal, "summary", signal.payload() instanceof Payload.Open it ? it : null);
        fields.withPresent("summary", required(signal, "summary", open.summary()));
        fields.withPresent("details", open.details());
        fields.withPresent("replaces", signal.links().replaces());
        if (signal.lifetime() instanceof Lifetime.UntilStep until) {
            fields.with("expiresAtStep", until.step());
        }
        fields.with("emittedAt", UtcText.write(signal.time()));
        return fields;
    }

    private static String summary(JsonObjectReader from) {
        String summary = from.text("summary");
        if (summary.isBlank()) {
            throw from.invalid("summary", "a text that is not blank");
        }
        return summary;
    }

    private static SignalClass signalClass(JsonObjectReader from) {
        MessageClass messageClass = from.constant("messageClass", MessageClass.values());
        SignalClass signalClass = SignalClass.ofWireName(from.text("signalClass"))
                .orElseThrow(() -> from.invalid("signalClass", "one of "
                        + Stream.of(SignalClass.values()).map(SignalClass::wireName)
                                .collect(Collectors.joining(", "))));
        if (signalClass.messageClass() != messageClass) {
            throw from.invalid("signalClass", "of the message class " + messageClass.wireName());
        }
        return signalClass;
    }

    private static @Nullable Double confidence(JsonObjectReader from, SignalClass signalClass) {
        Double confidence = from.optionalNumber("confidence");
        boolean isRequired = signalClass.messageClass() == MessageClass.CONFIDENCE
                || signalClass.messageClass() == MessageClass.CONFLICT;
        if (confidence == null && isRequired) {
            throw new IllegalArgumentException("confidence is missing, and " + signalClass.wireName() + " requires it");
        }
        double min = signalClass.minConfidence();
        double max = signalClass.maxConfidence();
        if (confidence != null && !from.isWithin("confidence", min, max)) {
            throw from.invalid("confidence", "between " + min + " and " + max + " for " + signalClass.wireName());
        }
        return confidence;
    }

    private <T> T required(Signal signal, String part, @Nullable T value) {
        if (value == null) {
            throw refusal(signal, "it has no " + part);
        }
        return value;
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
