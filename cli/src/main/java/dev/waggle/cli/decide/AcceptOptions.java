package dev.waggle.cli.decide;

import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.output.OutputPlace;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.signal.text.PlainLocale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a split into accepted items and items for people. */
public final class AcceptOptions {

    @Option(names = "--accept-error", paramLabel = "E", description = "Split the items into accepted ones, of which at"
            + " most this share is wrong on average (above 0, below 1), and those for people; needs known truths.")
    private @Nullable Double error;

    @Option(names = "--ask-file", paramLabel = "FILE", description = "Write the items for people to this CSV, most"
            + " valuable first; filled in, it is a file for --truth.")
    private @Nullable String file;

    /** The error to hold; empty if no split was asked for. */
    public OptionalDouble error() {
        Double bound = error;
        if (bound == null) {
            if (file != null) {
                throw new UserException("--ask-file " + MessageText.quote(file) + " needs an error to hold",
                        "Add --accept-error, such as --accept-error 0.05.");
            }
            return OptionalDouble.empty();
        }
        if (!(bound > 0 && bound < 1)) {
            throw new UserException("--accept-error must be above 0 and below 1, got " + bound,
                    String.format(PlainLocale.NONE, "0.05 accepts at most 1 wrong item in 20%s.",
                            bound > 1 && bound < 100 ? "; " + bound + " % is " + bound / 100 : ""));
        }
        return OptionalDouble.of(bound);
    }

    /**
     * The place of the file for people; {@code null} without one.
     *
     * @param others files that the command reads or writes
     */
    public @Nullable OutputPlace place(ForceOption force, List<String> others) {
        if (file == null) {
            return null;
        }
        OutputPlace place = force.place(file, others);
        if (place.isScreen()) {
            throw new UserException("--ask-file " + MessageText.quote(file) + " would mix with the report",
                    "Name another file.");
        }
        return place;
    }
}
