package dev.waggle.signal.pattern;

import java.util.SplittableRandom;

import dev.waggle.signal.Profile;
import dev.waggle.signal.SignalType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PatternTest {

    private static final int LAW_CASES = 100_000;

    @ParameterizedTest
    @CsvSource({"build:*, build:done", "build:*, build:", "*, proposal", "*:*, task:new", "a::b, a::b", "a:, a:",
        "**, proposal", "**, a:b:c", "build:**, build", "build:**, build:a:b", "**:done, done", "a:*:**, a:b",
        "**:done, build:test:done", "a:**:z, a:z", "a:**:z, a:b:c:z", "a:**:**:z, a:z", "**:b:**, a:b:c",
        "**:x:**:x:**:y, x:x:y", "**:a:*:b:**, a:a:x:b", "\u65e5\u672c:*, \u65e5\u672c:\u6771\u4eac"})
    void theCommonLanguageMatches(String pattern, String type) {
        assertThat(Pattern.of(pattern).matches(type)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"build:*, build", "build:*, build:a:b", "*, a:b", "a::b, a:b", "a:, a", "Build:*, build:done",
        "a:*:**, a", "**:x:**:x:**, a:x:b", "a:**:a, a", "**:a:*:b:**, a:b", "\u00e9, e\u0301", "a:b, a\uff1ab"})
    void theCommonLanguageDoesNotMatch(String pattern, String type) {
        assertThat(Pattern.of(pattern).matches(type)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"conflict.*, connectivity/conflict.active", "conflict.**, connectivity/conflict",
        "connectivity/conflict.*, connectivity/conflict.active", "connectivity/**, connectivity/a.b.c",
        "connectivity/a:b, connectivity/a:b", "**, connectivity/a.b", "*, connectivity/conflict",
        "a.b, connectivity/a.b", "a.b, a.b", "channel.dev:*, channel.dev:message"})
    void aPatternIsSplitWhereTheTypeIsSplit(String pattern, String type) {
        assertThat(Pattern.of(pattern).matches(type)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"conflict.*, conflict.active", "conflict:*, connectivity/conflict.active", "a:b, connectivity/a:b",
        "*:*, connectivity/a.b", "*.*, a.b"})
    void theSeparatorOfAnotherFamilyDoesNotSplit(String pattern, String type) {
        assertThat(Pattern.of(pattern).matches(type)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"swarm/conflict, conflict", "custom/**, mine:x", "harness/tool:*, harness/tool:result",
        "custom/harness/x, custom/harness/x", "durable/**, durable/build.completed", "a/b:*, a/b:c"})
    void aFamilyInFrontRestrictsToIt(String pattern, String type) {
        assertThat(Pattern.of(pattern).matches(type)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"swarm/conflict, connectivity/conflict", "custom/**, proposal", "swarm/**, mine:x",
        "harness/tool:*, tool:result", "connectivity/**, harness/a", "Swarm/conflict, conflict"})
    void otherFamiliesAreLeftOut(String pattern, String type) {
        assertThat(Pattern.of(pattern).matches(type)).isFalse();
    }

    @Test
    void aTypeAndItsTextAreReadAlike() {
        assertThat(Pattern.of("swarm/*").matches(SignalType.PROPOSAL)).isTrue();
        assertThat(Pattern.of("proposal").matches(SignalType.custom("proposal"))).isTrue();
        assertThat(Pattern.of("swarm/*").matches(SignalType.custom("proposal"))).isFalse();
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 1000; i++) {
            SignalType type = NaiveMatcher.type(random);
            Pattern pattern = Pattern.of("**:a");
            boolean isItsOwnText = SignalType.of(type.text()).equals(type) || type.toString().contains("/");
            assertThat(!isItsOwnText || pattern.matches(type.toString()) == pattern.matches(type)).as("%s", type)
                    .isTrue();
        }
    }

    @Test
    void theOtherDialectsKnowNoFamiliesAndSplitAtColonsOnly() {
        SignalType dotted = new SignalType(Profile.CONNECTIVITY, "conflict.active");

        assertThat(Pattern.of("*", PatternDialect.DURABLE).matches(dotted)).isTrue();
        assertThat(Pattern.of("conflict.*", PatternDialect.DURABLE).matches(dotted)).isFalse();
        assertThat(Pattern.of("conflict.*", PatternDialect.HARNESS).matches(dotted)).isTrue();
        assertThat(Pattern.of("connectivity/**", PatternDialect.HARNESS).matches(dotted)).isFalse();
        assertThat(Pattern.of("connectivity/conflict.active", PatternDialect.DURABLE).matches(dotted)).isFalse();
    }

    @Test
    void starsInsideSegmentsAreForTheHarnessDialect() {
        Pattern calls = Pattern.of("tool:re*", PatternDialect.HARNESS);

        assertThat(calls.matches("tool:result")).isTrue();
        assertThat(calls.matches("tool:re")).isTrue();
        assertThat(calls.matches("tool:call")).isFalse();
        assertThat(calls.matches("tool:re:x")).isFalse();
        assertThat(Pattern.of("a.*", PatternDialect.HARNESS).matches("a.b")).as("a dot is a letter").isTrue();
        assertThat(Pattern.of("a***z", PatternDialect.HARNESS).matches("a:b:z")).as("three stars are two").isTrue();
        assertThat(Pattern.of("harness:**", PatternDialect.HARNESS).matches("harness")).as("the colon is needed")
                .isFalse();
        assertThat(Pattern.of("tool:re*", PatternDialect.DURABLE).matches("tool:re*")).isTrue();
        assertThat(Pattern.of("tool:re*", PatternDialect.DURABLE).matches("tool:result")).isFalse();
    }

    @Test
    void patternsAreEqualByTextAndDialect() {
        assertThat(Pattern.of("a:*")).isEqualTo(Pattern.of("a:*")).hasSameHashCodeAs(Pattern.of("a:*"))
                .isNotEqualTo(Pattern.of("a:*", PatternDialect.DURABLE)).isNotEqualTo(Pattern.of("a:**"));
        assertThat(Pattern.of(" a:* ", PatternDialect.DURABLE)).isNotEqualTo(Pattern.of("a:*", PatternDialect.DURABLE));
        assertThat(Pattern.of("a:*")).hasToString("a:*");
        assertThat(Pattern.of("a:*", PatternDialect.DURABLE)).hasToString("a:* (DURABLE)");
        assertThat(Pattern.of(" a:*", PatternDialect.DURABLE).text()).isEqualTo(" a:*");
        assertThat(Pattern.of("a").dialect()).isEqualTo(PatternDialect.COMMON);
    }

    /** Patterns for which a matcher that backtracks takes exponential time. */
    @Test
    void manyWildcardsTakeNoLongerThanFew() {
        String manyA = "a:".repeat(250);
        assertThat(Pattern.of("**:a:".repeat(125) + "**:b").matches(manyA + "a")).isFalse();
        assertThat(Pattern.of("**:a:".repeat(125) + "**:a").matches(manyA + "a")).isTrue();
        assertThat(Pattern.of("**:a:*:".repeat(60) + "b:**:a").matches(manyA + "a")).isFalse();
        assertThat(Pattern.of("a*".repeat(2000) + "b", PatternDialect.HARNESS).matches("a".repeat(4000))).isFalse();
        assertThat(Pattern.of("a**".repeat(1300) + "b", PatternDialect.HARNESS).matches("a".repeat(4000))).isFalse();
        assertThat(Pattern.of("a**".repeat(1300), PatternDialect.HARNESS).matches("a".repeat(4000))).isTrue();
        assertThat(Pattern.of("*:**".repeat(1000), PatternDialect.HARNESS).matches("a:".repeat(2000))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t"})
    void aBlankPatternIsRefusedWhereItIsSurelyAMistake(String blank) {
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of(blank))
                .withMessage("pattern must not be blank\nMaybe \"**\", which matches every type.");
        assertThat(Pattern.of(blank, PatternDialect.DURABLE).matches("a")).isFalse();
        assertThat(Pattern.of(blank, PatternDialect.DURABLE).matches(blank)).isFalse();
        assertThat(Pattern.of(blank, PatternDialect.HARNESS).matches(blank)).isTrue();
    }

    @Test
    void aStarBesideOtherCharactersIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("tool:re*")).withMessage(
                "pattern \"tool:re*\", split at ':', has a * beside other characters: \"re*\"\n"
                        + "Maybe write * for the whole segment; inside a segment it is for the dialect HARNESS.");
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("connectivity/conflict:*"))
                .withMessageStartingWith("pattern \"connectivity/conflict:*\", split at '.', has a * beside");
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("custom/build.*"))
                .withMessageStartingWith("pattern \"custom/build.*\", split at ':', has a * beside");
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("a.b*"))
                .withMessageContaining("split at '.', has a * beside other characters: \"b*\"");
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("***"));
    }

    @Test
    void aFamilyAloneIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("swarm/"))
                .withMessage("pattern \"swarm/\" must have segments after the family\nMaybe \"swarm/**\".");
    }

    @Test
    void controlCharactersAreRefusedWhereTheyCannotMatch() {
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("a\n:b"))
                .withMessage("pattern must not hold control characters, got U+000A at 1");
        assertThat(Pattern.of("a\n:b", PatternDialect.HARNESS).matches("a\n:b")).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aPatternHasBounds(PatternDialect dialect) {
        assertThat(Pattern.of(":".repeat(2047), dialect).matches(":".repeat(2047))).isTrue();
        assertThat(Pattern.of("x".repeat(4096), dialect).matches("x".repeat(4096))).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of(":".repeat(2048), dialect))
                .withMessage("pattern must have at most 2048 segments, got 2049");
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("x".repeat(4097), dialect))
                .withMessage("pattern must have at most 4096 characters, got 4097");
    }

    @Test
    @SuppressWarnings("NullAway") // Callers without a null checker.
    void nullIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of(null))
                .withMessage("pattern must not be null");
        assertThatIllegalArgumentException().isThrownBy(() -> Pattern.of("a", null))
                .withMessage("dialect must not be null");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyPatternMatchesWhatTheDefinitionSays(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int matching = 0;
        for (int i = 0; i < LAW_CASES; i++) {
            Pattern pattern = NaiveMatcher.pattern(random);
            SignalType type = NaiveMatcher.type(random);
            boolean expected = NaiveMatcher.matches(pattern, type);

            assertThat(pattern.matches(type)).as("seed %d: %s against %s", seed, pattern, type).isEqualTo(expected);
            matching += expected ? 1 : 0;
        }
        assertThat(matching).as("both answers are common").isBetween(LAW_CASES / 20, LAW_CASES * 19 / 20);
    }
}
