package dev.waggle.cli.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.AtomicFile.FileAccess;
import dev.waggle.journal.userfile.OutputTarget;
import org.jspecify.annotations.Nullable;

/** Place that a user names for the output of a command, once it was looked at. */
public final class OutputPlace {

    private static final String STANDARD_OUTPUT = "-";

    private final String name;
    private final @Nullable OutputTarget target;

    private OutputPlace(String name, @Nullable OutputTarget target) {
        this.name = name;
        this.target = target;
    }

    static OutputPlace of(String name, boolean force, Collection<String> inputs) {
        if (name.equals(STANDARD_OUTPUT)) {
            return new OutputPlace(name, null);
        }
        OutputTarget target = target(name);
        for (String input : inputs) {
            refuseInput(target, name, input);
        }
        if (target.isReplacing() && !force) {
            throw new UserException("there is a file " + name + " already, and it is not overwritten",
                    "Name another file, or add --force.");
        }
        return new OutputPlace(name, target);
    }

    /** True for the standard output, by whichever name. */
    public boolean isScreen() {
        return target == null || target.kind() == OutputTarget.Kind.STANDARD_OUTPUT;
    }

    /** Name of the place in messages. */
    public String name() {
        return name;
    }

    /** The place of a file; refuses streams, in which nothing could be kept while the file grows. */
    public OutputTarget requireFile(String option) {
        if (target == null || !target.isFile()) {
            throw new UserException(option + " " + name + " is a stream, and a recording is kept in a file",
                    "Name a file.");
        }
        return target;
    }

    /** Opens the output. */
    public CommandOutput open(TerminalScreen screen, FileAccess access) {
        if (target == null) {
            return CommandOutput.on(screen.out());
        }
        return switch (target.kind()) {
            case STANDARD_OUTPUT -> CommandOutput.on(screen.out());
            case STANDARD_ERROR -> CommandOutput.on(screen.err());
            case ABSENT, FILE, PIPE -> CommandOutput.at(target, access);
        };
    }

    private static OutputTarget target(String name) {
        if (name.isBlank() || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new UserException('"' + TextStyle.printable(name) + "\" is no name for a file",
                    "Name a file without line breaks or other control characters.");
        }
        try {
            return OutputTarget.of(Path.of(name));
        } catch (InvalidPathException bad) {
            throw new UserException('"' + TextStyle.printable(name) + "\" is no name for a file (" + bad.getReason()
                    + ")", "Choose another name.");
        } catch (UncheckedIOException refused) {
            throw UserException.of(refused);
        }
    }

    private static void refuseInput(OutputTarget target, String name, String input) {
        Optional<Path> path = path(input);
        if (path.isEmpty()) {
            return;
        }
        if (target.isSameAs(path.get())) {
            throw new UserException(name + " is read by this command" + (name.equals(input) ? "" : ", as " + input)
                    + ", and it is never overwritten", "Name another file.");
        }
        if (target.kind() == OutputTarget.Kind.ABSENT && isMadeAt(target.place(), path.get())) {
            throw new UserException(name + " is used by this command as " + input + " too", "Name another file.");
        }
        if (target.isFile() && isInside(target.place(), path.get())) {
            throw new UserException(name + " is inside of the folder " + input + ", which this command uses",
                    "Name a file in another folder.");
        }
    }

    private static boolean isInside(Path place, Path folder) {
        try {
            return Files.isDirectory(folder) && place.startsWith(folder.toRealPath());
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** True if that file or folder is made at the place or below it, so that the output finds it in its way. */
    private static boolean isMadeAt(Path place, Path input) {
        Path whole = input.toAbsolutePath().normalize();
        Path above = whole;
        while (above.getParent() != null && !Files.exists(above)) {
            above = above.getParent();
        }
        try {
            return above.toRealPath().resolve(above.relativize(whole)).startsWith(place);
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static Optional<Path> path(String input) {
        try {
            return input.equals(STANDARD_OUTPUT) || input.isBlank() ? Optional.empty() : Optional.of(Path.of(input));
        } catch (InvalidPathException noFile) {
            return Optional.empty();
        }
    }
}
