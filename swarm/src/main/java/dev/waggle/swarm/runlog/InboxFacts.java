package dev.waggle.swarm.runlog;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/**
 * Inbox facts in the log of a solve: {@code inbox:read}, the items that an agent received before one of its turns.
 *
 * <pre>
 *   agentId     text
 *   invocation  the turn, from 1
 *   items       in order: sequence (in the log that fed the inbox), patterns, silent, id, type, source (kind or
 *               kind:id), harness where the source is one, by (who really emitted it) and invocation, time and
 *               recordedAt (milliseconds since 1970), run, thread, tenant, round and step where it has them, links, grading, lifetime, audience and extensions
 *               as far as they are not the usual, and the payload by the names of its parts
 * </pre>
 */
public final class InboxFacts {

    /** Items that an agent read in its inbox. In the journal only, not on the bus. */
    public static final SignalType READ = SignalType.custom("inbox:read");

    /**
     * Type of the fact that an inbox failed and is not used again in the solve. In the journal only: {@code agentId},
     * {@code error}.
     */
    public static final SignalType FAILED = SignalType.custom("inbox:failed");

    private InboxFacts() {}

    /** The body for an inbox that failed. */
    public static Payload.Open failed(String agent, String message) {
        return Payload.Open.data(new JsonObjectBuilder().with("agentId", agent)
                .with("error", message).json());
    }

    /** True if an entry is such a fact of the runtime. */
    public static boolean isInboxRead(LogEntry entry) {
        return entry.signal().type().equals(READ) && entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR);
    }

    /** Body with all contents of the items that the agent received before that turn. */
    public static Payload.Open read(Emission reader, List<InboxItem> items) {
        return body(reader, items.stream()
                .map(item -> item(item).with("payload", PayloadJson.of(item.signal().payload()))));
    }

    /** The body for a journal that cannot hold all of it. The payloads are in the log that fed the inbox. */
    public static Payload.Open readWithoutPayloads(Emission reader, List<InboxItem> items) {
        return body(reader, items.stream().map(InboxFacts::item));
    }

    private static Payload.Open body(Emission reader, Stream<JsonObjectBuilder> items) {
        return Payload.Open.data(new JsonObjectBuilder().with("agentId", reader.by())
                .with("invocation", reader.invocation())
                .with("items", items.map(JsonObjectBuilder::json).toList()).json());
    }

    private static JsonObjectBuilder item(InboxItem item) {
        LogEntry entry = item.entry();
        Signal signal = item.signal();
        JsonObjectBuilder facts = new JsonObjectBuilder().with("sequence", entry.sequence())
                .withTexts("patterns", item.patterns())
                .with("silent", item.silent())
                .with("id", signal.id())
                .with("type", signal.type().text())
                .with("source", source(signal.source()))
                .withPresent("harness", signal.source() instanceof Source.Harness harness ? harness.harness() : null)
                .with("by", entry.emission().by())
                .with("time", signal.time().toEpochMilli())
                .withPresent("run", signal.scope().run())
                .withPresent("thread", signal.scope().thread())
                .withPresent("tenant", signal.scope().tenant());
        Integer round = signal.scope().round();
        if (round != null) {
            facts.with("round", round);
        }
        Long step = signal.scope().step();
        if (step != null) {
            facts.with("step", step);
        }
        if (entry.emission().invocation() > 0) {
            facts.with("invocation", entry.emission().invocation());
        }
        return facts.with("recordedAt", entry.recordedAt().toEpochMilli()).withAll(DraftJson.rest(signal.toDraft()));
    }

    private static String source(Source source) {
        return switch (source) {
            case Source.System _ -> "system";
            case Source.Agent agent -> "agent:" + agent.id();
            case Source.Webhook webhook -> webhook.id() == null ? "webhook" : "webhook:" + webhook.id();
            case Source.Process process -> process.id() == null ? "process" : "process:" + process.id();
            case Source.Harness harness -> harness.agent() == null ? "harness" : "harness:" + harness.agent();
            case Source.Named named -> "named:" + named.name();
            case Source.None _ -> "none";
        };
    }

    /** The items as they were read. Items have no payload if the journal could not hold it. */
    public static List<InboxItem> items(Signal fact) {
        return JsonFields.of(fact).items("items").stream().map(item -> item(JsonFields.of(item))).toList();
    }

    private static InboxItem item(JsonFields fields) {
        SignalType type = DraftJson.type(fields);
        Draft draft = fields.has("payload")
                ? DraftJson.read(fields, type, PayloadJson.read(type, fields.object("payload")))
                : DraftJson.read(fields, SignalType.custom(type.text()), new Payload.Open(null, null, null, null));
        Stamp stamp = new Stamp(fields.text("id"), source(fields.text("source"), fields.textOrNull("harness")),
                Instant.ofEpochMilli(fields.wholeNumber("time")), scope(fields));
        LogEntry entry = new LogEntry(fields.wholeNumber("sequence"),
                Instant.ofEpochMilli(fields.wholeNumber("recordedAt")),
                new Emission(fields.text("by"), fields.has("invocation") ? (int) fields.wholeNumber("invocation") : 0),
                Signal.of(draft, stamp));
        return new InboxItem(entry, fields.texts("patterns"), fields.flag("silent"));
    }

    private static Scope scope(JsonFields fields) {
        return new Scope(fields.textOrNull("tenant"), fields.textOrNull("thread"), fields.textOrNull("run"),
                fields.has("round") ? (int) fields.wholeNumber("round") : null,
                fields.has("step") ? fields.wholeNumber("step") : null);
    }

    private static Source source(String words, @Nullable String harness) {
        int colon = words.indexOf(':');
        String kind = colon < 0 ? words : words.substring(0, colon);
        String id = colon < 0 ? null : words.substring(colon + 1);
        return switch (kind) {
            case "system" -> new Source.System();
            case "agent" -> new Source.Agent(Objects.requireNonNull(id));
            case "webhook" -> new Source.Webhook(id);
            case "process" -> new Source.Process(id);
            case "harness" -> new Source.Harness(id, harness);
            case "named" -> new Source.Named(Objects.requireNonNull(id));
            default -> new Source.None();
        };
    }
}
