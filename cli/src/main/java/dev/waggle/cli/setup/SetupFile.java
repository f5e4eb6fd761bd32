package dev.waggle.cli.setup;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;
import dev.waggle.setup.SetupNode;
import dev.waggle.setup.SetupReader;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.SetupException;

/**
 * Reads {@code swarm.yaml}. Omitted values, agents too, come from the template that it names, else from the defaults
 * of the code. An unknown key is an error with its line.
 */
public final class SetupFile {

    /** A thousand agents with a paragraph each. */
    private static final int MAX_BYTES = 1 << 20;

    private SetupFile() {}

    /** Reads a file; refuses errors with file, line, key and remedy. */
    public static SwarmSetup read(Path file) {
        return parse(file.toString(), text(file));
    }

    /** Reads the text of a file; the name is for messages. */
    public static SwarmSetup parse(String file, String text) {
        try {
            return SetupReader.read(file, YamlReader.read(file, text));
        } catch (SetupException refusal) {
            throw UserException.of(refusal.forDisplay());
        }
    }

    /** The template that the text of a file names. */
    public static Optional<String> template(String file, String text) {
        return Optional.ofNullable(YamlReader.read(file, text).entries().get("template")).map(SetupNode.Entry::value)
                .flatMap(value -> value instanceof SetupNode.Scalar(int _, SetupNode.Scalar.Type type, String name)
                        && type == SetupNode.Scalar.Type.TEXT ? Optional.of(name) : Optional.empty());
    }

    /** The text of such a file; refuses other data. */
    public static String text(Path file) {
        try {
            return BoundedFile.text(file, MAX_BYTES);
        } catch (CharacterCodingException foreign) {
            throw new UserException(file + " is not UTF-8 text", "Save it as UTF-8.");
        } catch (NoSuchFileException missing) {
            throw new UserException("there is no file " + file, "Check the path, or begin with: waggle init");
        } catch (IOException unreadable) {
            throw new UserException(file + " cannot be read: " + BoundedFile.reason(unreadable),
                    "Name a swarm.yaml, as waggle init writes it.");
        }
    }
}
