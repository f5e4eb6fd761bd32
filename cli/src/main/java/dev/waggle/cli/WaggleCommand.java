package dev.waggle.cli;

import dev.waggle.cli.terminal.TerminalScreen;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The root: shows its help. */
@Command(name = "waggle", addMethodSubcommands = false, //
        description = "Lets a swarm of agents deliberate and decide.", //
        footer = {"", "Start with: waggle demo"})
final class WaggleCommand implements Runnable {

    private final TerminalScreen screen;

    @Spec
    private CommandSpec spec;

    WaggleCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        spec.commandLine().usage(screen.out());
    }
}
