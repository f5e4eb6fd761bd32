package dev.waggle.signal.transcript;

import java.util.Locale;
import java.util.function.Function;

import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** JSON encoder of snapshots, under the names of the specification. */
public final class SnapshotJson {

    private SnapshotJson() {}

    /**
     * Encodes a snapshot as a JSON object of {@code atIndex}, {@code timestamp}, {@code harness} (merged),
     * {@code agents} (of each), {@code custom} and {@code signalCounts}. Without an entry there is no
     * {@code timestamp}.
     *
     * @param payload encodes a signal in {@code custom}; {@link #openData} where all payloads are open
     */
    public static JsonValue.Obj of(RecordingSnapshot snapshot, Function<Signal, JsonValue> payload) {
        JsonObjectBuilder agents = new JsonObjectBuilder();
        snapshot.agents().forEach(agent -> agents.with(agent, harness(snapshot.of(agent))));
        JsonObjectBuilder custom = new JsonObjectBuilder();
        snapshot.custom().forEach((name, signal) -> custom.with(name, payload.apply(signal)));
        JsonObjectBuilder counts = new JsonObjectBuilder();
        snapshot.signalCounts().forEach(counts::with);
        return new JsonObjectBuilder().with("atIndex", snapshot.atIndex())
                .withPresent("timestamp", snapshot.entry().map(entry -> entry.signal().time().toString()).orElse(null))
                .with("harness", harness(snapshot.merged()))
                .with("agents", agents.json())
                .with("custom", custom.json())
                .with("signalCounts", counts.json()).json();
    }

    /** Returns the data of an open payload; null without data and for the swarm types, which have records instead. */
    public static JsonValue openData(Signal signal) {
        JsonValue data = PayloadFields.data(signal);
        return data == null ? JsonValue.ofNull() : data;
    }

    private static JsonValue harness(HarnessState state) {
        return new JsonObjectBuilder().with("running", state.isRunning())
                .with("text", text(state.text()))
                .with("thinking", text(state.thinking()))
                .with("toolCalls", state.toolCalls().stream().map(SnapshotJson::call).toList())
                .withPresent("lastError", state.lastError().orElse(null)).json();
    }

    private static JsonValue text(StreamedText text) {
        return new JsonObjectBuilder().with("content", text.content()).with("deltaCount", text.deltaCount()).json();
    }

    private static JsonValue call(ToolCallState call) {
        return new JsonObjectBuilder().with("id", call.id())
                .withPresent("name", call.name())
                .withPresent("input", call.input())
                .with("status", call.status().name().toLowerCase(Locale.ROOT))
                .withPresent("result", call.result())
                .withPresent("error", call.error()).json();
    }
}
