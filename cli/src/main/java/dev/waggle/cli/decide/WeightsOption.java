package dev.waggle.cli.decide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.review.batch.BatchDecider;
import dev.waggle.review.batch.SavedWeights;
import dev.waggle.swarm.consensus.LearnedStrategy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Option of a file in which learned weights go from one call to the next. */
public final class WeightsOption {

    /** Beyond the largest weights: 64 MB of state in memory, and 32 MB of digests. */
    private static final long LARGEST = 256L << 20;

    @Option(names = "--weights", paramLabel = "FILE", description = "Begin with the weights in this file, if there is"
            + " one, and write them back with what the known truths have taught. Each item teaches once, by its name.")
    private @Nullable String file;

    /** Refuses the file where nothing would be learned into it. */
    public void refuseWithout(String strategy, boolean isBatch, OptionalDouble budget) {
        if (file == null) {
            return;
        }
        if (isBatch || !strategy.equals(LearnedStrategy.ID)) {
            throw new UserException("--weights " + MessageText.quote(file) + " needs the strategy learned, got "
                    + (isBatch ? "--learn batch" : strategy), "Omit one of them.");
        }
        if (budget.isPresent()) {
            throw new UserException("--weights " + MessageText.quote(file) + " has no use with --effort adaptive, which"
                    + " learns from parts of items", "Omit one of them.");
        }
    }

    /** The file among the others of the command; none without one. */
    public List<String> files() {
        return file == null ? List.of() : List.of(file);
    }

    /** The weights to begin with. */
    public SavedWeights load() {
        if (file == null) {
            return SavedWeights.NONE;
        }
        Path path = path(file);
        if (!Files.exists(path)) {
            return SavedWeights.NONE;
        }
        try {
            if (!Files.isRegularFile(path) || Files.size(path) > LARGEST) {
                throw new UserException("--weights " + MessageText.quote(file) + " is no file of weights",
                        "Name the file that an earlier call wrote, or a new one.");
            }
            return SavedWeights.read(Files.readAllBytes(path));
        } catch (IllegalArgumentException damaged) {
            throw new UserException("--weights " + MessageText.quote(file) + ": " + damaged.getMessage(),
                    "Name another file, and tell all truths again.");
        } catch (IOException unreadable) {
            throw UserException.of(new UncheckedIOException("could not read " + file, unreadable));
        }
    }

    /** Writes the weights after the decisions, whole or not at all; nothing if nothing was learned. */
    public void save(BatchDecider decider, TerminalScreen screen) {
        if (file == null || decider.newItems() == 0) {
            return;
        }
        SavedWeights weights = UserException.checked(decider::weights);
        try (AtomicFile whole = AtomicFile.open(OutputTarget.of(path(file)), FileAccess.USUAL)) {
            whole.stream().write(weights.bytes());
            whole.commit();
        } catch (UncheckedIOException unwritten) {
            throw UserException.of(unwritten);
        } catch (IOException unwritten) {
            throw UserException.of(new UncheckedIOException("could not write " + file, unwritten));
        }
        screen.err().println("wrote " + file + ": learned from " + MessageText.count(decider.newItems(), "item") + ", "
                + weights.items() + " in all");
    }

    private static Path path(String name) {
        if (name.isBlank() || name.equals("-")) {
            throw new UserException("--weights " + MessageText.quote(name) + " names no file", "Name a file.");
        }
        try {
            return Path.of(name);
        } catch (InvalidPathException bad) {
            throw new UserException('"' + TextStyle.printable(name) + "\" is no name for a file (" + bad.getReason()
                    + ")", "Choose another name.");
        }
    }
}
