package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.Chain.Filing;
import dev.waggle.signal.pattern.Chain.Member;

/**
 * Who is meant by a type: values under the patterns that they were added with. Made for a million subscriptions.
 *
 * <p>The places of wildcards in real patterns are few ({@code build:*:done} and {@code test:*:failed} have the same), so
 * the type is looked up once for each such {@link Mask} seen, by the words at its places. Patterns with more than one
 * {@code **}, or with stars inside segments, are found by their other words and then checked. Answers for types seen
 * lately are kept until the next change.
 *
 * <ul>
 * <li><b>Order.</b> An answer holds each value once, however many of its patterns match, in the order in which the
 * first of the matching ones was added. What was removed and comes again comes last.
 * <li><b>Cost.</b> {@link #add} and {@link #remove} take a time that depends on the segments of the pattern, amortised
 * over the growth of tables, never on how much the index holds. {@link #match} takes one look-up for each mask of
 * patterns of the type's length and of patterns with {@code **}: about {@value #MAX_MASKS} of each at most, whatever was
 * added. Patterns with further masks are filed under their rarest word alone, and a match checks those that share it,
 * as it checks patterns with several {@code **} or stars inside segments that share all their whole words.
 * <li><b>Bounds.</b> At most 2,048 types are kept with their answers, fewer when answers are long. After the last
 * removal nothing is held of what was added.
 * </ul>
 *
 * <p>Not thread-safe: its owner calls it under a lock, {@link #match} too. Answers never change and may be read by
 * anybody.
 *
 * @param <V> values, told apart by {@code equals}
 */
public final class PatternIndex<V> {

    /**
     * Most masks of patterns of one length, and of those with {@code **}: all that eight segments can have. Of patterns
     * whose mask would be one more, only the rarest word is looked up; what is found so is checked one by one.
     */
    public static final int MAX_MASKS = Shelf.MAX_MASKS;

    /** Most filings that are compared with each other to find values that come twice. */
    private static final int SHORT = 32;

    private final Words words = new Words();
    private final Shelf<V> colonShelf = new Shelf<>(words);
    private final Shelf<V> dotShelf = new Shelf<>(words);
    private final Shelf<V> durableShelf = new Shelf<>(words);
    private final Shelf<V> harnessShelf = new Shelf<>(words);
    private final Map<Subscription<V>, Filing<V>> filings = new HashMap<>();
    private final Map<V, Member> members = new HashMap<>();
    private final Recent<V> recent = new Recent<>();
    private long added;
    private long answers;

    /** Adds a value under a pattern; false, and no change, when it is there already. */
    public boolean add(Pattern pattern, V value) {
        Subscription<V> subscription = new Subscription<>(pattern, value);
        if (filings.containsKey(subscription)) {
            return false;
        }
        Member member = members.computeIfAbsent(value, unknown -> new Member());
        member.patterns++;
        added++;
        filings.put(subscription, file(new Chain.Entry<>(pattern, value, member, added)));
        recent.forget();
        return true;
    }

    /** Removes a value from under a pattern; false when it is not there. */
    public boolean remove(Pattern pattern, V value) {
        Filing<V> filing = filings.remove(new Subscription<>(pattern, value));
        if (filing == null) {
            return false;
        }
        unfile(filing);
        filing.member.patterns--;
        if (filing.member.patterns == 0) {
            members.remove(value);
        }
        recent.forget();
        return true;
    }

    /** The values under all patterns that match. The list cannot be changed; later changes of the index leave it alone. */
    public List<V> match(SignalType type) {
        List<V> answer = recent.get(type);
        if (answer == null) {
            answer = valuesOf(filingsOf(type));
            recent.put(type, answer);
        }
        return answer;
    }

    /** How many pairs of a pattern and a value there are. */
    public int size() {
        return filings.size();
    }

    /** How many masks a type may be looked up by, in all. */
    int masks() {
        return colonShelf.masks() + dotShelf.masks() + durableShelf.masks() + harnessShelf.masks();
    }

    /** How many things it remembers besides its size. */
    int remembered() {
        return words.size() + masks() + members.size() + recent.size();
    }

    private Filing<V> file(Chain.Entry<V> entry) {
        Pattern pattern = entry.pattern();
        return switch (pattern.dialect()) {
            case DURABLE -> durableShelf.add(entry, pattern.colonForm());
            case HARNESS -> harnessShelf.add(entry, pattern.colonForm());
            case COMMON -> {
                Form atColon = pattern.form(':');
                Form atDot = pattern.form('.');
                Filing<V> colon = atColon == null ? null : colonShelf.add(entry, atColon);
                Filing<V> dot = atDot == null ? null : dotShelf.add(entry, atDot);
                if (colon != null) {
                    colon.twin = dot;
                }
                yield Objects.requireNonNull(colon == null ? dot : colon, "a pattern has a form");
            }
        };
    }

    private void unfile(Filing<V> filing) {
        shelfOf(filing.pattern).remove(filing);
        if (filing.twin != null) {
            dotShelf.remove(filing.twin);
        }
    }

    private Shelf<V> shelfOf(Pattern pattern) {
        return switch (pattern.dialect()) {
            case COMMON -> pattern.form(':') == null ? dotShelf : colonShelf;
            case DURABLE -> durableShelf;
            case HARNESS -> harnessShelf;
        };
    }

    private List<Filing<V>> filingsOf(SignalType type) {
        List<Filing<V>> found = new ArrayList<>();
        char separator = type.profile().separator();
        Shelf<V> common = separator == ':' ? colonShelf : dotShelf;
        common.collect(type.profile(), type.text(), separator, found);
        harnessShelf.collect(type.profile(), type.text(), ':', found);
        String trimmed = durableShelf.isEmpty() ? "" : Segments.trim(type.text());
        if (!trimmed.isEmpty()) {
            durableShelf.collect(type.profile(), trimmed, ':', found);
        }
        found.removeIf(filing -> !filing.isExact && !filing.pattern.matches(type));
        return found;
    }

    private List<V> valuesOf(List<Filing<V>> found) {
        if (found.isEmpty()) {
            return List.of();
        }
        found.sort(Comparator.comparingLong(filing -> filing.sequence));
        List<V> values = new ArrayList<>(found.size());
        answers++;
        for (int i = 0; i < found.size(); i++) {
            if (isFirstOfMember(found, i)) {
                values.add(found.get(i).value);
            }
        }
        return List.copyOf(values);
    }

    /** In short answers by comparing with those before: the members lie elsewhere in memory. */
    private boolean isFirstOfMember(List<Filing<V>> found, int index) {
        Member member = found.get(index).member;
        if (found.size() > SHORT) {
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

    private record Subscription<V>(Pattern pattern, V value) {

        Subscription {
            if (pattern == null || value == null) {
                throw new IllegalArgumentException((pattern == null ? "pattern" : "value") + " must not be null");
            }
        }
    }
}
