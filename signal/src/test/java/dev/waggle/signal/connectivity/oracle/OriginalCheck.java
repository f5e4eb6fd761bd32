package dev.waggle.signal.connectivity.oracle;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.EmitSignalInput;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import org.jspecify.annotations.Nullable;

/**
 * The checks of the earlier implementation, in its order. Unlike the checks of the current layer they limit no text and
 * take any whole step. They take any character but white space in an id, and keep an empty {@code replaces} as it came.
 */
final class OriginalCheck {

    private OriginalCheck() {}

    /** The input when all of its values are acceptable. */
    static EmitSignalInput of(EmitWords words) {
        String threadId = text("threadId", words.threadId());
        String source = text("source", words.source());
        String summary = text("summary", words.summary());
        Audience.RoleName audience = Vocabulary.audience(words.audience());
        MessageClass messageClass = Vocabulary.messageClass(words.messageClass());
        SignalClass signalClass = Vocabulary.signalClass(words.signalClass());
        Priority priority = Vocabulary.priority(words.priority());
        if (signalClass.messageClass() != messageClass) {
            throw new SignalValidationException("signalClass " + signalClass.wireName() + " does not belong to "
                    + messageClass.wireName());
        }
        Long expiresAtStep = step(words.expiresAtStep());
        checkConfidence(signalClass, words.confidence());
        return new EmitSignalInput(threadId, source, audience, messageClass, signalClass, priority, summary,
                words.confidence(), words.details(), words.replaces(), expiresAtStep);
    }

    static EmitWords words(EmitSignalInput input) {
        return new EmitWords(input.threadId(), input.source(), word(input.audience(), OriginalCheck::lower),
                word(input.messageClass(), MessageClass::wireName),
                word(input.signalClass(), SignalClassDefinition::wireName),
                word(input.priority(), OriginalCheck::lower), input.summary(), input.confidence(), input.details(),
                input.replaces(), Optional.ofNullable(input.expiresAtStep()).map(Long::doubleValue).orElse(null));
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <E> @Nullable String word(@Nullable E value, Function<E, String> wordOf) {
        return value == null ? null : wordOf.apply(value);
    }

    private static String text(String field, @Nullable String value) {
        if (value == null || value.chars().allMatch(OriginalCheck::isTrimmed)) {
            throw new SignalValidationException(field + " must not be blank, got " + value);
        }
        return value;
    }

    /** White space and line ends of ECMAScript, which are not quite Java's. */
    private static boolean isTrimmed(int unit) {
        return Character.isSpaceChar(unit) || (unit >= '\t' && unit <= '\r') || unit == '\uFEFF';
    }

    private static @Nullable Long step(@Nullable Double step) {
        if (step == null) {
            return null;
        }
        if (!(step >= 0) || step != Math.rint(step) || step.isInfinite()) {
            throw new SignalValidationException("expiresAtStep must be a whole number of at least 0, got " + step);
        }
        return step.longValue();
    }

    private static void checkConfidence(SignalClass signalClass, @Nullable Double confidence) {
        MessageClass messageClass = signalClass.messageClass();
        if (confidence == null) {
            if (messageClass == MessageClass.CONFIDENCE || messageClass == MessageClass.CONFLICT) {
                throw new SignalValidationException("confidence is required for " + signalClass.wireName());
            }
            return;
        }
        if (!(confidence >= signalClass.minConfidence() && confidence <= signalClass.maxConfidence())) {
            throw new SignalValidationException("confidence of " + signalClass.wireName() + " must be between "
                    + signalClass.minConfidence() + " and " + signalClass.maxConfidence() + ", got " + confidence);
        }
    }
}
