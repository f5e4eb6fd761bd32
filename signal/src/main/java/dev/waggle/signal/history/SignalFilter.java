package dev.waggle.signal.history;

import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.pattern.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Filter for queries of the history. An empty set of types matches nothing, and {@code null} everything: see
 * {@link #none} and {@link #any}. A {@code SignalQuery} of a thread reads an empty set the other way. A field that is
 * {@code null} does not filter; all others must hold.
 *
 * @param types one of these types; an empty set matches nothing
 * @param source the {@link Source#label} of the source, or its {@link Source#identity}, which no other one has
 * @param since at or after that time
 * @param until at or before that time
 * @param replyTo a direct reply to that signal
 * @param minConfidence at least that confidence; signals that state none do not pass
 * @param pattern a type that matches
 */
public record SignalFilter(@Nullable Set<SignalType> types, @Nullable String source, @Nullable Instant since,
        @Nullable Instant until, @Nullable String replyTo, @Nullable Double minConfidence, @Nullable Pattern pattern) {

    /** Matches every signal. */
    public static final SignalFilter ALL = new SignalFilter(null, null, null, null, null, null, null);

    public SignalFilter {
        types = types == null ? null : Set.copyOf(types);
        if (minConfidence != null && !(minConfidence >= 0 && minConfidence <= 1)) {
            throw new IllegalArgumentException("minConfidence must be between 0 and 1, got " + minConfidence);
        }
    }

    /** Returns the filter that every signal passes. */
    public static SignalFilter any() {
        return ALL;
    }

    /** Returns the filter that no signal passes: its set of types is empty. */
    public static SignalFilter none() {
        return ALL.withTypes(Set.of());
    }

    public static SignalFilter ofTypes(SignalType... types) {
        return ALL.withTypes(Arrays.asList(types));
    }

    public SignalFilter withTypes(Collection<SignalType> newTypes) {
        return new SignalFilter(Set.copyOf(newTypes), source, since, until, replyTo, minConfidence, pattern);
    }

    /** Returns a filter for every source of that label, or the source of that {@link Source#identity}. */
    public SignalFilter withSource(String newSource) {
        return new SignalFilter(types, newSource, since, until, replyTo, minConfidence, pattern);
    }

    /** Returns a filter for exactly that source: others of its label do not pass. */
    public SignalFilter withSource(Source newSource) {
        return withSource(newSource.identity());
    }

    public SignalFilter withSince(Instant newSince) {
        return new SignalFilter(types, source, newSince, until, replyTo, minConfidence, pattern);
    }

    public SignalFilter withUntil(Instant newUntil) {
        return new SignalFilter(types, source, since, newUntil, replyTo, minConfidence, pattern);
    }

    public SignalFilter withReplyTo(String newReplyTo) {
        return new SignalFilter(types, source, since, until, newReplyTo, minConfidence, pattern);
    }

    public SignalFilter withMinConfidence(double newMinConfidence) {
        return new SignalFilter(types, source, since, until, replyTo, newMinConfidence, pattern);
    }

    public SignalFilter withPattern(Pattern newPattern) {
        return new SignalFilter(types, source, since, until, replyTo, minConfidence, newPattern);
    }

    /** True if the signal passes. */
    public boolean matches(Signal signal) {
        return (types == null || types.contains(signal.type()))
                && (source == null || signal.source().isNamed(source))
                && (since == null || !signal.time().isBefore(since))
                && (until == null || !signal.time().isAfter(until))
                && (replyTo == null || replyTo.equals(signal.links().replyTo()))
                && (minConfidence == null || isConfident(signal.grading().confidence(), minConfidence))
                && (pattern == null || pattern.matches(signal.type()));
    }

    private static boolean isConfident(@Nullable Double confidence, double atLeast) {
        return confidence != null && confidence >= atLeast;
    }
}
