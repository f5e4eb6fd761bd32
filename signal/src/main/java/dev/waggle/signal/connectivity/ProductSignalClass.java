package dev.waggle.signal.connectivity;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * A signal class of a product, in the product's own namespace: {@code conflict.acme.budget} is a conflict of the
 * product {@code acme}. A layer accepts the classes that its configuration registers
 * ({@link ConnectivityLayerConfig#withSignalClasses}). Each fact in the log holds the definition, so a program without
 * the registration can read it.
 *
 * @param wireName message class, namespace and at least one word, joined by dots; at most {@value #MAX_NAME}
 *     characters. Namespace and words begin with a lower-case letter and continue with those, digits and hyphens
 * @param minConfidence smallest confidence that fits, inclusive, 0..1
 * @param maxConfidence largest confidence that fits, inclusive, {@code minConfidence}..1
 * @param convergence the effect on convergence: neutral for attention and handoff, neutral or blocking for conflict,
 *     blocking for escalation, any for confidence
 * @param defaultPriority the priority of emits that name none
 * @param defaultAudience the audience of emits that name none
 */
public record ProductSignalClass(String wireName, double minConfidence, double maxConfidence,
        ConvergenceRole convergence, Priority defaultPriority, Audience.RoleName defaultAudience)
        implements
        SignalClassDefinition {

    /** Maximum length of a name, in UTF-16 units: enough for any namespace, and short enough for one line. */
    public static final int MAX_NAME = 100;

    private static final Pattern PART = Pattern.compile("[a-z][a-z0-9-]*");

    /** Message class, namespace and one word. */
    private static final int MIN_PARTS = 3;

    /** Refuses a name of the specification, a malformed name, and a role that the message class does not have. */
    public ProductSignalClass {
        MessageClass messageClass = checkName(wireName);
        if (!(minConfidence >= 0 && minConfidence <= maxConfidence && maxConfidence <= 1)) {
            throw new IllegalArgumentException("confidence of " + wireName + " must be a range within 0 and 1, got "
                    + minConfidence + " to " + maxConfidence);
        }
        requirePresent(wireName, "convergence", convergence);
        requirePresent(wireName, "defaultPriority", defaultPriority);
        requirePresent(wireName, "defaultAudience", defaultAudience);
        if (!messageClass.permits(convergence)) {
            throw new IllegalArgumentException("convergence of " + wireName + " must be "
                    + Stream.of(ConvergenceRole.values()).filter(messageClass::permits)
                            .map(ConvergenceRole::wireName).collect(Collectors.joining(" or "))
                    + ", got " + convergence.wireName()
                    + "\nMaybe another message class: conflict and escalation can block, confidence can be unsure.");
        }
        minConfidence += 0.0; // so that -0 is 0, which logs do not tell apart
        maxConfidence += 0.0;
    }

    /**
     * Creates a class of that name that accepts any confidence and has the usual values of its message class.
     * Conflicts and escalations block convergence. A confidence is unsure, because only {@code confidence.high} and
     * {@code confidence.medium} are sure by the specification. Priority is high for these three and normal for
     * others. Handoffs are for the selected, all others for the coordinator.
     *
     * @param name for example {@code conflict.acme.budget}
     * @throws IllegalArgumentException when the name is malformed, or one of the specification
     */
    public static ProductSignalClass of(String name) {
        MessageClass messageClass = checkName(name);
        ConvergenceRole role = messageClass.usualRole();
        return new ProductSignalClass(name, 0, 1, role,
                role == ConvergenceRole.NEUTRAL ? Priority.NORMAL : Priority.HIGH,
                messageClass == MessageClass.HANDOFF ? Audience.RoleName.SELECTED : Audience.RoleName.COORDINATOR);
    }

    /** The first part of the name. */
    @Override
    public MessageClass messageClass() {
        return MessageClass.ofClassName(wireName);
    }

    /** Returns a class with that range of confidence, both ends included, 0..1. */
    public ProductSignalClass withConfidenceBetween(double newMin, double newMax) {
        return new ProductSignalClass(wireName, newMin, newMax, convergence, defaultPriority, defaultAudience);
    }

    public ProductSignalClass withConvergence(ConvergenceRole newConvergence) {
        return new ProductSignalClass(wireName, minConfidence, maxConfidence, newConvergence, defaultPriority,
                defaultAudience);
    }

    public ProductSignalClass withDefaultPriority(Priority newPriority) {
        return new ProductSignalClass(wireName, minConfidence, maxConfidence, convergence, newPriority,
                defaultAudience);
    }

    public ProductSignalClass withDefaultAudience(Audience.RoleName newAudience) {
        return new ProductSignalClass(wireName, minConfidence, maxConfidence, convergence, defaultPriority,
                newAudience);
    }

    private static MessageClass checkName(@Nullable String name) {
        if (name == null || name.isBlank()) {
            throw refusal(name, "must not be blank", "conflict.acme.budget");
        }
        if (name.length() > MAX_NAME) {
            throw refusal(name, "must have at most " + MAX_NAME + " characters, and has " + name.length(),
                    "conflict.acme.budget");
        }
        if (SignalClass.ofWireName(name).isPresent()) {
            throw refusal(name, "is a class of the specification already",
                    name.replace(".", ".acme.") + ", with the namespace of the product");
        }
        List<String> parts = Arrays.asList(name.split("\\.", -1));
        if (MessageClass.ofWireName(parts.getFirst()).isEmpty()) {
            throw refusal(name, "must begin with a message class: attention, confidence, conflict, handoff or"
                    + " escalation", "attention.acme.budget");
        }
        if (parts.size() < MIN_PARTS) {
            throw refusal(name, "must name a namespace and a word after its message class",
                    parts.getFirst() + ".acme.budget");
        }
        if (!parts.stream().allMatch(part -> PART.matcher(part).matches())) {
            throw refusal(name, "must have parts that begin with a lower-case letter and continue with lower-case"
                    + " letters, digits and hyphens", parts.getFirst() + ".acme.over-budget");
        }
        return MessageClass.ofClassName(name);
    }

    private static IllegalArgumentException refusal(@Nullable String name, String rule, String example) {
        return new IllegalArgumentException("the name of a signal class " + rule + ", got " + QuotedValue.of(name)
                + "\nMaybe " + example + ".");
    }

    private static void requirePresent(String name, String part, @Nullable Object value) {
        if (value == null) {
            throw new IllegalArgumentException(part + " of " + name + " must not be null");
        }
    }
}
