package dev.waggle.cli.option;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.selection.TurnEffort;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the thinking of models, and of the effort of a solve. */
public final class ThinkingOptions {

    @Option(names = "--effort", paramLabel = "WORD", completionCandidates = OptionWords.Efforts.class, //
            description = "adaptive asks the strongest agents first and stops when the votes decide, full asks all;"
                    + " any other word is the effort of thinking in the provider's word, for example low or high"
                    + " (default: full, and the models file, else the provider's); may be given twice")
    private List<String> efforts = List.of();

    @Option(names = "--thinking", paramLabel = "on|off", description = "whether models think (default: the models file,"
            + " else as the provider does)")
    private @Nullable String thinking;

    /** The settings that the flags ask for; refuses words that are none. */
    public ModelSettings settings() {
        Boolean thinks = thinking == null ? null : isOn(thinking);
        List<String> words = efforts.stream().filter(word -> !isOfTurns(word)).distinct().toList();
        if (words.size() > 1) {
            throw new UserException("--effort names several efforts of thinking: " + String.join(", ", words),
                    "Name one of them.");
        }
        String effort = words.isEmpty() ? null : words.getFirst();
        try {
            return new ModelSettings(effort, thinks, null, null, new JsonValue.Obj(Map.of()), null);
        } catch (IllegalArgumentException refused) {
            UserException plain = UserException.of(refused);
            throw new UserException("--" + plain.getMessage(), plain.remedy());
        }
    }

    /** Effort of the rounds of a solve, if a flag names one; refuses two of them. */
    public Optional<TurnEffort> turnEffort() {
        List<String> words = efforts.stream().filter(ThinkingOptions::isOfTurns).distinct().toList();
        if (words.size() > 1) {
            throw new UserException("--effort is both full and adaptive", "Use one of them.");
        }
        return words.stream().findFirst().map(TurnEffort::of);
    }

    private static boolean isOfTurns(String word) {
        return Arrays.stream(TurnEffort.values()).map(TurnEffort::wireName).anyMatch(word::equals);
    }

    private static boolean isOn(String word) {
        return switch (word) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new UserException("--thinking must be on or off, got \"" + word + "\"",
                    "Use for example --thinking off.");
        };
    }
}
