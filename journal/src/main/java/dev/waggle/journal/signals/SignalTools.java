package dev.waggle.journal.signals;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

import dev.waggle.journal.delayed.DelayLimitException;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.inbox.Subscription;
import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.tool.KeyedTool;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import org.jspecify.annotations.Nullable;

/**
 * The tools through which agents use durable signals: {@code generate_signal}, {@code signal_subscribe}, {@code
 * signal_unsubscribe} and {@code signal_inbox}. The log records the caller as the emitter, for any source that an agent claims. It may
 * subscribe and unsubscribe others that are known. The tenant is that of the host's choice, and no parameter names one.
 */
public final class SignalTools {

    private SignalTools() {}

    /** The three tools that generate and subscribe, for a program whose agents have other access to their inboxes. */
    public static List<Tool> of(SignalBroker signals) {
        return of(() -> signals, null);
    }

    /**
     * The four tools for agents of a solve that reads its inboxes from these signals. {@code signal_inbox} shows what
     * came since the turn began and takes nothing, since the solve delivers and acknowledges it.
     *
     * @param signals the signals, opened before the first call
     * @param tenant the tenant of the solve, whose signals alone its agents generate and subscribe to; {@code null} for
     *        none
     */
    public static List<Tool> ofSolve(Supplier<SignalBroker> signals, @Nullable String tenant) {
        List<Tool> tools = new ArrayList<>(of(signals, tenant));
        tools.add(tool(InboxTool.definitionInSolve(), (caller, in) -> InboxTool.showInSolve(signals, caller, in)));
        return List.copyOf(tools);
    }

    /**
     * The four tools for clients, each the consumer of its own inbox. {@code signal_inbox} shows signals until the
     * client acknowledges them.
     */
    public static List<Tool> ofClients(SignalBroker signals) {
        return ofClients(signals, _ -> true);
    }

    /**
     * The same for clients that may not see all entries.
     *
     * @param visible true for an entry that {@code signal_inbox} shows
     */
    public static List<Tool> ofClients(SignalBroker signals, Predicate<LogEntry> visible) {
        List<Tool> tools = new ArrayList<>(of(() -> signals, null));
        tools.add(tool(InboxTool.definition(), (caller, in) -> InboxTool.show(signals, visible, caller, in)));
        return List.copyOf(tools);
    }

    private static List<Tool> of(Supplier<SignalBroker> signals, @Nullable String tenant) {
        GenerateTool generation = new GenerateTool(signals, tenant);
        return List.of(keyed(GenerateTool.definition(), generation::call), subscribe(signals, tenant),
                unsubscribe(signals, tenant));
    }

    private static Tool subscribe(Supplier<SignalBroker> signals, @Nullable String tenant) {
        ToolDefinition definition = new ToolDefinition("signal_subscribe",
                "Subscribes to all later signals whose type matches a pattern.",
                new ToolSchemaBuilder()
                        .text("pattern",
                                "Words separated by \":\"; * stands for any one word, for example build:*:done")
                        .flag("silent", "Whether the signals are only context, or call for a reaction. Silent, if left"
                                + " out; an existing subscription then stays as it is")
                        .flag("bookkeeping", "Whether to include the runtime's own records of solves, such as run:*"
                                + " and turn:*, for a pattern that begins with *. No, if left out")
                        .text("agentId", "Who gets the signals; you, if left out")
                        .requiring("pattern"));
        return tool(definition, (caller, in) -> {
            String pattern = in.text("pattern");
            Boolean silent = in.optionalFlag("silent");
            Boolean bookkeeping = in.optionalFlag("bookkeeping");
            String agentId = in.optionalText("agentId");
            in.rejectUnknownFields();
            Subscription made = signals.get().inboxes().subscribe(new SubscriptionRequest(
                    agentId == null ? caller.agentId() : agentId, pattern, silent, null, bookkeeping, tenant,
                    caller.agentId()));
            return done("Agent " + JsonLine.quoted(made.agentId()) + " is subscribed to "
                    + JsonLine.quoted(made.pattern()) + (made.silent() ? ", silently" : "")
                    + (made.bookkeeping() ? ", with the bookkeeping" : ""),
                    new JsonObjectBuilder().with("subscription", details(made)).json());
        });
    }

    private static Tool unsubscribe(Supplier<SignalBroker> signals, @Nullable String tenant) {
        ToolDefinition definition = new ToolDefinition("signal_unsubscribe",
                "Ends a subscription.",
                new ToolSchemaBuilder().text("pattern", "Exactly the pattern that was subscribed")
                        .text("agentId", "Whose subscription; yours, if left out")
                        .requiring("pattern"));
        return tool(definition, (caller, in) -> {
            String pattern = in.text("pattern");
            String given = in.optionalText("agentId");
            in.rejectUnknownFields();
            String agentId = given == null ? caller.agentId() : given;
            boolean removed = signals.get().inboxes().unsubscribe(caller.agentId(), agentId, pattern, tenant);
            return done("Agent " + JsonLine.quoted(agentId)
                    + (removed ? " is no longer subscribed to " : " was not subscribed to ")
                    + JsonLine.quoted(pattern),
                    new JsonObjectBuilder().with("removed", removed)
                            .with("agentId", agentId)
                            .with("pattern", pattern).json());
        });
    }

    /** Action of one tool for an input that is an object. */
    @FunctionalInterface
    private interface Work {
        ToolOutcome call(ToolCaller caller, JsonObjectReader input);
    }

    /** The same with the key of the call; without one it is never made again. */
    @FunctionalInterface
    private interface KeyedWork {
        ToolOutcome call(ToolCaller caller, JsonObjectReader input, @Nullable String key);
    }

    private static Tool tool(ToolDefinition definition, Work work) {
        return new Tool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input) {
                return outcome(() -> work.call(caller, JsonObjectReader.root("the input", input)));
            }
        };
    }

    private static Tool keyed(ToolDefinition definition, KeyedWork work) {
        return new KeyedTool() {
            @Override
            public ToolDefinition definition() {
                return definition;
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input) {
                return outcome(() -> work.call(caller, JsonObjectReader.root("the input", input), null));
            }

            @Override
            public ToolOutcome call(ToolCaller caller, JsonValue input, String key) {
                return outcome(() -> work.call(caller, JsonObjectReader.root("the input", input), key));
            }
        };
    }

    private static ToolOutcome outcome(Supplier<ToolOutcome> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException | InboxLimitException | DelayLimitException
                | UncheckedIOException refused) {
            return new ToolOutcome.Failed(String.valueOf(refused.getMessage()));
        }
    }

    private static ToolOutcome done(String text, JsonValue details) {
        return new ToolOutcome.Done(text, details);
    }

    private static JsonValue details(Subscription it) {
        JsonObjectBuilder details = new JsonObjectBuilder().with("agentId", it.agentId())
                .with("pattern", it.pattern())
                .with("silent", it.silent());
        if (it.bookkeeping()) {
            details.with("bookkeeping", true);
        }
        return details.with("createdAt", it.createdAt().toEpochMilli())
                .with("updatedAt", it.updatedAt().toEpochMilli()).json();
    }
}
