package dev.waggle.signal.connectivity.oracle;

import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.MessageClass;
import dev.waggle.signal.connectivity.SignalClassDefinition;
import dev.waggle.signal.connectivity.SignalQuery;
import dev.waggle.signal.connectivity.SignalState;
import org.jspecify.annotations.Nullable;

/**
 * Query of the earlier implementation, as it came. An absent or empty filter lets everything pass, except that absent
 * {@code states} mean emitted and active. An unknown word matches nothing.
 *
 * @param threadId the thread
 * @param source the exact source; empty lets every source pass
 * @param messageClasses words, any of these
 * @param signalClasses words, any of these
 * @param states words, any of these
 * @param priorities words, any of these
  * @param since emitted after that date; a text that is no date lets everything pass
  * @param before emitted before that date; a text that is no date lets everything pass
  * @param limit maximum number of results, its fraction dropped; absent is 50, below 0 that many are cut off the end
 * @param order {@code oldest}, anything else is newest
 */
record OriginalQuery(String threadId, @Nullable String source, List<String> messageClasses,
        List<String> signalClasses, @Nullable List<String> states, List<String> priorities, @Nullable String since,
        @Nullable String before, @Nullable Double limit, @Nullable String order) {

    OriginalQuery {
        messageClasses = List.copyOf(messageClasses);
        signalClasses = List.copyOf(signalClasses);
        states = states == null ? null : List.copyOf(states);
        priorities = List.copyOf(priorities);
    }

    static OriginalQuery of(SignalQuery query) {
        return new OriginalQuery(query.threadId(), query.source(),
                words(query.messageClasses(), MessageClass::wireName),
                words(query.signalClasses(), SignalClassDefinition::wireName),
                query.states() == null ? null : words(query.states(), SignalState::wireName),
                words(query.priorities(), OriginalCheck::lower), text(query.since()), text(query.before()),
                (double) query.limit(), OriginalCheck.lower(query.order()));
    }

    /** Signals that pass, by date, with equal dates in the given order, and cut to the limit. */
    List<ConnectivitySignal> pick(Stream<ConnectivitySignal> signals) {
        Optional<Instant> after = date(since);
        Optional<Instant> until = date(before);
        Comparator<ConnectivitySignal> byDate = Comparator.comparing(ConnectivitySignal::emittedAt);
        List<ConnectivitySignal> found = signals.filter(this::passes)
                .filter(signal -> after.isEmpty() || signal.emittedAt().isAfter(after.get()))
                .filter(signal -> until.isEmpty() || signal.emittedAt().isBefore(until.get()))
                .sorted("oldest".equals(order) ? byDate : byDate.reversed()).toList();
        return found.subList(0, cut(found.size()));
    }

    private boolean passes(ConnectivitySignal signal) {
        return (source == null || source.isEmpty() || source.equals(signal.source()))
                && anyOf(messageClasses, signal.messageClass().wireName())
                && anyOf(signalClasses, signal.signalClass().wireName())
                && anyOf(priorities, OriginalCheck.lower(signal.priority()))
                && (states == null ? signal.isOpen() : anyOf(states, signal.state().wireName()));
    }

    private static boolean anyOf(List<String> words, String word) {
        return words.isEmpty() || words.contains(word);
    }

    /** A date of ISO 8601, with an offset or without the time. */
    private static Optional<Instant> date(@Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            Instant date = text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC)
                    : OffsetDateTime.parse(text).toInstant();
            return Optional.of(date.truncatedTo(ChronoUnit.MILLIS));
        } catch (DateTimeParseException noDate) {
            return Optional.empty();
        }
    }

    /** Number of results that the limit lets through, of that many; none for NaN. */
    private int cut(int size) {
        int whole = limit == null ? SignalQuery.DEFAULT_LIMIT : limit.intValue();
        return whole < 0 ? (int) Math.max(0L, size + (long) whole) : Math.min(size, whole);
    }

    private static <E> List<String> words(Collection<E> values, Function<E, String> wordOf) {
        return values.stream().map(wordOf).toList();
    }

    private static @Nullable String text(@Nullable Object value) {
        return Optional.ofNullable(value).map(Object::toString).orElse(null);
    }
}
