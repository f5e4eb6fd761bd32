package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.PatternBucket.DistinctValue;
import dev.waggle.signal.pattern.PatternBucket.PatternEntry;

/**
 * Index from patterns to values that finds all values for a type. Made for a million subscriptions.
 *
 * <p>The positions of wildcards in real patterns are few: {@code build:*:done} and {@code test:*:failed} have the
 * same. So a type is looked up once for each such {@link WildcardMask}, by the words at its positions. Patterns with
 * more than one {@code **}, or with stars inside segments, are found by their other words and then checked. Answers
 * for recent types are cached until the next change.
 *
 * <ul>
 * <li><b>Order.</b> An answer holds each value once, however many of its patterns match, in the order in which the
 * first of the matching ones was added. A value that was removed and added again comes last.
 * <li><b>Cost.</b> {@link #add} and {@link #remove} take a time that depends on the segments of the pattern,
 * amortised over the growth of tables, never on the size of the index. {@link #match} takes one look-up per mask of
 * patterns of the type's length or with {@code **}, at most about {@value #MAX_MASKS} of each. Patterns with further
 * masks are indexed under their rarest word alone, and a match checks those that share it. Likewise it checks
 * patterns with several {@code **} or stars inside segments that share all their whole words.
 * <li><b>Bounds.</b> At most 2,048 types are cached with their answers, fewer when answers are long. After the last
 * removal the index holds nothing.
 * </ul>
 *
 * <p>Not thread-safe: its owner calls it under a lock, {@link #match} too. Answers never change and are safe to
 * share.
 *
 * @param <V> values, compared by {@code equals}
 */
public final class PatternIndex<V> {

    /**
     * Maximum number of masks of patterns of one length, and of those with {@code **}: all that eight segments can
     * have. Patterns of further masks are looked up by their rarest word, and the results are checked one by one.
     */
    public static final int MAX_MASKS = PatternGroup.MAX_MASKS;

    /** Maximum number of entries compared with each other to find duplicate values. */
    private static final int MAX_PAIRWISE = 32;

    private final SegmentInterner segments = new SegmentInterner();
    private final PatternGroup<V> colonGroup = new PatternGroup<>(segments);
    private final PatternGroup<V> dotGroup = new PatternGroup<>(segments);
    private final PatternGroup<V> durableGroup = new PatternGroup<>(segments);
    private final PatternGroup<V> harnessGroup = new PatternGroup<>(segments);
    private final Map<PatternKey<V>, PatternEntry<V>> entries = new HashMap<>();
    private final Map<V, DistinctValue> distinctValues = new HashMap<>();
    private final MatchCache<V> cache = new MatchCache<>();
    private long added;
    private long answers;

    public PatternIndex() {}

    /** Adds a value under a pattern; returns false, without a change, when it is there already. */
    public boolean add(Pattern pattern, V value) {
        PatternKey<V> subscription = new PatternKey<>(pattern, value);
        if (entries.containsKey(subscription)) {
            return false;
        }
        DistinctValue member = distinctValues.computeIfAbsent(value, unknown -> new DistinctValue());
        member.patterns++;
        added++;
        entries.put(subscription, insert(new PatternBucket.NewEntry<>(pattern, value, member, added)));
        cache.clear();
        return true;
    }

    /** Removes a value of a pattern; returns false when it is absent. */
    public boolean remove(Pattern pattern, V value) {
        PatternEntry<V> filing = entries.remove(new PatternKey<>(pattern, value));
        if (filing == null) {
            return false;
        }
        delete(filing);
        filing.member.patterns--;
        if (filing.member.patterns == 0) {
            distinctValues.remove(value);
        }
        cache.clear();
        return true;
    }

    /** Returns the values of all patterns that match, as an unmodifiable list that later changes do not affect. */
    public List<V> match(SignalType type) {
        List<V> answer = cache.get(type);
        if (answer == null) {
            answer = valuesOf(entriesOf(type));
            cache.put(type, answer);
        }
        return answer;
    }

    /** Returns the number of pairs of a pattern and a value. */
    public int size() {
        return entries.size();
    }

    /** Returns the number of masks that a type may be looked up by. */
    int maskCount() {
        return colonGroup.maskCount() + dotGroup.maskCount() + durableGroup.maskCount() + harnessGroup.maskCount();
    }

    /** Returns the number of retained objects besides its size. */
    int retainedCount() {
        return segments.size() + maskCount() + distinctValues.size() + cache.size();
    }

    private PatternEntry<V> insert(PatternBucket.NewEntry<V> entry) {
        Pattern pattern = entry.pattern();
        return switch (pattern.dialect()) {
            case DURABLE -> durableGroup.add(entry, pattern.colonForm());
            case HARNESS -> harnessGroup.add(entry, pattern.colonForm());
            case COMMON -> {
                PatternSegments atColon = pattern.form(':');
                PatternSegments atDot = pattern.form('.');
                PatternEntry<V> colon = atColon == null ? null : colonGroup.add(entry, atColon);
                PatternEntry<V> dot = atDot == null ? null : dotGroup.add(entry, atDot);
                if (colon != null) {
                    colon.twin = dot;
                }
                yield Objects.requireNonNull(colon == null ? dot : colon, "a pattern has a form");
            }
        };
    }

    private void delete(PatternEntry<V> filing) {
        groupOf(filing.pattern).remove(filing);
        if (filing.twin != null) {
            dotGroup.remove(filing.twin);
        }
    }

    private PatternGroup<V> groupOf(Pattern pattern) {
        return switch (pattern.dialect()) {
            case COMMON -> pattern.form(':') == null ? dotGroup : colonGroup;
            case DURABLE -> durableGroup;
            case HARNESS -> harnessGroup;
        };
    }

    private List<PatternEntry<V>> entriesOf(SignalType type) {
        List<PatternEntry<V>> found = new ArrayList<>();
        char separator = type.profile().separator();
        PatternGroup<V> common = separator == ':' ? colonGroup : dotGroup;
        common.collect(type.profile(), type.text(), separator, found);
        harnessGroup.collect(type.profile(), type.text(), ':', found);
        String trimmed = durableGroup.isEmpty() ? "" : SegmentedText.trim(type.text());
        if (!trimmed.isEmpty()) {
            durableGroup.collect(type.profile(), trimmed, ':', found);
        }
        found.removeIf(filing -> !filing.isExact && !filing.pattern.matches(type));
        return found;
    }

    private List<V> valuesOf(List<PatternEntry<V>> found) {
        if (found.isEmpty()) {
            return List.of();
        }
        found.sort(Comparator.comparingLong(filing -> filing.sequence));
        List<V> values = new ArrayList<>(found.size());
        answers++;
        for (int i = 0; i < found.size(); i++) {
            if (isFirstOfValue(found, i)) {
                values.add(found.get(i).value);
            }
        }
        return List.copyOf(values);
    }

    /** Compares with the earlier entries in short answers: the representatives lie elsewhere in memory. */
    private boolean isFirstOfValue(List<PatternEntry<V>> found, int index) {
        DistinctValue member = found.get(index).member;
        if (found.size() > MAX_PAIRWISE) {
            boolean isFirst = member.answer != answers;
            member.answer = answers;
            return isFirst;
        }
        for (int i = 0; i < index; i++) {
            if (found.get(i).member == member) {
                return false;
            }
        }
        return true;
    }

    private record PatternKey<V>(Pattern pattern, V value) {

        PatternKey {
            if (pattern == null || value == null) {
                throw new IllegalArgumentException((pattern == null ? "pattern" : "value") + " must not be null");
            }
        }
    }
}
