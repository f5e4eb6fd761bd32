package dev.waggle.signal.bus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Vectors;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternDialect;
import dev.waggle.signal.pattern.PatternIndex;
import dev.waggle.signal.pattern.TypeIndex;
import dev.waggle.signal.transcript.Player;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Harness 15 to 19 and durable-signals 19 to 25: subscriptions, history, indexes and the player match as
 * {@link Pattern} does. Another test compares the verdict of {@link Pattern} itself with the shared cases.
 */
class OneMatcherTest {

    /** Harness 19: five dialects in the original. */
    @Test
    void everybodyGivesTheVerdictOfThePatternOnHarnessCases() {
        agree(patterns("harness-patterns.json", PatternDialect.HARNESS), types("harness-patterns.json", "name",
                Profile.HARNESS));
    }

    /** Scenario 25 of durable signals. */
    @Test
    void everybodyGivesTheVerdictOfThePatternOnDurableCases() {
        agree(patterns("patterns.json", PatternDialect.DURABLE), types("patterns.json", "type", Profile.DURABLE));
    }

    /** Harness 18: a matcher that tries one way after the other would have more of them than there are atoms. */
    @Test
    void twoHundredStarsAreDecidedByEverybody() {
        List<Pattern> patterns = new ArrayList<>();
        for (String part : List.of("*:", "**:", "**a:", "*a**:", "**a*:a", "*:**:", "a*")) {
            patterns.add(Pattern.of(part.repeat(200), PatternDialect.HARNESS));
            patterns.add(Pattern.of(part.repeat(200) + "b", PatternDialect.HARNESS));
            patterns.add(Pattern.of(part.repeat(200) + "**", PatternDialect.HARNESS));
        }
        for (String part : List.of("*:", "**:", "**:a:", "**:*:a:")) {
            patterns.add(Pattern.of(part.repeat(200) + "a", PatternDialect.COMMON));
            patterns.add(Pattern.of(part.repeat(200) + "b", PatternDialect.COMMON));
            patterns.add(Pattern.of(part.repeat(200) + "*", PatternDialect.DURABLE));
        }
        List<SignalType> types = new ArrayList<>();
        for (String text : List.of("a:".repeat(199) + "a", "a:".repeat(200) + "a", ":".repeat(399),
                ":".repeat(399) + "b",
                "a".repeat(400), "a".repeat(400) + "b")) {
            types.add(new SignalType(Profile.HARNESS, text));
        }

        agree(patterns, types);
        String segments = "a:".repeat(399) + "a";
        assertThat(Pattern.of("**a:".repeat(200) + "b", PatternDialect.HARNESS).matches(segments)).isFalse();
        assertThat(Pattern.of("**a:".repeat(200) + "**", PatternDialect.HARNESS).matches(segments)).isTrue();
        assertThat(Pattern.of("*:".repeat(199) + "*", PatternDialect.HARNESS).matches(segments)).isFalse();
        assertThat(Pattern.of("*:".repeat(399) + "*", PatternDialect.HARNESS).matches(segments)).isTrue();
    }

    private static void agree(List<Pattern> patterns, List<SignalType> types) {
        BusFixture stage = new BusFixture();
        Map<Pattern, List<String>> heard = new LinkedHashMap<>();
        PatternIndex<Pattern> routes = new PatternIndex<>();
        TypeIndex<String> kept = new TypeIndex<>();
        for (Pattern pattern : patterns) {
            List<String> its = new ArrayList<>();
            heard.put(pattern, its);
            stage.bus.subscribe("listener " + heard.size(), pattern, signal -> its.add(signal.id()));
            routes.add(pattern, pattern);
        }
        List<Signal> signals = types.stream().map(type -> signal("s" + types.indexOf(type), type)).toList();
        signals.forEach(stage.bus::publish);
        signals.forEach(signal -> kept.put(signal.type(), signal.id()));
        Player player = Player.of(stage.journal.read(1, Integer.MAX_VALUE));

        int matches = 0;
        for (Pattern pattern : patterns) {
            List<String> expected = ids(signals.stream().filter(signal -> pattern.matches(signal.type())).toList());
            matches += expected.size();
            assertThat(heard.get(pattern)).as("a subscription of %s", pattern).isEqualTo(expected);
            assertThat(ids(stage.bus.getHistory(SignalFilter.ALL.withPattern(pattern))))
                    .as("the history by %s", pattern)
                    .isEqualTo(expected);
            assertThat(ids(signals.stream().filter(SignalFilter.ALL.withPattern(pattern)::matches).toList()))
                    .as("a filter by %s", pattern).isEqualTo(expected);
            assertThat(ids(signals.stream().filter(signal -> routes.match(signal.type()).contains(pattern)).toList()))
                    .as("the index of patterns, for %s", pattern).isEqualTo(expected);
            assertThat(kept.select(pattern)).as("the index of types, for %s", pattern).isEqualTo(expected);
            assertThat(ids(player.findAll(pattern).stream().map(signals::get).toList()))
                    .as("the player, for %s", pattern)
                    .isEqualTo(expected);
        }
        assertThat(matches).isBetween(patterns.size() / 4, patterns.size() * types.size() - 1);
    }

    private static List<Pattern> patterns(String file, PatternDialect dialect) {
        Set<String> texts = new LinkedHashSet<>();
        Vectors.file(file).get("cases").forEach(node -> texts.add(node.get("pattern").asString()));
        assertThat(texts).hasSizeGreaterThan(50);
        return texts.stream().map(text -> Pattern.of(text, dialect)).toList();
    }

    /** Texts of the cases that can be types. */
    private static List<SignalType> types(String file, String field, Profile profile) {
        Set<SignalType> types = new LinkedHashSet<>();
        for (JsonNode node : Vectors.file(file).get("cases")) {
            String text = node.get(field).asString();
            if (!text.isBlank() && text.length() <= 512 && text.chars().noneMatch(Character::isISOControl)) {
                types.add(new SignalType(profile, text));
            }
        }
        assertThat(types).hasSizeGreaterThan(50);
        return List.copyOf(types);
    }

    private static Signal signal(String id, SignalType type) {
        return new Signal(id, type, new Source.None(), Samples.T, Payload.Open.data(JsonValue.ofNull()), Scope.NONE,
                Links.NONE, Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    private static List<String> ids(List<Signal> signals) {
        return signals.stream().map(Signal::id).toList();
    }
}
