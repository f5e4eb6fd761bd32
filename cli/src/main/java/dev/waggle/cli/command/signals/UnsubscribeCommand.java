package dev.waggle.cli.command.signals;

import java.util.Map;
import java.util.concurrent.Callable;

import dev.waggle.cli.option.DataOption;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.inbox.UnknownAgentException;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waggle signals unsubscribe}: an agent does not want to know any more. */
@Command(name = "unsubscribe", addMethodSubcommands = false, //
        description = "Ends the subscription of exactly that pattern; signals that wait for it are no longer"
                + " delivered.")
public final class UnsubscribeCommand implements Callable<Integer> {

    private final TerminalScreen screen;

    @Parameters(index = "0", paramLabel = "AGENT", description = "whose subscription")
    private String agent = "";

    @Parameters(index = "1", paramLabel = "PATTERN", description = "its pattern, exactly as subscribed")
    private String pattern = "";

    @Option(names = "--tenant", paramLabel = "NAME", description = "its tenant (default: none)")
    private @Nullable String tenant;

    @Option(names = "--json", description = "as JSON: {\"removed\":true}, or false where there was none")
    private boolean json;

    @Mixin
    private DataOption folder = new DataOption();

    public UnsubscribeCommand(TerminalScreen screen) {
        this.screen = screen;
    }

    @Override
    public Integer call() {
        try (SignalBroker signals = folder.openInboxes(screen, agent)) {
            boolean removed = signals.inboxes().unsubscribe(SignalsCommand.CALLER, agent, pattern, tenant);
            screen.out().println(json
                    ? JsonText.write(JsonValue.of(Map.of("removed", JsonValue.of(removed))))
                    : removed ? "removed" : "nothing to remove");
        } catch (UnknownAgentException unknown) {
            throw new UserException("there is no agent \"" + agent + "\"", "See waggle signals subscriptions.");
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
        return 0;
    }
}
