package dev.waggle.cli.command.webhook;

import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle webhook create}: a new webhook, whose secret is printed once. */
@Command(name = "create", addMethodSubcommands = false, //
        description = {"Creates a webhook and prints its secret, which is shown only this once.", //
            "The file with the secrets is readable by you only. Its signals are of the type webhook:ID, unless the"
                    + " sender names another."})
public final class WebhookCreateCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "ID", description = "its id: letters, digits, dots, dashes and underscores")
    private String id = "";

    @Option(names = "--tenant", paramLabel = "NAME", description = "the tenant of its signals (default: none)")
    private @Nullable String tenant;

    @Mixin
    private DataOption data = new DataOption();

    public WebhookCreateCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        WebhookCommand.print(screen, id, UserException.checked(() -> WebhookCommand.file(data).create(id, tenant)));
        return 0;
    }
}
