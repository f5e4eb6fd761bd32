package dev.waggle.signal.transcript;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Samples;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Vectors;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A log of harness signals, written entry by entry: ids are s1, s2, ..., one second apart. */
final class HarnessLog {

    private final List<LogEntry> entries = new ArrayList<>();

    /** The signals of the shared cases. */
    static List<LogEntry> ofVectors() {
        HarnessLog log = new HarnessLog();
        for (JsonNode node : Vectors.file("harness-runtime.json").get("signals")) {
            JsonNode source = node.path("source");
            String agent = source.path("agent").asStringOpt().orElse(null);
            String harness = source.path("harness").asStringOpt().orElse(null);
            Source from = harness != null
                    ? new Source.Harness(agent, harness)
                    : agent == null ? new Source.None() : Source.agent(agent);
            String name = node.get("name").asString();
            Signal signal = signal(node.get("id").asString(), new SignalType(Profile.HARNESS, name), from,
                    source.path("parent").asStringOpt().orElse(null), null, Vectors.value(node.get("payload")));
            log.add(Emission.by(agent == null ? "runtime" : agent), at(signal, node.get("timestamp").asString()));
        }
        return log.entries();
    }

    /** Adds a signal that an agent's harness emits in one of its calls. */
    HarnessLog says(String agent, int invocation, String type, String json) {
        return says(agent, invocation, "run-1", type, json);
    }

    HarnessLog says(String agent, int invocation, String run, String type, String json) {
        Signal signal = signal("s" + (entries.size() + 1), new SignalType(Profile.HARNESS, type),
                new Source.Harness(agent, "fake"), null, run, Vectors.json(json));
        return add(new Emission(agent, invocation), signal);
    }

    /** Adds a signal that another one caused. */
    HarnessLog caused(String id, @Nullable String cause) {
        Signal signal = signal(id, SignalType.custom("step:" + id), Source.agent("a"), cause, null,
                JsonValue.ofNull());
        return add(Emission.by("a"), signal);
    }

    HarnessLog add(Emission emission, Signal signal) {
        entries.add(new LogEntry(entries.size() + 1L, signal.time(), emission, signal));
        return this;
    }

    List<LogEntry> entries() {
        return List.copyOf(entries);
    }

    List<Signal> signals() {
        return signals(entries);
    }

    static List<Signal> signals(List<LogEntry> entries) {
        return entries.stream().map(LogEntry::signal).toList();
    }

    static List<String> ids(List<Signal> signals) {
        return signals.stream().map(Signal::id).toList();
    }

    /** An object of alternating names and values. */
    static JsonValue object(String name, JsonValue value) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put(name, value);
        return JsonValue.of(fields);
    }

    static Signal signal(String id, SignalType type, Source source, @Nullable String cause, @Nullable String run,
            JsonValue data) {
        return new Signal(id, type, source, Samples.T, Payload.Open.data(data),
                new Scope(null, null, run, null, null), new Links(cause, null, null, List.of()), Grading.NONE,
                Lifetime.unlimited(), Audience.everyone(), Map.of());
    }

    private static Signal at(Signal signal, String time) {
        return new Signal(signal.id(), signal.type(), signal.source(), Instant.parse(time), signal.payload(),
                signal.scope(), signal.links(), signal.grading(), signal.lifetime(), signal.audience(),
                signal.extensions());
    }
}
