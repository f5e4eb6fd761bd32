package dev.waggle.cli.command.webhook;

import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code waggle webhook delete}: the end of a webhook. */
@Command(name = "delete", addMethodSubcommands = false, //
        description = "Deletes a webhook. A running server refuses its requests at once.")
public final class WebhookDeleteCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "ID", description = "the id of the webhook")
    private String id = "";

    @Mixin
    private DataOption data = new DataOption();

    public WebhookDeleteCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        String deleted = UserException.checked(() -> {
            WebhookCommand.file(data).delete(id);
            return id;
        });
        screen.out().println("deleted " + deleted);
        return 0;
    }
}
