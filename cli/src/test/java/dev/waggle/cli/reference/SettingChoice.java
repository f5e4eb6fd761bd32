package dev.waggle.cli.reference;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.Templates;

/** The words that a key accepts, with their meaning, from the types that define them. */
final class SettingChoice {

    private static final Map<String, Map<String, String>> CHOICES = choices();

    private SettingChoice() {}

    /** The words of a key; none where it takes any text. */
    static List<String> words(String path) {
        return List.copyOf(meanings(path).keySet());
    }

    /** The words of a key with their meaning, which is empty where the word says it. */
    static Map<String, String> meanings(String path) {
        return CHOICES.getOrDefault(path, Map.of());
    }

    private static Map<String, Map<String, String>> choices() {
        Map<String, Map<String, String>> choices = new LinkedHashMap<>();
        choices.put("template", words(Templates.builtIn(), spec -> spec.name(), spec -> Markdown.text(spec.purpose())));
        choices.put("seats[].answers", words(List.of("later"), word -> word, _ -> ""));
        choices.put("agents[].listens", words(SignalType.SWARM, SignalType::text, _ -> ""));
        choices.put("agents[].canEmit", words(SignalType.SWARM, SignalType::text, _ -> ""));
        choices.put("agents[].strategies", words(Arrays.asList(ReactionStrategy.values()), ReactionStrategy::wireName,
                SourceDocs::constant));
        choices.put("agents[].personality", words(TeamMember.personalities().entrySet(), Map.Entry::getKey,
                named -> traits(named.getValue())));
        choices.put("consensus.strategy", words(StrategyCatalog.builtIn(), strategy -> strategy.id(),
                strategy -> SourceDocs.sentence(strategy.getClass())));
        choices.put("consensus.ballots", words(Arrays.asList(BallotRule.values()), BallotRule::wireName,
                SourceDocs::constant));
        choices.put("consensus.conflictResolution", words(Arrays.asList(ConflictResolution.values()),
                ConflictResolution::wireName, SourceDocs::constant));
        choices.put("selection.effort", words(Arrays.asList(TurnEffort.values()), TurnEffort::wireName,
                SourceDocs::constant));
        choices.put("memory.use", words(Arrays.asList(MemorySettings.Place.values()), MemorySettings.Place::wireName,
                SourceDocs::constant));
        choices.put("math.part", words(List.of("steering", "watching", "off"), word -> word, _ -> ""));
        choices.put("math.without", words(LensCatalog.all(), lens -> lens.name(), _ -> ""));
        choices.put("math.stops", words(Arrays.asList(MathStopReason.values()), MathStopReason::wireName,
                MathStopReason::sentence));
        return choices;
    }

    private static <T> Map<String, String> words(Iterable<T> all, Function<T, String> word,
            Function<T, String> meaning) {
        Map<String, String> words = new LinkedHashMap<>();
        all.forEach(one -> words.put(word.apply(one), meaning.apply(one)));
        return words;
    }

    private static String traits(Personality person) {
        return "curiosity " + person.curiosity() + ", caution " + person.caution() + ", conformity "
                + person.conformity() + ", verbosity " + person.verbosity();
    }
}
