package dev.waggle.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.LensLookup;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the part that mathematics takes in a solve. */
public final class MathOptions {

    @Option(names = "--math", paramLabel = "PART", description = "part of mathematics: steering (stops,"
            + " challenges and weighs), watching (only measures) or off; default: steering for plays and people,"
            + " watching for episodes and cassettes, because a recording cannot answer a challenge")
    private @Nullable String part;

    @Option(names = "--without-lens", paramLabel = "NAME", //
            description = "disable that lens; repeat for more (see waggle lens)")
    private List<String> without = new ArrayList<>();

    /** This part with the flags applied; refuses bad values. */
    public MathConfig config(MathRole usual) {
        return over(MathConfig.defaults().withRole(usual));
    }

    /** That configuration with the flags applied; refuses bad values. */
    public MathConfig over(MathConfig base) {
        MathConfig config = part == null ? base : of(part, base);
        for (String name : without) {
            config = config.without(LensLookup.require(name));
        }
        return config;
    }

    /** All lenses again if the base has none. */
    private static MathConfig of(String word, MathConfig base) {
        MathConfig seeing = base.lenses().isEmpty() ? base.withLenses(MathConfig.defaults().lenses()) : base;
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "steering" -> seeing.withRole(MathRole.STEERING);
            case "watching" -> seeing.withRole(MathRole.WATCHING);
            case "off" -> MathConfig.off();
            default -> throw new UserException("--math must be steering, watching or off, got \"" + word + "\"",
                    "Use for example --math watching.");
        };
    }
}
