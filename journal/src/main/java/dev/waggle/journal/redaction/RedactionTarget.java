package dev.waggle.journal.redaction;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A signal to redact, a text, or both.
 *
 * @param signalId id of the signal; {@code null} for texts without a signal
 * @param texts texts that are redacted beside those of the signal
 */
public record RedactionTarget(@Nullable String signalId, List<String> texts) {

    public RedactionTarget {
        texts = List.copyOf(texts);
        if (signalId == null && texts.isEmpty()) {
            throw new IllegalArgumentException("a redaction needs a signal or a text");
        }
        if (signalId != null && signalId.isBlank()) {
            throw new IllegalArgumentException("the id of a signal must not be blank");
        }
        if (texts.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("a text to redact must not be blank");
        }
    }

    /** The texts of a signal. */
    public static RedactionTarget ofSignal(String signalId) {
        return new RedactionTarget(signalId, List.of());
    }

    /** A text, whatever its signals. */
    public static RedactionTarget ofText(String text) {
        return new RedactionTarget(null, List.of(text));
    }
}
