package dev.waggle.cli.command.token;

import dev.waggle.cli.terminal.TerminalScreen;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code waggle token}: the tokens that programs send to a server. */
@Command(name = "token", addMethodSubcommands = false, //
        description = {"Creates, lists and revokes the tokens of a server.", //
            "A running server notices a change within a second. The file holds hashes only: a secret is shown once, when"
                    + " its token is created."}, //
        synopsisSubcommandLabel = "(create | list | revoke)", //
        footer = {"", "Examples:", //
            "  waggle token create ci --scope read,solve --budget-usd 5 --expires 30d", //
            "  waggle token list", //
            "  waggle token revoke ci"})
public final class TokenCommand implements Runnable {

    private final TerminalScreen screen;

    @Spec
    private CommandSpec spec;

    public TokenCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public void run() {
        spec.commandLine().usage(screen.out());
    }
}
