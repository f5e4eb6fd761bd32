package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TypeIndexTest {

    private final TypeIndex<String> index = new TypeIndex<>();

    @Test
    void theTypesOfAPatternAreFoundInTheOrderInWhichTheyCame() {
        put("test:a:done", "build:b:done", "build:a:done", "build", "build:a:failed", "x:build:a:done");

        assertThat(select("build:*:done")).containsExactly("build:b:done", "build:a:done");
        assertThat(select("build:**")).containsExactly("build:b:done", "build:a:done", "build", "build:a:failed");
        assertThat(select("**:a:done")).containsExactly("test:a:done", "build:a:done", "x:build:a:done");
        assertThat(select("*:a:*")).containsExactly("test:a:done", "build:a:done", "build:a:failed");
        assertThat(select("build")).containsExactly("build");
        assertThat(select("build:a")).isEmpty();
        assertThat(select("**")).hasSize(6);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> index.select(Pattern.of("**")).clear());
    }

    @Test
    void oneWordInSeveralFamiliesIsSeveralTypes() {
        SignalType swarm = SignalType.TOOL_RESULT;
        SignalType harness = new SignalType(Profile.HARNESS, "tool:result");
        SignalType dotted = new SignalType(Profile.CONNECTIVITY, "tool.result");
        index.put(swarm, "swarm");
        index.put(harness, "harness");
        index.put(dotted, "connectivity");

        assertThat(index.select(Pattern.of("tool:*"))).containsExactly("swarm", "harness");
        assertThat(index.select(Pattern.of("harness/tool:*"))).containsExactly("harness");
        assertThat(index.select(Pattern.of("tool.*"))).containsExactly("connectivity");
        assertThat(index.select(Pattern.of("tool*result", PatternDialect.HARNESS))).containsExactly("connectivity");
        assertThat(index.select(Pattern.of("tool.result", PatternDialect.DURABLE))).containsExactly("connectivity");
        assertThat(index.remove(swarm)).hasValue("swarm");
        assertThat(index.select(Pattern.of("**"))).containsExactly("harness", "connectivity");
    }

    @Test
    void aTypeHasOneValueWhichMayBeReplaced() {
        index.put(SignalType.VOTE, "old");
        index.put(SignalType.DOUBT, "doubt");
        index.put(SignalType.VOTE, "new");

        assertThat(index.get(SignalType.VOTE)).hasValue("new");
        assertThat(index.get(SignalType.CONFLICT)).isEmpty();
        assertThat(index.size()).isEqualTo(2);
        assertThat(index.select(Pattern.of("*"))).containsExactly("new", "doubt");
        assertThat(index.remove(SignalType.CONFLICT)).isEmpty();
    }

    @Test
    void theDurableDialectDoesNotSeeBlanksAroundATypeAndTheCommonOneDoes() {
        put(" a:b", "a:b", "\ufeffa:b\u00a0", "a:\u00a0");

        assertThat(index.select(Pattern.of("a:*", PatternDialect.DURABLE))).containsExactly(" a:b", "a:b",
                "\ufeffa:b\u00a0",
                "a:\u00a0");
        assertThat(index.select(Pattern.of("*:*", PatternDialect.DURABLE))).hasSize(4);
        assertThat(select("a:*")).containsExactly("a:b", "a:\u00a0");
    }

    @Test
    void aPatternWithManyWordsIsFollowedToo() {
        put("a:".repeat(62) + "a", "a:".repeat(63) + "a", "a:".repeat(199) + "b", "b");

        assertThat(select("a:".repeat(62) + "*")).hasSize(1);
        assertThat(select("a:".repeat(62) + "**:*")).hasSize(3);
        assertThat(select("a:".repeat(63) + "*")).hasSize(1);
        assertThat(select("a:".repeat(150) + "**:b")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void anyHistoryOfChangesAnswersLikeACheckOfEachType(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<SignalType, String> live = new LinkedHashMap<>();
        for (int i = 0; i < 20_000; i++) {
            SignalType type = NaiveMatcher.type(random);
            if (live.size() < random.nextInt(600)) {
                index.put(type, "value-" + i);
                live.put(type, "value-" + i);
            } else {
                assertThat(index.remove(type).orElse("none")).isEqualTo(live.getOrDefault(type, "none"));
                live.remove(type);
            }
            Pattern pattern = NaiveMatcher.pattern(random);
            List<String> expected = new ArrayList<>();
            live.forEach((known, value) -> {
                if (pattern.matches(known)) {
                    expected.add(value);
                }
            });
            assertThat(index.select(pattern)).as("seed %d, change %d: %s", seed, i, pattern).isEqualTo(expected);
        }
        List.copyOf(live.keySet()).forEach(index::remove);
        assertThat(index.size() + index.nodes()).isZero();
    }

    private void put(String... texts) {
        for (String text : texts) {
            index.put(SignalType.of(text), text);
        }
    }

    private List<String> select(String pattern) {
        return index.select(Pattern.of(pattern));
    }
}
