package dev.waggle.cli.models;

import java.time.Duration;
import java.util.List;

import dev.waggle.cli.terminal.TokenText;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.world.World;

/**
 * Short question to a model, with the usual output limit. Some APIs take no smaller one, and a model that thinks would
 * spend it before the answer.
 */
public final class ModelCheck {

    private ModelCheck() {}

    /**
     * Result of the check of a model.
     *
     * @param answered whether there was an answer
     * @param detail its usage, or the error
     * @param took its duration
     */
    public record CheckResult(boolean answered, String detail, Duration took) {}

    private static HarnessInput question(Harness harness) {
        return new HarnessInput(null, List.of(Message.user("Reply with the word ok.")), List.of(), List.of(), null,
                (double) harness.capabilities().usualOutputTokens(), null);
    }

    /** Calls the model once, with that timeout. */
    public static CheckResult of(Harness harness, World world, Duration atMost) throws InterruptedException {
        long begin = world.nanos();
        RunContext context = RunContext.of(RunContext.Caller.of("check", 1), world, signal -> {
        }).within(atMost);
        try {
            HarnessOutput output = harness.run(question(harness), context);
            TokenUsage usage = output.usage();
            String used = usage == null
                    ? "no usage reported"
                    : (long) usage.inputTokens() + " tokens in" + TokenText.ofInput(usage) + ", "
                            + (long) usage.outputTokens() + " out" + TokenText.ofOutput(usage);
            return new CheckResult(true, used, Duration.ofNanos(world.nanos() - begin));
        } catch (HarnessException failed) {
            return new CheckResult(false, failed.failure().kind().wireName() + ": " + failed.getMessage(),
                    Duration.ofNanos(world.nanos() - begin));
        }
    }
}
