package dev.waggle.cli.command.shell;

import java.util.Locale;
import java.util.function.Supplier;

import dev.waggle.cli.terminal.TerminalScreen;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code waggle completion}: a script with which a shell completes commands, options and their values. */
@Command(name = "completion", addMethodSubcommands = false, //
        description = "Prints a script with which bash, zsh or fish completes commands, options and values.", //
        footer = {"", "Try it in the shell that runs, then add the line to its start file:", //
            "  bash   source <(waggle completion bash)", //
            "  zsh    source <(waggle completion zsh)", //
            "  fish   waggle completion fish | source"})
public final class CompletionCommand implements Runnable {

    private final TerminalScreen screen;
    private final Supplier<CommandLine> program;

    @Parameters(arity = "1", paramLabel = "SHELL", description = "one of ${COMPLETION-CANDIDATES}")
    private Shell shell = Shell.BASH;

    /** @param program makes a model of all commands */
    public CompletionCommand(TerminalScreen screen, Supplier<CommandLine> program) {
        this.screen = screen;
        this.program = program;
    }

    /** Shells by the word that names them. */
    enum Shell {
        BASH, ZSH, FISH;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public void run() {
        CommandLine root = program.get();
        screen.out().print(switch (shell) {
            // The script loads what zsh needs for it.
            case BASH, ZSH -> AutoComplete.bash(root.getCommandName(), root);
            case FISH -> FishCompletion.of(root);
        });
    }
}
