package dev.waggle.cli.command.webhook;

import java.util.SortedMap;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.server.api.signal.WebhookSecretFile.Webhook;
import dev.waggle.signal.json.JsonObjectBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code waggle webhook list}: the webhooks of all tenants, without their secrets. */
@Command(name = "list", addMethodSubcommands = false, //
        description = "Lists the webhooks of all tenants by id. Secrets are not shown.")
public final class WebhookListCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Option(names = "--json", description = "as JSON, one webhook a line: id, tenant")
    private boolean json;

    @Mixin
    private DataOption data = new DataOption();

    public WebhookListCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        SortedMap<String, Webhook> webhooks = UserException.checked(() -> WebhookCommand.file(data).all());
        if (webhooks.isEmpty() && !json) {
            screen.out().println("no webhooks");
        }
        webhooks.forEach((id, webhook) -> {
            String tenant = webhook.tenant();
            screen.out().println(json
                    ? JsonText.write(new JsonObjectBuilder().with("id", id).withPresent("tenant", tenant).json())
                    : TextStyle.printable(id) + (tenant == null ? "" : "  tenant " + TextStyle.printable(tenant)));
        });
        return 0;
    }
}
