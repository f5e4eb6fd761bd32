package dev.waggle.cli.command.signals;

import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.inbox.UnknownAgentException;
import dev.waggle.journal.signals.SignalBroker;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals subscribe}: an agent wants to know. */
@Command(name = "subscribe", addMethodSubcommands = false, sortOptions = false, //
        description = "Delivers every later signal whose type matches to the inbox of an agent.", //
        footer = {"", "Examples:", //
            "  waggle signals subscribe ada 'build:*' --loud --create", //
            "  waggle signals subscribe ada '*:failed'"})
public final class SubscribeCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "AGENT", description = "id of the agent")
    private String agent = "";

    @Parameters(index = "1", paramLabel = "PATTERN", //
            description = "pattern of types: build:done, or build:* where * stands for one segment")
    private String pattern = "";

    @ArgGroup
    private @Nullable DeliveryModeOptions loudness;

    @Option(names = "--own",
            description = "include the signals of the agent itself; for a new subscription only (default:"
                    + " signals of others)")
    private boolean own;

    @Option(names = "--bookkeeping",
            description = "include the bookkeeping of the runtime (run:*, turn:* and similar facts) in solves of the agent"
                    + " (default: unchanged; only where the pattern begins with its first word)")
    private boolean bookkeeping;

    @Option(names = "--tenant", paramLabel = "NAME", //
            description = "receive the signals of that tenant, and no others (default: those without a tenant)")
    private @Nullable String tenant;

    @Option(names = "--create", description = "register the agent if it is unknown; otherwise an unknown id is refused")
    private boolean create;

    @Option(names = "--json", description = "the subscription as JSON")
    private boolean json;

    @Mixin
    private DataOption folder = new DataOption();

    public SubscribeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    /** One of the two; neither leaves it as it is, and silent for a new subscription. */
    private static final class DeliveryModeOptions {

        @Option(names = "--loud", description = "the signals call for a reaction (default: unchanged; silent"
                + " for a new subscription)")
        private boolean loud;

        @Option(names = "--silent", description = "the signals are context only")
        private boolean silent;
    }

    @Override
    public Integer call() {
        Boolean silent = loudness == null ? null : Boolean.valueOf(loudness.silent || !loudness.loud);
        SubscriptionRequest request = UserException.checked(() -> new SubscriptionRequest(agent, pattern, silent,
                own ? true : null, bookkeeping ? true : null, tenant, SignalsCommand.CALLER));
        if (!create && !folder.hasAgent(request.agentId())) {
            throw unknown();
        }
        try (SignalBroker signals = folder.open(screen)) {
            if (create) {
                signals.inboxes().registerAgent(agent);
            }
            if (pattern.contains("**")) {
                screen.err().println("waggle: in a subscription ** is a literal segment - Write one * for each"
                        + " segment.");
            }
            Subscription made = signals.inboxes().subscribe(request);
            screen.out().println(
                    json ? SubscriptionsCommand.json(made) : SubscriptionsCommand.line(made, TerminalWidth.ofLine()));
        } catch (UnknownAgentException unknown) {
            throw unknown();
        } catch (InboxLimitException full) {
            throw new UserException(String.valueOf(full.getMessage()), "End some with waggle signals unsubscribe.");
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        return 0;
    }

    private UserException unknown() {
        return new UserException("there is no agent \"" + agent + "\"",
                "Add --create to register it; solves with --data register their seats.");
    }
}
