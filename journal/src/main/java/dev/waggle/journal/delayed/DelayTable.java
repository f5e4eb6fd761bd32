package dev.waggle.journal.delayed;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.delayed.DelayedSignal.RepeatPlace;
import org.jspecify.annotations.Nullable;

/** The signals that wait, as a fold over events. Its owner guards it by a lock. */
final class DelayTable {

    private final NavigableSet<DelayedSignal> waiting = new TreeSet<>(DelayedSignal.ORDER);
    private final Map<String, WaitingLine> byId = new HashMap<>();
    private final Map<RepeatPlace, String> byPlace = new HashMap<>();
    /** The last entry of the log before the first attempt, of signals whose generation began. */
    private final Map<String, Long> begun = new HashMap<>();
    private long bytes;

    /** A signal and the length of its line. */
    private record WaitingLine(DelayedSignal delayed, int length) {}

    /**
     * Applies an event.
     *
     * @param length bytes of its line
     */
    void apply(DelayEvent event, int length) {
        switch (event) {
            case DelayEvent.Scheduled(DelayedSignal it) -> put(it, length);
            case DelayEvent.Cancelled it -> remove(it.id());
            case DelayEvent.Begun it -> it.ids().stream().filter(byId::containsKey)
                    .forEach(id -> begun.putIfAbsent(id, it.after()));
            case DelayEvent.Generated it -> it.ids().forEach(this::remove);
        }
    }

    private void put(DelayedSignal delayed, int length) {
        DelayedSignal replaced = replacedBy(delayed);
        if (replaced != null) {
            remove(replaced.id());
        }
        remove(delayed.id());
        waiting.add(delayed);
        byId.put(delayed.id(), new WaitingLine(delayed, length));
        bytes += length;
        RepeatPlace place = delayed.place();
        if (place != null) {
            byPlace.put(place, delayed.id());
        }
    }

    private void remove(String id) {
        WaitingLine removed = byId.remove(id);
        begun.remove(id);
        if (removed != null) {
            waiting.remove(removed.delayed());
            bytes -= removed.length();
            RepeatPlace place = removed.delayed().place();
            if (place != null) {
                byPlace.remove(place, id);
            }
        }
    }

    /** The signal that this one replaces, or {@code null}. */
    @Nullable DelayedSignal replacedBy(DelayedSignal delayed) {
        RepeatPlace place = delayed.place();
        return place == null ? null : at(place);
    }

    /** The signal of an owner, type and key, or {@code null}. */
    @Nullable DelayedSignal at(RepeatPlace place) {
        String id = byPlace.get(place);
        return id == null ? null : find(id);
    }

    /** The signal of that id, or {@code null}. */
    @Nullable DelayedSignal find(String id) {
        WaitingLine line = byId.get(id);
        return line == null ? null : line.delayed();
    }

    /** Refuses one more signal that would pass a limit; one that replaces another occupies its place. */
    void requireRoom(DelayedSignal delayed, int length, DelayLimits limits) {
        DelayedSignal replaced = replacedBy(delayed);
        int count = byId.size() + (replaced == null ? 1 : 0);
        if (count > limits.maxSignals()) {
            throw new DelayLimitException("signals", limits.maxSignals());
        }
        WaitingLine freed = replaced == null ? null : byId.get(replaced.id());
        if (bytes + length - (freed == null ? 0 : freed.length()) > limits.maxBytes()) {
            throw new DelayLimitException("bytes", limits.maxBytes());
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    /** Time of the first signal. */
    Instant firstTime() {
        return waiting.first().deliverAt();
    }

    /** Signals that are due at that time, at most so many, in the order of their generation. */
    List<DelayedSignal> due(Instant now, int limit) {
        return waiting.stream().takeWhile(delayed -> !delayed.deliverAt().isAfter(now)).limit(limit).toList();
    }

    /** Of these signals, the ids of those whose generation was not begun before. */
    List<String> notBegun(List<DelayedSignal> due) {
        return due.stream().map(DelayedSignal::id).filter(id -> !begun.containsKey(id)).toList();
    }

    /** Ids of the signals that the log may have. */
    Set<String> begunIds() {
        return new HashSet<>(begun.keySet());
    }

    /** The last entry of the log before all signals that it may have. */
    long begunAfter() {
        return begun.values().stream().mapToLong(Long::longValue).min().orElse(0);
    }

    /** Regards every signal as one that the log may have, because the record of its generation may be damaged. */
    void doubtAll() {
        byId.forEach((id, line) -> begun.putIfAbsent(id, line.delayed().after()));
    }

    /** All signals in the order of their generation. */
    List<DelayedSignal> all() {
        return List.copyOf(waiting);
    }

    /** The minimum of events for the same state. */
    List<DelayEvent> snapshot() {
        List<DelayEvent> events = new ArrayList<>();
        waiting.forEach(delayed -> events.add(new DelayEvent.Scheduled(delayed)));
        begun.forEach((id, after) -> events.add(new DelayEvent.Begun(List.of(id), after)));
        return events;
    }
}
