package dev.waggle.swarm.runlog;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.codec.PayloadCodec;
import dev.waggle.signal.codec.TimeCodec;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Inbox facts in the log of a solve: {@code inbox:read}, the items that an agent received before one of its turns.
 *
 * <pre>
 *   agentId     text
 *   invocation  the turn, from 1
 *   items       in order: sequence (in the log that fed the inbox), patterns, silent, attempts (turns that did not
 *               answer it, above 0), requeued (true, or absent), bookkeeping (true, where a subscription asks for it),
 *               id, type, source (kind or kind:id), harness where the source is one, by (who really emitted it) and
 *               invocation, time and recordedAt (milliseconds since 1970 if that is exact, else ISO-8601), run,
 *               thread, tenant, round and step where it has them, links, grading, lifetime, audience and extensions
 *               as far as they are not the usual, and the payload by the names of its parts
 * </pre>
 *
 * <p>{@code inbox:dead} is about mail that is given up:
 *
 * <pre>
 *   agentId    text
 *   signalIds  signals of the solve
 *   items      items of its inbox, each with sequence and id; absent if there are none
 *   attempts   number of turns without an answer
 *   reason     reason of the last
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

    /** Mail that no turn of its agent answered and that is given up. In the journal only, not on the bus. */
    public static final SignalType DEAD = SignalType.custom("inbox:dead");
    private static final String BOOKKEEPING = "bookkeeping";

    private InboxFacts() {}

    /**
     * Mail that is given up.
     *
     * @param agent the addressee
     * @param signalIds the signals of the solve
     * @param items the items of its inbox
     * @param attempts number of turns without an answer
     * @param reason reason of the last
     */
    public record DeadMail(String agent, List<String> signalIds, List<DeadItem> items, int attempts, String reason) {

        public DeadMail {
            signalIds = List.copyOf(signalIds);
            items = List.copyOf(items);
        }
    }

    /**
     * Item of an inbox that is given up.
     *
     * @param sequence its number in the log that fed the inbox
     * @param signalId its signal
     */
    public record DeadItem(long sequence, String signalId) {}

    /** The body for mail that is given up. */
    public static Payload.Open dead(DeadMail mail) {
        JsonObjectBuilder facts = new JsonObjectBuilder().with("agentId", mail.agent())
                .withTexts("signalIds", mail.signalIds());
        if (!mail.items().isEmpty()) {
            facts.with("items", mail.items().stream().map(item -> new JsonObjectBuilder()
                    .with("sequence", item.sequence()).with("id", item.signalId()).json()).toList());
        }
        return Payload.Open.data(facts.with("attempts", mail.attempts()).with("reason", mail.reason()).json());
    }

    /** Reads the output of {@link #dead}. */
    public static DeadMail readDead(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        List<DeadItem> items = fields.optionalObjects("items").stream().map(InboxFacts::deadItem).toList();
        if (fields.has("items") && items.isEmpty()) {
            throw fields.invalid("items", "an array with items");
        }
        DeadMail mail = new DeadMail(fields.text("agentId"), fields.texts("signalIds"), items,
                fields.int32("attempts"), fields.text("reason"));
        fields.rejectUnknownFields();
        return mail;
    }

    private static DeadItem deadItem(JsonObjectReader fields) {
        DeadItem item = new DeadItem(fields.integer("sequence"), fields.text("id"));
        fields.rejectUnknownFields();
        return item;
    }

    /** The body for an inbox that failed. */
    public static Payload.Open failed(String agent, String message) {
        return Payload.Open.data(new JsonObjectBuilder().with("agentId", agent)
                .with("error", message).json());
    }

    /** Reads the output of {@link #failed}. */
    static void requireFailure(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        String _ = fields.text("agentId");
        String _ = fields.text("error");
        fields.rejectUnknownFields();
    }

    /** True if an entry is such a fact of the runtime. */
    public static boolean isInboxRead(LogEntry entry) {
        return entry.signal().type().equals(READ) && entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR);
    }

    /** True if an entry has the items that the agent received before that turn. */
    public static boolean isReadBy(Emission reader, LogEntry entry) {
        if (!entry.signal().type().equals(READ)) {
            return false;
        }
        JsonObjectReader fields = FactBody.of(entry.signal());
        return fields.text("agentId").equals(reader.by()) && fields.integer("invocation") == reader.invocation();
    }

    /** The turn before which the items of that fact were read. */
    public static Emission reader(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        return new Emission(fields.text("agentId"), fields.int32("invocation"));
    }

    /** Body with all contents of the items that the agent received before that turn. */
    public static Payload.Open read(Emission reader, List<InboxItem> items) {
        return body(reader, items.stream()
                .map(item -> item(item).with("payload", PayloadCodec.encode(item.signal().payload()))));
    }

    /**
     * The body for a journal that cannot hold all of it: without payloads, extensions, audiences and the signals that
     * the items are about. These may be of any size, and they are in the log that fed the inbox.
     */
    public static Payload.Open readInShort(Emission reader, List<InboxItem> items) {
        return body(reader, items.stream().map(item -> item(inShort(item))));
    }

    private static InboxItem inShort(InboxItem item) {
        LogEntry entry = item.entry();
        Signal signal = entry.signal();
        Links links = new Links(signal.links().cause(), signal.links().replyTo(), signal.links().replaces(), List.of());
        Draft draft = new Draft(null, signal.type(), signal.payload(), links, signal.grading(), signal.lifetime(),
                Audience.everyone(), Map.of());
        Stamp stamp = new Stamp(signal.id(), signal.source(), signal.time(), signal.scope());
        return new InboxItem(new LogEntry(entry.sequence(), entry.recordedAt(), entry.emission(),
                Signal.of(draft, stamp)), item.patterns(), item.silent(), item.attempts(), item.requeued(),
                item.bookkeeping());
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
                .with("silent", item.silent());
        if (item.attempts() > 0) {
            facts.with("attempts", item.attempts());
        }
        if (item.requeued()) {
            facts.with("requeued", true);
        }
        facts.withAll(bookkeeping(item))
                .with("id", signal.id())
                .with("type", signal.type().text())
                .with("source", source(signal.source()))
                .withPresent("harness", signal.source() instanceof Source.Harness harness ? harness.harness() : null)
                .with("by", entry.emission().by())
                .withAll(time("time", signal.time()))
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
        return facts.withAll(time("recordedAt", entry.recordedAt())).withAll(DraftJson.rest(signal.toDraft()));
    }

    private static JsonValue.Obj bookkeeping(InboxItem item) {
        JsonObjectBuilder flag = new JsonObjectBuilder();
        return item.bookkeeping() ? flag.with(BOOKKEEPING, true).json() : flag.json();
    }

    private static JsonValue.Obj time(String name, Instant time) {
        return JsonObjectBuilder.of(time, (instant, sink) -> TimeCodec.encode(name, instant, sink));
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

    /** The items as they were read. No item has a payload if the journal could not hold them all. */
    public static List<InboxItem> items(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        String _ = fields.text("agentId");
        int _ = fields.int32("invocation");
        List<JsonObjectReader> all = fields.objects("items");
        boolean isWhole = !all.isEmpty() && all.getFirst().has("payload");
        List<InboxItem> items = all.stream().map(item -> item(item, isWhole)).toList();
        fields.rejectUnknownFields();
        return items;
    }

    private static InboxItem item(JsonObjectReader fields, boolean isWhole) {
        SignalType type = DraftJson.type(fields);
        Source source = source(fields);
        Instant time = TimeCodec.instant(fields, "time");
        Scope scope = scope(fields);
        long sequence = fields.integer("sequence");
        Instant recordedAt = TimeCodec.instant(fields, "recordedAt");
        String by = fields.text("by");
        Integer invocation = fields.optionalInt("invocation");
        List<String> patterns = fields.texts("patterns");
        boolean silent = fields.flag("silent");
        int attempts = attempts(fields);
        boolean requeued = requeued(fields);
        boolean bookkeeping = Boolean.TRUE.equals(fields.optionalFlag(BOOKKEEPING));
        String id = fields.text("id");
        Draft draft = isWhole
                ? DraftJson.read(fields, type, PayloadCodec.decode(type, fields.object("payload")))
                : DraftJson.read(fields, SignalType.custom(type.text()), new Payload.Open(null, null, null, null));
        return fields.build(() -> new InboxItem(new LogEntry(sequence, recordedAt,
                new Emission(by, invocation == null ? 0 : invocation),
                Signal.of(draft, new Stamp(id, source, time, scope))), patterns, silent, attempts, requeued,
                bookkeeping));
    }

    private static int attempts(JsonObjectReader fields) {
        Integer attempts = fields.optionalInt("attempts");
        if (attempts != null && attempts < 1) {
            throw fields.invalid("attempts", "a whole number of at least 1");
        }
        return attempts == null ? 0 : attempts;
    }

    private static boolean requeued(JsonObjectReader fields) {
        boolean requeued = fields.has("requeued");
        if (requeued && !fields.flag("requeued")) {
            throw fields.invalid("requeued", "true");
        }
        return requeued;
    }

    private static Scope scope(JsonObjectReader fields) {
        return fields.build(() -> new Scope(fields.optionalText("tenant"), fields.optionalText("thread"),
                fields.optionalText("run"), fields.optionalInt("round"), fields.optionalInteger("step")));
    }

    private static Source source(JsonObjectReader fields) {
        String words = fields.text("source");
        String harness = fields.optionalText("harness");
        int colon = words.indexOf(':');
        String kind = colon < 0 ? words : words.substring(0, colon);
        String id = colon < 0 ? null : words.substring(colon + 1);
        if (harness != null && !kind.equals("harness")) {
            throw fields.invalid("harness", "absent beside the source " + JsonLine.quoted(words));
        }
        if (id != null && (kind.equals("agent") || kind.equals("named"))) {
            return fields.build(() -> kind.equals("agent") ? new Source.Agent(id) : new Source.Named(id));
        }
        return switch (words) {
            case "system" -> new Source.System();
            case "none" -> new Source.None();
            default -> switch (kind) {
                case "webhook" -> new Source.Webhook(id);
                case "process" -> new Source.Process(id);
                case "harness" -> new Source.Harness(id, harness);
                default -> throw fields.invalid("source", "system, agent:ID, webhook, process, harness, named:NAME or"
                        + " none");
            };
        };
    }
}
