package dev.waggle.cli.command.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.BoundedFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle man}: the manual page of a command, or all of them as files. */
@Command(name = "man", addMethodSubcommands = false, //
        description = "Prints the manual page of a command, or writes the pages of all commands.", //
        footer = {"", "Try: waggle man solve | man -l -", //
            "     waggle man --dir ~/.local/share/man/man1, then man waggle-log-show"})
public final class ManCommand implements Runnable {

    private final TerminalScreen screen;
    private final Supplier<CommandLine> program;

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "words of the command (default: the overview)")
    private List<String> words = List.of();

    @Option(names = "--dir", paramLabel = "DIR", description = "write a page of each command to this folder")
    private @Nullable Path folder;

    /** @param program makes a model of all commands */
    public ManCommand(TerminalScreen screen, Supplier<CommandLine> program) {
        this.screen = screen;
        this.program = program;
    }

    @Override
    public void run() {
        CommandLine root = program.get();
        String version = root.getCommandSpec().version()[0];
        if (folder == null) {
            screen.out().print(ManPage.of(named(root).getCommandSpec(), version));
        } else if (words.isEmpty()) {
            write(folder, root, version);
        } else {
            throw new UserException(
                    "--dir writes the pages of all commands, not of " + String.join(" ", words) + " alone",
                    "Leave one of them out.");
        }
    }

    private CommandLine named(CommandLine root) {
        CommandLine found = root;
        for (String word : words) {
            CommandLine next = found.getSubcommands().get(word);
            if (next == null) {
                throw new UserException("there is no command " + found.getCommandSpec().qualifiedName() + ' ' + word,
                        "See waggle --help.");
            }
            found = next;
        }
        return found;
    }

    private static Stream<CommandSpec> all(CommandSpec command) {
        return Stream.concat(Stream.of(command), command.subcommands().values().stream()
                .flatMap(part -> all(part.getCommandSpec())));
    }

    private void write(Path target, CommandLine root, String version) {
        try {
            Files.createDirectories(target);
            List<CommandSpec> pages = all(root.getCommandSpec()).toList();
            for (CommandSpec page : pages) {
                Files.writeString(target.resolve(ManPage.name(page) + ".1"), ManPage.of(page, version),
                        StandardCharsets.UTF_8);
            }
            screen.err().println(pages.size() + " manual pages in " + target);
        } catch (IOException refused) {
            throw new UserException(target + " cannot be written: " + reason(refused), "Choose another folder.");
        }
    }

    static String reason(IOException refused) {
        return switch (refused) {
            case AccessDeniedException denied -> "no permission to write " + denied.getFile();
            case FileAlreadyExistsException taken -> taken.getFile() + " is a file";
            default -> BoundedFile.reason(refused);
        };
    }
}
