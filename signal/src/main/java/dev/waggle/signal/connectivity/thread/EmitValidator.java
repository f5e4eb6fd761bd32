package dev.waggle.signal.connectivity.thread;

import java.util.function.Consumer;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Validator of an emit's values, in the order of the specification, so that the first failure is always the same. It
 * checks texts, words, prefix, step and confidence. The replaced signal is looked up afterwards.
 */
public final class EmitValidator {

    /** Maximum length of the id of a thread, source or component, in UTF-16 units, as for names in the envelope. */
    static final int MAX_NAME = 512;

    /** Maximum length of a summary, in UTF-16 units. One sentence is the convention; this limit is enforced. */
    static final int MAX_SUMMARY = 100_000;

    /** Maximum length of details, in UTF-16 units: the limit of texts in the envelope. */
    static final int MAX_DETAILS = 1_000_000;

    private EmitValidator() {}

    /** Checks the values of an emit, of a class that is registered. */
    public static ValidatedEmit check(@Nullable EmitSignalInput input, SignalClassRegistry registry) {
        if (input == null) {
            throw new SignalValidationException("input must not be null");
        }
        return check(input, registry::requireRegistered);
    }

    /** Checks the values of a fact, whose class was registered when it was emitted. */
    static ValidatedEmit checkLogged(EmitSignalInput input) {
        return check(input, _ -> {
        });
    }

    private static ValidatedEmit check(EmitSignalInput input, Consumer<SignalClassDefinition> vocabulary) {
        String threadId = name("threadId", input.threadId());
        String source = name("source", input.source());
        String summary = summary(input.summary());
        Audience.RoleName audience = present("audience", input.audience());
        MessageClass messageClass = present("messageClass", input.messageClass());
        SignalClassDefinition signalClass = present("signalClass", input.signalClass());
        vocabulary.accept(signalClass);
        Priority priority = present("priority", input.priority());
        checkPrefix(messageClass, signalClass);
        Long expiresAtStep = input.expiresAtStep();
        if (expiresAtStep != null && expiresAtStep < 0) {
            throw new SignalValidationException("expiresAtStep must be a whole number of at least 0, got "
                    + expiresAtStep);
        }
        checkConfidence(signalClass, input.confidence());
        String replaces = input.replaces();
        return new ValidatedEmit(threadId, source, audience, signalClass, priority, input.confidence(), summary,
                details(input.details()), replaces == null || replaces.isEmpty() ? null : replaces, expiresAtStep);
    }

    /** Requires the id of a thread, a source or a component: not blank, not too long, no control characters. */
    public static String name(String field, @Nullable String value) {
        String text = text(field, value, MAX_NAME);
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new SignalValidationException(
                        field + " must not hold control characters, got " + QuotedValue.of(text));
            }
        }
        return text;
    }

    public static <T> T present(String field, @Nullable T value) {
        if (value == null) {
            throw new SignalValidationException(field + " must not be null");
        }
        return value;
    }

    private static String summary(@Nullable String value) {
        return text("summary", value, MAX_SUMMARY);
    }

    private static String text(String field, @Nullable String value, int max) {
        if (value == null || isBlank(value)) {
            throw new SignalValidationException(field + " must not be blank, got " + QuotedValue.of(value));
        }
        return atMost(field, value, max);
    }

    private static @Nullable String details(@Nullable String value) {
        return value == null ? null : atMost("details", value, MAX_DETAILS);
    }

    private static String atMost(String field, String value, int max) {
        if (value.length() > max) {
            throw new SignalValidationException(
                    field + " must have at most " + max + " characters, got " + value.length());
        }
        return value;
    }

    /** True for text that is blank in any script: no-break spaces and the byte order mark too. */
    private static boolean isBlank(String value) {
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (!(Character.isWhitespace(unit) || Character.isSpaceChar(unit) || unit == '\uFEFF')) {
                return false;
            }
        }
        return true;
    }

    private static void checkPrefix(MessageClass messageClass, SignalClassDefinition signalClass) {
        if (signalClass.messageClass() != messageClass) {
            throw new SignalValidationException(
                    "signalClass " + signalClass.wireName() + " does not belong to messageClass "
                            + messageClass.wireName() + ", but to " + signalClass.messageClass().wireName());
        }
    }

    private static void checkConfidence(SignalClassDefinition signalClass, @Nullable Double confidence) {
        MessageClass messageClass = signalClass.messageClass();
        if (confidence == null) {
            if (messageClass == MessageClass.CONFIDENCE || messageClass == MessageClass.CONFLICT) {
                throw new SignalValidationException("confidence is required for " + signalClass.wireName());
            }
            return;
        }
        if (!(confidence >= 0 && confidence <= 1)) {
            throw new SignalValidationException("confidence must be between 0 and 1, got " + confidence
                    + (confidence > 1 && confidence <= 100 ? "\nMaybe it is a percentage: divide it by 100." : ""));
        }
        if (!(confidence >= signalClass.minConfidence() && confidence <= signalClass.maxConfidence())) {
            throw new SignalValidationException("confidence of " + signalClass.wireName() + " must be between "
                    + signalClass.minConfidence() + " and " + signalClass.maxConfidence() + ", got " + confidence);
        }
    }
}
