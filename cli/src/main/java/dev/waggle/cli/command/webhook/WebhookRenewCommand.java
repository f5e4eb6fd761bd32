package dev.waggle.cli.command.webhook;

import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waggle webhook renew}: a new secret of a webhook, which is printed once. */
@Command(name = "renew", addMethodSubcommands = false, //
        description = "Gives a webhook a new secret and prints it. The former secret is void at once.")
public final class WebhookRenewCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "ID", description = "the id of the webhook")
    private String id = "";

    @Mixin
    private DataOption data = new DataOption();

    public WebhookRenewCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        WebhookCommand.print(screen, id, UserException.checked(() -> WebhookCommand.file(data).renew(id)));
        return 0;
    }
}
