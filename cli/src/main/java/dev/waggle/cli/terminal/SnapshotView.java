package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.LocalTimeText;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.transcript.HarnessState;
import dev.waggle.signal.transcript.RecordingSnapshot;
import dev.waggle.signal.transcript.SnapshotJson;
import dev.waggle.signal.transcript.StreamedText;
import dev.waggle.signal.transcript.ToolCallState;

/** The state of a recording at one position: the signals so far and the actions of each agent's harness. */
public final class SnapshotView {

    private static final int TEXT = 100;

    /** Maximum number of types of which the last signal is shown. */
    private static final int LAST_SIGNALS = 40;

    private SnapshotView() {}

    /**
     * Snapshot as one JSON object.
     *
     * @param total number of entries of the recording
     */
    public static JsonValue json(RecordingSnapshot snapshot, int total) {
        JsonValue.Obj state = SnapshotJson.of(snapshot, SignalPayloadJson::of);
        return new JsonObjectBuilder()
                .withPresent("seq", snapshot.entry().map(entry -> JsonValue.of(entry.sequence())).orElse(null))
                .with("total", total).withAll(state).json();
    }

    /**
     * Snapshot as lines of text.
     *
     * @param total number of entries of the recording
     */
    public static List<String> lines(RecordingSnapshot snapshot, int total, TextStyle style, RunNames names) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(Ink.BOLD, "after " + (snapshot.atIndex() + 1) + " of " + total + " entries")
                + snapshot.entry().map(entry -> ", the last at " + LocalTimeText.of(entry.signal().time()))
                        .orElse(""));
        snapshot.entry().ifPresent(entry -> lines.add(EntryLine.of(entry, style, names)));
        snapshot.agents().forEach(agent -> lines.addAll(harness(agent, snapshot.of(agent), style)));
        String counts = snapshot.signalCounts().entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue()).collect(Collectors.joining(", "));
        lines.add(style.paint(Ink.DIM, "signals: ") + (counts.isEmpty() ? "none" : TextStyle.printable(counts)));
        snapshot.custom().entrySet().stream().limit(LAST_SIGNALS).forEach(last -> lines.add("  "
                + style.paint(Ink.CYAN, TextStyle.printable(last.getKey())) + " "
                + EntryLine.shortened(TEXT, JsonText.write(SignalPayloadJson.of(last.getValue())))));
        int more = snapshot.custom().size() - LAST_SIGNALS;
        if (more > 0) {
            lines.add("  and " + more + " other types");
        }
        return lines;
    }

    private static List<String> harness(String agent, HarnessState state, TextStyle style) {
        List<String> lines = new ArrayList<>();
        lines.add(style.paint(Ink.BOLD, TextStyle.printable(agent)) + (state.isRunning() ? " is running" : " is idle"));
        text("thought", state.thinking(), style, lines);
        text("said", state.text(), style, lines);
        state.toolCalls().forEach(call -> lines.add("  " + call(call, style)));
        state.lastError().ifPresent(error -> lines.add("  " + style.paint(Ink.RED, "error ")
                + EntryLine.shortened(TEXT, JsonText.write(error))));
        return lines;
    }

    private static void text(String verb, StreamedText text, TextStyle style, List<String> lines) {
        String content = text.content();
        if (!content.isEmpty()) {
            lines.add("  " + style.paint(Ink.DIM, verb + " in " + text.deltaCount()
                    + (text.deltaCount() == 1 ? " piece: " : " pieces: "))
                    + EntryLine.shortened(TEXT, content));
        }
    }

    private static String call(ToolCallState call, TextStyle style) {
        Ink ink = switch (call.status()) {
            case PENDING -> Ink.YELLOW;
            case COMPLETE -> Ink.GREEN;
            case ERROR -> Ink.RED;
        };
        String name = call.name() == null ? "" : " " + call.name();
        String input = call.input() == null ? "" : " " + JsonText.write(call.input());
        String outcome = call.error() != null
                ? " -> " + call.error()
                : call.result() == null ? "" : " -> " + JsonText.write(call.result());
        return style.paint(ink, call.status().name().toLowerCase(Locale.ROOT)) + " "
                + EntryLine.shortened(TEXT, "tool " + call.id() + name + input + outcome);
    }
}
