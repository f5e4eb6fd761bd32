package dev.waggle.cli.command.token;

import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.option.TokenFileOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.server.access.AccessToken;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waggle token revoke}: the end of a token. */
@Command(name = "revoke", addMethodSubcommands = false, //
        description = {"Revokes a token for good.", //
            "A running server refuses it within a second. Its name is free again, but a new token of that name shares"
                    + " its budget of the day."})
public final class TokenRevokeCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "NAME", description = "the name of the token")
    private String name = "";

    @Mixin
    private TokenFileOption file = new TokenFileOption();

    @Mixin
    private DataOption data = new DataOption();

    public TokenRevokeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        AccessToken revoked = UserException.checked(() -> file.file(data).revoke(name));
        screen.out().println("revoked " + revoked.name());
        return 0;
    }
}
