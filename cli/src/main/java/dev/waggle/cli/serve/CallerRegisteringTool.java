package dev.waggle.cli.serve;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Predicate;

import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalTools;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;

/**
 * A tool on signals that first registers its caller with the inboxes, because a client has no seat to do it.
 *
 * @param tool the wrapped tool
 * @param signals the owner of the inboxes
 */
record CallerRegisteringTool(Tool tool, SignalBroker signals) implements Tool {

    /** The signal tools, for callers that are not registered yet. */
    public static List<Tool> signalTools(SignalBroker signals) {
        return signalTools(signals, _ -> true);
    }

    /**
     * The same for callers that may not see all entries.
     *
     * @param visible true for an entry that an inbox shows
     */
    public static List<Tool> signalTools(SignalBroker signals, Predicate<LogEntry> visible) {
        return SignalTools.ofClients(signals, visible).stream()
                .<Tool>map(tool -> new CallerRegisteringTool(tool, signals)).toList();
    }

    @Override
    public ToolDefinition definition() {
        return tool.definition();
    }

    @Override
    public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
        try {
            if (!signals.inboxes().isKnown(caller.agentId())) {
                signals.inboxes().registerAgent(caller.agentId());
            }
        } catch (InboxLimitException | UncheckedIOException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        }
        return tool.call(caller, input);
    }
}
