package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

import dev.waggle.cli.setup.StarterFile;
import dev.waggle.cli.setup.SwarmSetup;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.swarm.template.Templates;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle init}: a configuration to begin with. */
@Command(name = "init", mixinStandardHelpOptions = true, //
        description = "Writes a swarm.yaml with every setting, its default and its meaning.", //
        footer = {"", "Examples:", //
            "  waggle init", //
            "  waggle init --template decision decision.yaml"})
public final class InitCommand implements Runnable {

    private final TerminalScreen screen;

    @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "swarm.yaml",
            description = "the file to write (default: ${DEFAULT-VALUE}); never overwrites one")
    private Path file = Path.of("swarm.yaml");

    @Option(names = "--template", paramLabel = "NAME",
            description = "with the roles and rules of research, decision, code-review or debug")
    private @Nullable String template;

    public InitCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        String text = StarterFile.of(setup(), Optional.ofNullable(template));
        requireName();
        try {
            Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException there) {
            throw new UserException("there is a file " + file + " already, and it is not overwritten",
                    "Name another file, or delete that one.");
        } catch (NoSuchFileException nowhere) {
            throw new UserException("there is no folder " + file.toAbsolutePath().getParent() + " to write "
                    + file.getFileName() + " to", "Make that folder, or name a file in another.");
        } catch (IOException failed) {
            throw new UserException(file + " cannot be written: " + failed.getMessage(), "Name a file that can"
                    + " be written.");
        }
        screen.out().println("wrote " + file);
        screen.out().println("try: waggle solve \"...\" --config " + file + " --model NAME");
    }

    private void requireName() {
        String name = file.toString();
        if (name.isBlank() || name.codePoints().anyMatch(Character::isISOControl)) {
            throw new UserException('"' + TextStyle.printable(name) + "\" is no name for a file",
                    "Omit it to write swarm.yaml, or name a file without line breaks or other control characters.");
        }
        if (Files.isDirectory(file)) {
            throw new UserException(file + " is a folder",
                    "Name a file in it, for example " + file.resolve("swarm.yaml")
                            + '.');
        }
    }

    private SwarmSetup setup() {
        return UserException
                .checked(() -> template == null ? SwarmSetup.defaults() : SwarmSetup.of(Templates.named(template)));
    }
}
