package dev.waggle.journal.redaction;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A signal to redact, a text, or both.
 *
 * @param signalId id of the signal; {@code null} for texts without a signal
 * @param texts texts that are redacted beside those of the signal
 * @param names names that say something of a text, for example an id that is a digest of it. Each is replaced by a new
 *        name wherever it stands, also where other names stand
 */
public record RedactionTarget(@Nullable String signalId, List<String> texts, List<String> names) {

    public RedactionTarget {
        texts = List.copyOf(texts);
        names = List.copyOf(names);
        if (signalId == null && texts.isEmpty() && names.isEmpty()) {
            throw new IllegalArgumentException("a redaction needs a signal or a text");
        }
        if (signalId != null && signalId.isBlank()) {
            throw new IllegalArgumentException("the id of a signal must not be blank");
        }
        if (texts.stream().anyMatch(String::isBlank) || names.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("a text to redact must not be blank");
        }
    }

    /** A signal to redact, texts, or both, without names. */
    public RedactionTarget(@Nullable String signalId, List<String> texts) {
        this(signalId, texts, List.of());
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
