package dev.waggle.cli.option;

import java.time.Duration;

import dev.waggle.cli.terminal.UserException;
import picocli.CommandLine.Option;

/** Timeout of a command that waits for another one to release a journal. */
public final class WaitOption {

    /** Commands are short, so the next one can wait for the one before it. */
    private static final String DEFAULT_SECONDS = "10";

    private static final double MAX_SECONDS = 3600;

    @Option(names = "--wait", paramLabel = "SECONDS", defaultValue = DEFAULT_SECONDS, //
            description = "maximum wait while another process is writing there (default: ${DEFAULT-VALUE})")
    private double seconds;

    public Duration duration() {
        if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
            throw new UserException("--wait must be between 0 and " + (int) MAX_SECONDS + " seconds, got " + seconds,
                    "Use for example 2.5.");
        }
        return Duration.ofMillis(Math.round(1000 * seconds));
    }
}
