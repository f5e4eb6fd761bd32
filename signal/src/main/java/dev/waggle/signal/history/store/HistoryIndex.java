package dev.waggle.signal.history.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.TypeIndex;
import org.jspecify.annotations.Nullable;

/**
 * The indexes of a history: by type, source, both, and the signal answered. Each is searched by time as well. A
 * pattern is first turned into the retained types that match, at a cost proportional to their number. A query uses
 * the index that narrows it most and costs as many steps as that index returns entries. Other conditions, such as a
 * confidence, are checked signal by signal.
 */
final class HistoryIndex {

    /** Size up to which no other index is tried. */
    private static final int SMALL_POSTING_LIST = 32;

    private final PostingList all = new PostingList();
    private final Map<SignalType, PostingList> byType = new HashMap<>();
    private final TypeIndex<SignalType> types = new TypeIndex<>();
    private final Map<Source, SourceIndex> bySource = new HashMap<>();
    /** By label, which nearly always belongs to one source, and by identity. */
    private final Map<String, List<SourceIndex>> bySourceName = new HashMap<>();
    private final Map<String, PostingList> byReplyTo = new HashMap<>();
    private final AtomicInteger readers = new AtomicInteger();

    HistoryEntry add(Signal signal, long place, long time, long overAfter, long bytes) {
        String replyTo = signal.links().replyTo();
        HistoryEntry one = new HistoryEntry(signal, place, time, overAfter, bytes);
        all.add(one);
        byType.computeIfAbsent(signal.type(), this::newPosting).add(one);
        bySource.computeIfAbsent(signal.source(), this::newSource).add(one);
        if (replyTo != null) {
            byReplyTo.computeIfAbsent(replyTo, id -> new PostingList()).add(one);
        }
        return one;
    }

