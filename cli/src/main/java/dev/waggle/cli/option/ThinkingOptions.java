package dev.waggle.cli.option;

import java.util.Map;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the thinking of models. */
public final class ThinkingOptions {

    @Option(names = "--effort", paramLabel = "WORD", description = "effort of thinking in the provider's word, for"
            + " example low or high (default: the models file, else the provider's)")
    private @Nullable String effort;

    @Option(names = "--thinking", paramLabel = "on|off", description = "whether models think (default: the models file,"
            + " else as the provider does)")
    private @Nullable String thinking;

    /** The settings that the flags ask for; refuses words that are none. */
    public ModelSettings settings() {
        Boolean thinks = thinking == null ? null : isOn(thinking);
        try {
            return new ModelSettings(effort, thinks, null, null, new JsonValue.Obj(Map.of()), null);
        } catch (IllegalArgumentException refused) {
            UserException plain = UserException.of(refused);
            throw new UserException("--" + plain.getMessage(), plain.remedy());
        }
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
