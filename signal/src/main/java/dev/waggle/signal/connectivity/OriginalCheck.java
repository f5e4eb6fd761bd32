package dev.waggle.signal.connectivity;

import java.util.Locale;
import java.util.function.Function;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import org.jspecify.annotations.Nullable;

/**
 * An input that passed the checks of the earlier implementation: texts, words, class of class, step, confidence, in that
 * order, the first failure wins. Whether {@code replaces} exists is the layer's to say.
 */
record OriginalCheck(String threadId, String source, Audience.Word audience, SignalClass signalClass,
        Priority priority, String summary, @Nullable Double confidence, @Nullable String details,
        @Nullable String replaces, @Nullable Long expiresAtStep) {

    static OriginalCheck of(OriginalInput input) {
        String threadId = text("threadId", input.threadId());
        String source = text("source", input.source());
        String summary = text("summary", input.summary());
        Audience.Word audience = member("audience", input.audience(), Audience.Word.values(), OriginalCheck::lower);
        MessageClass messageClass = member("messageClass", input.messageClass(), MessageClass.values(),
                MessageClass::word);
        SignalClass signalClass = member("signalClass", input.signalClass(), SignalClass.values(), SignalClass::word);
        Priority priority = member("priority", input.priority(), Priority.values(), OriginalCheck::lower);
        if (signalClass.messageClass() != messageClass) {
            throw new SignalValidationException("signalClass " + signalClass.word()
                    + " does not belong to messageClass " + messageClass.word());
        }
        Long expiresAtStep = step(input.expiresAtStep());
        requireConfidence(signalClass, input.confidence());
        return new OriginalCheck(threadId, source, audience, signalClass, priority, summary, input.confidence(),
                input.details(), input.replaces(), expiresAtStep);
    }

    private static String text(String name, @Nullable String value) {
        if (value == null || value.chars().allMatch(OriginalCheck::isTrimmed)) {
            throw new SignalValidationException(name + " must not be blank, got " + quoted(value));
        }
        return value;
    }

    /** White space and line ends of ECMAScript, which are not quite Java's. */
    private static boolean isTrimmed(int character) {
        return Character.isSpaceChar(character) || (character >= '\t' && character <= '\r') || character == '\uFEFF';
    }

    private static <E extends Enum<E>> E member(String name, @Nullable String word, E[] values,
            Function<E, String> wordOf) {
        for (E value : values) {
            if (wordOf.apply(value).equals(word)) {
                return value;
            }
        }
        throw new SignalValidationException(name + " is none of the known words, got " + quoted(word));
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
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

    private static void requireConfidence(SignalClass signalClass, @Nullable Double confidence) {
        if (confidence == null) {
            if (signalClass.messageClass() == MessageClass.CONFIDENCE
                    || signalClass.messageClass() == MessageClass.CONFLICT) {
                throw new SignalValidationException("confidence is missing, " + signalClass.word() + " needs one");
            }
            return;
        }
        if (!(confidence >= signalClass.leastConfidence() && confidence <= signalClass.mostConfidence())) {
            throw new SignalValidationException("confidence of " + signalClass.word() + " must be in "
                    + signalClass.leastConfidence() + ".." + signalClass.mostConfidence() + ", got " + confidence);
        }
    }

    private static String quoted(@Nullable String value) {
        return value == null ? "nothing" : "\"" + value + "\"";
    }
}
