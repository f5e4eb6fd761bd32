package dev.waggle.cli.option;

import java.time.Duration;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.Limits;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags of the limits of a solve. */
public final class LimitOptions {

    private static final OptionBinding MAX_ROUNDS = new OptionBinding("--max-rounds", "maxRounds", "10");
    private static final OptionBinding MAX_SIGNALS = new OptionBinding("--max-signals", "maxSignals", "200");

    @Option(names = "--max-rounds", paramLabel = "N", description = "maximum number of rounds (default: as"
            + " recorded, else 10)")
    private @Nullable Integer maxRounds;

    @Option(names = "--max-signals", paramLabel = "N", description = "maximum number of signals (default: as"
            + " recorded, else 200)")
    private @Nullable Integer maxSignals;

    @Option(names = "--timeout", paramLabel = "SECONDS",
            description = "time limit (default: 120; a day with people in seats)")
    private @Nullable Double timeoutSeconds;

    /** These limits with the flags applied; refuses bad values. */
    public Limits limits(Limits defaults) {
        Limits limits = MAX_ROUNDS.applyTo(defaults, maxRounds, Limits::withMaxRounds);
        limits = MAX_SIGNALS.applyTo(limits, maxSignals, Limits::withMaxSignals);
        return timeoutSeconds == null ? limits : limits.withTimeout(timeout(timeoutSeconds));
    }

    private static Duration timeout(double seconds) {
        if (!(seconds > 0 && seconds <= 1e9)) {
            throw new UserException("--timeout must be above 0 and at most 1e9 seconds, got " + seconds,
                    "Use for example --timeout 120.");
        }
        return Duration.ofMillis(Math.max(1, Math.round(1000 * seconds)));
    }
}
