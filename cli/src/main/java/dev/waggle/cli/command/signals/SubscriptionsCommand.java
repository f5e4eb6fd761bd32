package dev.waggle.cli.command.signals;

import java.util.List;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.TextTable;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.InboxReader;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.signals.DeliveryJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals subscriptions}: subscriptions of agents. */
@Command(name = "subscriptions", addMethodSubcommands = false, //
        description = "Lists subscriptions in the order in which they were made.")
public final class SubscriptionsCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", arity = "0..1", paramLabel = "AGENT", description = "only those of that agent")
    private @Nullable String agent;

    @Mixin
    private DataOption folder = new DataOption();

    @Option(names = "--json", description = "as JSON, one a line")
    private boolean json;

    public SubscriptionsCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        try (InboxReader inboxes = folder.readInboxes(screen, null)) {
            List<Subscription> found = agent == null ? inboxes.subscriptions() : inboxes.subscriptions(agent);
            found.forEach(one -> screen.out().println(json ? json(one) : line(one, TerminalWidth.ofLine())));
            if (found.isEmpty() && !json) {
                screen.out().println("no subscriptions");
            }
        }
        return 0;
    }

    static String line(Subscription one, int width) {
        String tenant = one.tenant();
        return TextTable.clip("  " + TextTable.padded(one.agentId(), 16) + ' '
                + TextTable.padded(one.pattern(), 28) + ' ' + (one.silent() ? "silent" : "loud")
                + (one.own() ? ", own" : "")
                + (one.bookkeeping() ? ", bookkeeping" : "") + (tenant == null ? "" : ", tenant " + tenant)
                + ", from signal " + (one.after() + 1) + " on", width);
    }

    static String json(Subscription one) {
        return JsonText.write(DeliveryJson.of(one));
    }
}
