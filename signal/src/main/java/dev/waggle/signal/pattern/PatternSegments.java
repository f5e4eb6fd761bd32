package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A pattern as a row of words, one for each segment, with gaps where any number of segments may stand.
 *
 * <pre>
 *   a:*:**:d     words a, any, d     gap before word 2
 * </pre>
 *
 * <p>With stars inside segments, the row is only a necessary condition; then a {@link GlobMatcher} decides.
 */
final class PatternSegments {

    /** Matches everything. */
    static final PatternSegments EVERYTHING = compile(SegmentedText.of("**", ':'), PatternDialect.COMMON);

    private final @Nullable String[] words;
    private final int[] gaps;
    private final @Nullable GlobMatcher glob;

    private PatternSegments(@Nullable String[] words, int[] gaps, @Nullable GlobMatcher glob) {
        this.words = words;
        this.gaps = gaps;
        this.glob = glob;
    }

    static PatternSegments compile(SegmentedText tokens, PatternDialect dialect) {
        List<@Nullable String> words = new ArrayList<>(tokens.count());
        List<Integer> gaps = new ArrayList<>(1);
        boolean needsGlob = false;
        for (int i = 0; i < tokens.count(); i++) {
            String token = tokens.get(i);
            boolean starred = dialect != PatternDialect.DURABLE && token.indexOf('*') >= 0;
            needsGlob |= starred && dialect == PatternDialect.HARNESS && !token.equals("*");
            if (starred && token.contains("**")) {
                if (gaps.isEmpty() || gaps.getLast() != words.size()) {
                    gaps.add(words.size());
                }
            } else {
                words.add(starred || token.equals("*") ? null : token);
            }
        }
        return new PatternSegments(words.toArray(new @Nullable String[0]),
                gaps.stream().mapToInt(Integer::intValue).toArray(),
                needsGlob ? GlobMatcher.of(tokens.text()) : null);
    }

    /**
     * True if a type matches. Costs at most one comparison for each pair of a word and a segment, however many gaps
     * there are. Between gaps, the first fitting position is as good as any later one.
     */
    boolean matches(SegmentedText type) {
        return fits(type) && (glob == null || glob.matches(type.text()));
    }

    /** Returns the minimum number of segments of a type; the exact number, when there is no gap. */
    int length() {
        return words.length;
    }

    /** Returns the word at a position; null for any. */
    @Nullable String word(int place) {
        return words[place];
    }

    /** Returns the word at a position that has one. */
    String wordAt(int place) {
        return Objects.requireNonNull(words[place], "any word");
    }

    boolean hasGap() {
        return gaps.length > 0;
    }

    boolean hasGapAt(int place) {
        return Arrays.binarySearch(gaps, place) >= 0;
    }

    /** Returns the number of words before the first gap. */
    int headLength() {
        return hasGap() ? gaps[0] : words.length;
    }

    /** Returns the number of words after the last gap. */
    int tailLength() {
        return hasGap() ? words.length - gaps[gaps.length - 1] : 0;
    }

    /** True if the words before the first gap, the words after the last and the length decide the match. */
    boolean isPrefixAndSuffix() {
        return gaps.length <= 1 && glob == null;
    }

    private boolean fits(SegmentedText type) {
        if (!hasGap()) {
            return type.count() == words.length && fits(type, 0, 0, words.length);
        }
        int spare = type.count() - words.length;
        int tail = words.length - tailLength();
        if (spare < 0 || !fits(type, 0, 0, headLength()) || !fits(type, tail + spare, tail, words.length)) {
            return false;
        }
        int skipped = 0;
        for (int i = 0; i < gaps.length - 1; i++) {
            while (skipped <= spare && !fits(type, gaps[i] + skipped, gaps[i], gaps[i + 1])) {
                skipped++;
            }
        }
        return skipped <= spare;
    }

    /** True if the words from one position up to another equal the segments from there on. */
    private boolean fits(SegmentedText type, int segment, int from, int to) {
        for (int i = from; i < to; i++) {
            String word = words[i];
            if (word != null && !type.equalsAt(segment + i - from, word)) {
                return false;
            }
        }
        return true;
    }
}
