package dev.waggle.signal.connectivity.oracle;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClass;
import org.jspecify.annotations.Nullable;

/** The closed vocabulary as words from outside; each must be exact, in lower case. */
final class Vocabulary {

    /** Words that the specification dropped on purpose, and their replacements. */
    private static final Map<String, String> DROPPED = Map.of("attention.dismiss", "resolve the signal",
            "handoff.blocked", "use confidence.blocker", "escalation.required", "use escalation.interrupt",
            "escalation.immediate", "use escalation.interrupt", "conflict.detected", "use conflict.active");

    private Vocabulary() {}

    static Audience.RoleName audience(@Nullable String word) {
        return read("audience", word, Audience.RoleName.values(), OriginalCheck::lower);
    }

    static MessageClass messageClass(@Nullable String word) {
        return read("messageClass", word, MessageClass.values(), MessageClass::wireName);
    }

    static SignalClass signalClass(@Nullable String word) {
        String instead = word == null ? null : DROPPED.get(word);
        if (instead != null) {
            throw new SignalValidationException("signalClass " + word
                    + " was dropped from the vocabulary\nMaybe " + instead + " instead.");
        }
        return read("signalClass", word, SignalClass.values(), SignalClass::wireName);
    }

    static Priority priority(@Nullable String word) {
        return read("priority", word, Priority.values(), OriginalCheck::lower);
    }

    private static <T> T read(String field, @Nullable String word, T[] values, Function<T, String> wordOf) {
        for (T value : values) {
            if (wordOf.apply(value).equals(word)) {
                return value;
            }
        }
        throw new SignalValidationException(field + " must be one of "
                + Stream.of(values).map(wordOf).collect(Collectors.joining(", ")) + ", got " + word);
    }
}
