package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PatternIndexTest {

    private static final SignalType DONE = SignalType.custom("build:done");

    private final PatternIndex<String> index = new PatternIndex<>();

    @Test
    void allValuesWhosePatternMatchesAreFound() {
        index.add(Pattern.of("build:*"), "builds");
        index.add(Pattern.of("*:done"), "ends");
        index.add(Pattern.of("build:done"), "exact");
        index.add(Pattern.of("**"), "all");
        index.add(Pattern.of("b*:*", PatternDialect.HARNESS), "harness");
        index.add(Pattern.of(" build:* ", PatternDialect.DURABLE), "durable");
        index.add(Pattern.of("test:*"), "tests");
        index.add(Pattern.of("swarm/**"), "swarm");

        assertThat(index.match(DONE)).containsExactly("builds", "ends", "exact", "all", "harness", "durable");
        assertThat(index.match(SignalType.PROPOSAL)).containsExactly("all", "swarm");
        assertThat(index.match(SignalType.custom("build"))).containsExactly("all");
        assertThat(index.size()).isEqualTo(8);
    }

    @Test
    void dottedTypesAreSplitAtDots() {
        index.add(Pattern.of("conflict.*"), "conflicts");
        index.add(Pattern.of("*"), "one");
        index.add(Pattern.of("connectivity/**"), "family");
        index.add(Pattern.of("**:x"), "colons");

        assertThat(index.match(new SignalType(Profile.CONNECTIVITY, "conflict.active")))
                .containsExactly("conflicts", "family");
        assertThat(index.match(new SignalType(Profile.CONNECTIVITY, "handoff"))).containsExactly("one", "family");
        assertThat(index.match(SignalType.custom("conflict.active"))).containsExactly("one");
    }

    @Test
    void aValueIsFoundOnceInThePlaceOfItsFirstMatchingPattern() {
        index.add(Pattern.of("test:*"), "both");
        index.add(Pattern.of("build:*"), "builds");
        index.add(Pattern.of("*:done"), "both");
        index.add(Pattern.of("**"), "both");

        assertThat(index.match(DONE)).containsExactly("builds", "both");
        assertThat(index.match(SignalType.custom("test:done"))).containsExactly("both");
        index.remove(Pattern.of("*:done"), "both");
        assertThat(index.match(DONE)).containsExactly("builds", "both");
    }

    @Test
    void whatIsAddedTwiceIsThereOnceAndKeepsItsPlace() {
        assertThat(index.add(Pattern.of("build:*"), "first")).isTrue();
        assertThat(index.add(Pattern.of("build:*"), "second")).isTrue();
        assertThat(index.add(Pattern.of("build:*"), "first")).isFalse();

        assertThat(index.match(DONE)).containsExactly("first", "second");
        assertThat(index.size()).isEqualTo(2);
    }

    @Test
    void whatIsRemovedAndComesAgainComesLast() {
        index.add(Pattern.of("build:*"), "first");
        index.add(Pattern.of("build:*"), "second");

        assertThat(index.remove(Pattern.of("build:*"), "first")).isTrue();
        assertThat(index.match(DONE)).containsExactly("second");
        index.add(Pattern.of("build:*"), "first");
        assertThat(index.match(DONE)).containsExactly("second", "first");
    }

    @Test
    void onlyTheExactPairIsRemoved() {
        index.add(Pattern.of("build:*"), "value");

        assertThat(index.remove(Pattern.of("*:*"), "value")).isFalse();
        assertThat(index.remove(Pattern.of("build:*", PatternDialect.DURABLE), "value")).isFalse();
        assertThat(index.remove(Pattern.of("build:*"), "other")).isFalse();
        assertThat(index.match(DONE)).containsExactly("value");
    }

    @Test
    void anAnswerIsSharedUntilTheNextChangeAndNeverChanges() {
        index.add(Pattern.of("build:*"), "first");
        List<String> before = index.match(DONE);

        assertThat(index.match(SignalType.custom("build:done"))).isSameAs(before);
        index.add(Pattern.of("**"), "second");
        assertThat(before).containsExactly("first");
        assertThat(index.match(DONE)).containsExactly("first", "second");
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(before::removeFirst);
    }

    @Test
    void typesSeenLongAgoAreForgotten() {
        index.add(Pattern.of("**"), "all");
        int without = index.retainedCount();
        for (int i = 0; i < 10_000; i++) {
            index.match(SignalType.custom("type:" + i));
        }
        assertThat(index.retainedCount() - without).isBetween(MatchCache.MAX_TYPES / 2, MatchCache.MAX_TYPES);

        List<String> lately = index.match(SignalType.custom("type:9999"));
        assertThat(index.match(SignalType.custom("type:9999"))).isSameAs(lately);
    }

    @Test
    void longAnswersAreForgottenSooner() {
        IntStream.range(0, 30_000).forEach(i -> index.add(Pattern.of("**"), "value-" + i));
        int without = index.retainedCount();
        for (int i = 0; i < 100; i++) {
            assertThat(index.match(SignalType.custom("type:" + i))).hasSize(30_000);
        }
        assertThat(index.retainedCount() - without).isBetween(1, 6);
    }

    @Test
    void nothingIsLeftWhenAllIsRemoved() {
        SplittableRandom random = new SplittableRandom(7);
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            Pair pair = new Pair(NaiveMatcher.pattern(random), "value-" + random.nextInt(500));
            if (index.add(pair.pattern(), pair.value())) {
                pairs.add(pair);
            }
            index.match(NaiveMatcher.type(random));
        }
        assertThat(index.size()).isEqualTo(pairs.size()).isGreaterThan(10_000);
        assertThat(index.retainedCount()).isPositive();

        for (Pair pair : pairs) {
            assertThat(index.remove(pair.pattern(), pair.value())).isTrue();
        }
        assertThat(index.size()).isZero();
        assertThat(index.retainedCount()).isZero();
    }

    /** 20 segments can have a million masks: looked up one by one, a match would cost as much as a scan. */
    @Test
    void hostileMasksDoNotAddUp() {
        SplittableRandom random = new SplittableRandom(11);
        List<Pair> live = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            List<String> segments = new ArrayList<>();
            for (int place = 0; place < 20; place++) {
                segments.add(random.nextBoolean() ? "*" : "w" + random.nextInt(2));
            }
            if (random.nextBoolean()) {
                segments.set(random.nextInt(20), "**");
            }
            Pair pair = new Pair(Pattern.of(String.join(":", segments)), "value-" + i);
            index.add(pair.pattern(), pair.value());
            live.add(pair);
        }

        assertThat(index.maskCount()).as("what is counted").isLessThanOrEqualTo(2 * PatternIndex.MAX_MASKS + 2 * 33);
        for (int i = 0; i < 200; i++) {
            List<String> segments = new ArrayList<>();
            for (int place = 0; place < 20; place++) {
                segments.add("w" + random.nextInt(2));
            }
            SignalType type = SignalType.custom(String.join(":", segments));
            assertThat(index.match(type)).isEqualTo(expected(live, type));
        }
        live.forEach(pair -> index.remove(pair.pattern(), pair.value()));
        assertThat(index.size() + index.retainedCount()).isZero();
    }

    @Test
    void patternsWithMoreSegmentsThanAnyMaskKnowsAreFound() {
        String many = "a:".repeat(200);
        index.add(Pattern.of(many + "*"), "closed");
        index.add(Pattern.of("**:" + many + "b"), "tail");
        index.add(Pattern.of(many + "**:b"), "head");

        assertThat(index.match(SignalType.custom(many + "b"))).containsExactly("closed", "tail", "head");
        assertThat(index.match(SignalType.custom(many + "c"))).containsExactly("closed");
        assertThat(index.match(SignalType.custom("x:" + many + "b"))).containsExactly("tail");
    }

    /** Tables grow and shrink, and chains move in them. */
    @Test
    void manyWordsComeAndGo() {
        SplittableRandom random = new SplittableRandom(13);
        List<Pair> live = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            boolean grows = i / 5000 % 2 == 0;
            if (live.isEmpty() || random.nextInt(10) < (grows ? 8 : 2)) {
                String star = List.of("*", "w" + random.nextInt(40), "**").get(random.nextInt(3));
                Pair pair = new Pair(Pattern.of("w" + random.nextInt(40) + ":" + star + ":w" + random.nextInt(40)),
                        "value-" + i);
                index.add(pair.pattern(), pair.value());
                live.add(pair);
            } else {
                Pair pair = live.remove(random.nextInt(live.size()));
                index.remove(pair.pattern(), pair.value());
            }
            if (i % 100 == 0) {
                SignalType type = SignalType.custom(
                        "w" + random.nextInt(40) + ":w" + random.nextInt(40) + ":w" + random.nextInt(40));
                assertThat(index.match(type)).as("change %d: %s", i, type).isEqualTo(expected(live, type));
            }
        }
    }

    @Test
    @SuppressWarnings("NullAway") // Callers without a null checker.
    void nullIsRefusedAndChangesNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> index.add(null, "value"))
                .withMessage("pattern must not be null");
        assertThatIllegalArgumentException().isThrownBy(() -> index.add(Pattern.of("a"), null))
                .withMessage("value must not be null");
        assertThat(index.size() + index.retainedCount()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyHistoryOfChangesAnswersLikeACheckOfEachPattern(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Pair> live = new ArrayList<>();
        int max = seed % 2 == 0 ? 40 : 1500;
        for (int i = 0; i < 20_000; i++) {
            if (live.size() < random.nextInt(max)) {
                Pair pair = new Pair(NaiveMatcher.pattern(random), "value-" + random.nextInt(60));
                assertThat(index.add(pair.pattern(), pair.value())).isEqualTo(!live.contains(pair));
                if (!live.contains(pair)) {
                    live.add(pair);
                }
            } else {
                Pair pair = live.isEmpty() ? new Pair(Pattern.of("a"), "x") : live.get(random.nextInt(live.size()));
                assertThat(index.remove(pair.pattern(), pair.value())).isEqualTo(live.remove(pair));
            }
            SignalType type = NaiveMatcher.type(random);
            assertThat(index.match(type)).as("seed %d, change %d: %s", seed, i, type).isEqualTo(expected(live, type));
            assertThat(index.match(type)).as("asked again").isEqualTo(expected(live, type));
        }
    }

    private static List<String> expected(List<Pair> live, SignalType type) {
        LinkedHashSet<String> values = new LinkedHashSet<>();
        live.stream().filter(pair -> pair.pattern().matches(type)).forEach(pair -> values.add(pair.value()));
        return List.copyOf(values);
    }

    private record Pair(Pattern pattern, String value) {}
}
