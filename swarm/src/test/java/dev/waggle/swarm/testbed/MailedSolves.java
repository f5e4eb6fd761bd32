package dev.waggle.swarm.testbed;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;

/** Solves whose agents have inboxes, and signals published outside of them. */
public abstract class MailedSolves {

    public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    public final SolveTestBed table = new SolveTestBed();
    public final MemoryInboxes post = new MemoryInboxes();
    public long sequence;

    public SwarmConfig config(Agent... agents) {
        return config(List.of(agents));
    }

    public SwarmConfig config(List<? extends Agent> agents) {
        return table.config(agents).withInboxes(post);
    }

    public SwarmResult solve(Agent... agents) {
        return SolveTestBed.solve(config(agents));
    }

    /** Publishes a signal outside of all solves and returns its id. */
    public String outside(String type) {
        return outside(type, Source.named("ci"), Emission.by("ci"));
    }

    public String outside(String type, Source source, Emission emission) {
        sequence++;
        String id = "outside " + sequence;
        Stamp stamp = new Stamp(id, source, NOON, Scope.NONE);
        Signal signal = Signal.of(Draft.custom(type, Payload.Open.data(JsonValue.of("it is " + type))), stamp);
        post.deliver(new LogEntry(sequence, NOON, emission, signal));
        return id;
    }

    /** The journal of the table, whose entries go to the inboxes as well, after the signals from outside. */
    public Journal feeding() {
        long before = sequence;
        return new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                LogEntry entry = table.journal.append(signal, emission, recordedAt);
                post.deliver(new LogEntry(before + entry.sequence(), recordedAt, emission, signal));
                return entry;
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return table.journal.read(fromSequence, limit);
            }

            @Override
            public void close() {
                table.journal.close();
            }
        };
    }

    public static List<String> types(List<Signal> signals) {
        return signals.stream().map(signal -> signal.type().text()).toList();
    }

    public static List<String> ids(List<InboxItem> items) {
        return items.stream().map(item -> item.signal().id()).toList();
    }

    public static Map<String, JsonValue> fields(Signal fact) {
        return ((JsonValue.Obj) Objects.requireNonNull(((Payload.Open) fact.payload()).data())).fields();
    }

    public static List<Map<String, JsonValue>> items(Signal fact) {
        return ((JsonValue.Arr) Objects.requireNonNull(fields(fact).get("items"))).items().stream()
                .map(item -> ((JsonValue.Obj) item).fields()).toList();
    }
}
