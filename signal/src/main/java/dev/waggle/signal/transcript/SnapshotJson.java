package dev.waggle.signal.transcript;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.Signal;
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
    public static JsonValue of(RecordingSnapshot snapshot, Function<Signal, JsonValue> payload) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("atIndex", JsonValue.of(snapshot.atIndex()));
        snapshot.entry().ifPresent(
                entry -> fields.put("timestamp", JsonValue.of(entry.signal().time().toString())));
        fields.put("harness", harness(snapshot.merged()));
        Map<String, JsonValue> agents = new LinkedHashMap<>();
        snapshot.agents().forEach(agent -> agents.put(agent, harness(snapshot.of(agent))));
        fields.put("agents", JsonValue.of(agents));
        Map<String, JsonValue> custom = new LinkedHashMap<>();
        snapshot.custom().forEach((name, signal) -> custom.put(name, payload.apply(signal)));
        fields.put("custom", JsonValue.of(custom));
        Map<String, JsonValue> counts = new LinkedHashMap<>();
        snapshot.signalCounts().forEach((name, count) -> counts.put(name, JsonValue.of(count)));
        fields.put("signalCounts", JsonValue.of(counts));
        return JsonValue.of(fields);
    }

    /** Returns the data of an open payload; null without data and for the swarm types, which have records instead. */
    public static JsonValue openData(Signal signal) {
        JsonValue data = PayloadFields.data(signal);
        return data == null ? JsonValue.ofNull() : data;
    }

    private static JsonValue harness(HarnessState state) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("running", JsonValue.of(state.isRunning()));
        fields.put("text", text(state.text()));
        fields.put("thinking", text(state.thinking()));
        List<JsonValue> calls = state.toolCalls().stream().map(SnapshotJson::call).toList();
        fields.put("toolCalls", JsonValue.of(calls));
        state.lastError().ifPresent(error -> fields.put("lastError", error));
        return JsonValue.of(fields);
    }

    private static JsonValue text(StreamedText text) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("content", JsonValue.of(text.content()));
        fields.put("deltaCount", JsonValue.of(text.deltaCount()));
        return JsonValue.of(fields);
    }

    private static JsonValue call(ToolCallState call) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("id", JsonValue.of(call.id()));
        if (call.name() != null) {
            fields.put("name", JsonValue.of(call.name()));
        }
        if (call.input() != null) {
            fields.put("input", call.input());
        }
        fields.put("status", JsonValue.of(call.status().name().toLowerCase(Locale.ROOT)));
        if (call.result() != null) {
            fields.put("result", call.result());
        }
        if (call.error() != null) {
            fields.put("error", JsonValue.of(call.error()));
        }
        return JsonValue.of(fields);
    }
}
