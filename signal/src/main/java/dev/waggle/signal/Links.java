package dev.waggle.signal;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Relations of a signal to other signals: four kinds that are never merged into one.
 *
 * @param cause the signal that caused this one
 * @param replyTo the signal that this one answers
 * @param replaces the signal that this one supersedes
 * @param about signals that this one refers to, for look-up only
 */
public record Links(@Nullable String cause, @Nullable String replyTo, @Nullable String replaces, List<String> about) {

    public static final Links NONE = new Links(null, null, null, List.of());

    public Links {
        EnvelopePreconditions.optionalName("cause", cause);
        EnvelopePreconditions.optionalName("replyTo", replyTo);
        EnvelopePreconditions.optionalName("replaces", replaces);
        about = EnvelopePreconditions.names("about", about);
    }

    public static Links replyTo(String signalId) {
        return new Links(null, signalId, null, List.of());
    }
}