    /** Takes an entry that is marked as removed out of every index. */
    void remove(HistoryEntry one) {
        SlotVisibility visibility = readers.get() > 0 ? SlotVisibility.READERS : SlotVisibility.OWNER;
        SignalType type = one.signal.type();
        all.remove(one, visibility);
        if (isEmptyWithout(one, byType.get(type), visibility)) {
            byType.remove(type);
            types.remove(type);
        }
        Source source = one.signal.source();
        SourceIndex own = Objects.requireNonNull(bySource.get(source), "every retained signal has one");
        if (own.remove(one, visibility)) {
            removeSource(source, own);
        }
        String replyTo = one.signal.links().replyTo();
        if (replyTo != null && isEmptyWithout(one, byReplyTo.get(replyTo), visibility)) {
            byReplyTo.remove(replyTo);
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns the entry published first. */
    HistoryEntry first() {
        return all.first();
    }

    /** Returns all present entries, in the order of publishing. */
    List<HistoryEntry> entriesInOrder() {
        List<IndexRange> ranges = new ArrayList<>();
        all.addRanges(ranges);
        return new MergeCursor(ranges, 1).toList();
    }

    HistorySnapshot snapshot(SignalFilter filter, long version, long now) {
        IndexChoice choice = narrowest(filter);
        List<IndexRange> ranges = new ArrayList<>();
        Instant since = filter.since();
        Instant until = filter.until();
        if (since == null && until == null) {
            choice.postings.forEach(posting -> posting.addRanges(ranges));
        } else {
            long from = since == null ? Long.MIN_VALUE : EpochNanos.of(since);
            long to = until == null ? Long.MAX_VALUE : EpochNanos.of(until);
            choice.postings.forEach(posting -> posting.addRanges(ranges, from, to));
        }
        return new HistorySnapshot(ranges, choice.rest, version, now, readers);
    }

    void clear() {
        byType.keySet().forEach(types::remove);
        byType.clear();
        bySource.clear();
        bySourceName.clear();
        byReplyTo.clear();
        all.clear();
    }

    private PostingList newPosting(SignalType type) {
        types.put(type, type);
        return new PostingList();
    }

    private SourceIndex newSource(Source source) {
        SourceIndex created = new SourceIndex();
        if (source.isNamed(source.label())) {
            bySourceName.computeIfAbsent(source.label(), label -> new ArrayList<>(1)).add(created);
        }
        bySourceName.put(source.identity(), List.of(created));
        return created;
    }

    private void removeSource(Source source, SourceIndex own) {
        bySource.remove(source);
        bySourceName.remove(source.identity());
        if (source.isNamed(source.label())) {
            bySourceName.computeIfPresent(source.label(), (label, alike) -> {
                alike.remove(own);
                return alike.isEmpty() ? null : alike;
            });
        }
    }

    private IndexChoice narrowest(SignalFilter filter) {
        String replyTo = filter.replyTo();
        if (replyTo == null) {
            return new IndexChoice(byTypeAndSource(filter), remainder(filter));
        }
        List<PostingList> replies = present(byReplyTo.get(replyTo));
        if (size(replies) <= SMALL_POSTING_LIST) {
            return new IndexChoice(replies, filter);
        }
        List<PostingList> others = byTypeAndSource(filter);
        return size(replies) <= size(others)
                ? new IndexChoice(replies, filter)
                : new IndexChoice(others, remainder(filter));
    }

    private List<PostingList> byTypeAndSource(SignalFilter filter) {
        String source = filter.source();
        if (source == null) {
            return byType(filter, all, byType, wantedTypes(filter, null));
        }
        List<PostingList> found = new ArrayList<>(1);
        for (SourceIndex own : bySourceName.getOrDefault(source, List.of())) {
            found.addAll(byType(filter, own.all, own.byType, wantedTypes(filter, own)));
        }
        return found;
    }

    private static List<PostingList> byType(SignalFilter filter, PostingList whole,
            Map<SignalType, PostingList> postings, @Nullable Set<SignalType> types) {
        return types == null || (types.size() == postings.size() && filter.types() == null)
                ? List.of(whole)
                : postingsOf(types, postings);
    }

    /** Returns the types that a filter narrows to, or {@code null} when it does not. */
    private @Nullable Set<SignalType> wantedTypes(SignalFilter filter, @Nullable SourceIndex own) {
        Pattern pattern = filter.pattern();
        Set<SignalType> given = filter.types();
        if (pattern == null || given != null) {
            return given;
        }
        return own == null
                ? new HashSet<>(types.select(pattern))
                : own.byType.keySet().stream().filter(pattern::matches).collect(Collectors.toSet());
    }

    private static List<PostingList> postingsOf(Set<SignalType> types, Map<SignalType, PostingList> postings) {
        List<PostingList> found = new ArrayList<>(Math.min(types.size(), postings.size()));
        if (types.size() <= postings.size()) {
            types.forEach(type -> found.addAll(present(postings.get(type))));
        } else {
            postings.forEach((type, posting) -> {
                if (types.contains(type)) {
                    found.add(posting);
                }
            });
        }
        return found;
    }

    private static List<PostingList> present(@Nullable PostingList posting) {
        return posting == null ? List.of() : List.of(posting);
    }

    private static long size(Collection<PostingList> postings) {
        long size = 0;
        for (PostingList posting : postings) {
            size += posting.size();
        }
        return size;
    }

    private static boolean isEmptyWithout(HistoryEntry one, @Nullable PostingList posting, SlotVisibility visibility) {
        PostingList present = Objects.requireNonNull(posting, "every retained signal has one");
        present.remove(one, visibility);
        return present.isEmpty();
    }

    /** The posting lists to search, and the filter to check signal by signal. */
    private record IndexChoice(List<PostingList> postings, SignalFilter rest) {}

    /** The signals of one source. */
    private static final class SourceIndex {

        private final PostingList all = new PostingList();
        private final Map<SignalType, PostingList> byType = new HashMap<>();

        void add(HistoryEntry one) {
            all.add(one);
            byType.computeIfAbsent(one.signal.type(), type -> new PostingList()).add(one);
        }

        /** Removes an entry; returns true if nothing of the source is left. */
        boolean remove(HistoryEntry one, SlotVisibility visibility) {
            if (isEmptyWithout(one, byType.get(one.signal.type()), visibility)) {
                byType.remove(one.signal.type());
            }
            return isEmptyWithout(one, all, visibility);
        }
    }

    /** Returns the remaining filter after a look-up by type and source; a pattern beside types stays. */
    private static SignalFilter remainder(SignalFilter filter) {
        return new SignalFilter(null, null, filter.since(), filter.until(), filter.replyTo(), filter.minConfidence(),
                filter.types() == null ? null : filter.pattern());
    }
}
