package dev.waggle.cli.decide;

import java.util.OptionalDouble;

import dev.waggle.cli.input.OptionWords;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.consensus.LearnedStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the answers that are asked for. */
public final class EffortOptions {

    private static final double HALF = 0.5;

    @Option(names = "--effort", paramLabel = "KIND", defaultValue = "full", //
            completionCandidates = OptionWords.Efforts.class, //
            description = "full uses all answers; adaptive asks the strongest agents first and stops when the rest"
                    + " would hardly change the leader (default: ${DEFAULT-VALUE}); it needs known truths.")
    private String effort = "";

    @Option(names = "--budget", paramLabel = "SHARE", description = "The share of all answers that --effort adaptive"
            + " asks for, above 0 and at most 1 (default: 0.5).")
    private @Nullable Double budget;

    /** The share of the answers to ask for; empty for all. */
    public OptionalDouble budget(String strategy) {
        Double share = budget;
        if (effort.equals("full")) {
            if (share != null) {
                throw new UserException("--budget " + share + " has no use without --effort adaptive",
                        "Add --effort adaptive.");
            }
            return OptionalDouble.empty();
        }
        if (!effort.equals("adaptive")) {
            throw new UserException("--effort must be full or adaptive, got " + MessageText.quote(effort),
                    "Maybe --effort adaptive?");
        }
        if (!strategy.equals(LearnedStrategy.ID)) {
            throw new UserException("--effort adaptive needs the strategy learned, got " + strategy,
                    "Leave out --strategy.");
        }
        if (share != null && !(share > 0 && share <= 1)) {
            throw new UserException("--budget must be above 0 and at most 1, got " + share,
                    "0.5 asks for half of the answers.");
        }
        return OptionalDouble.of(share == null ? HALF : share);
    }
}
