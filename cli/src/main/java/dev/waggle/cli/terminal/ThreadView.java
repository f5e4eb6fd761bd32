package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/** Operator view of a thread of a coordination layer: its state, the reasons why it is open, its signals. */
public record ThreadView(String threadId, ThreadStats stats, Convergence convergence,
        List<ConnectivitySignal> signals) {

    private static final int SUMMARY = 100;

    /** Copies the list. */
    public ThreadView {
        signals = List.copyOf(signals);
    }

    /** Thread as lines of text. */
    public List<String> lines(TextStyle style) {
        List<String> lines = new ArrayList<>();
        Ink ink = convergence.converged() ? Ink.GREEN : Ink.YELLOW;
        lines.add(style.paint(Ink.BOLD, TextStyle.printable(threadId)) + "  step " + stats.step() + ", " + stats.open()
                + " of " + stats.total() + " open  " + style.paint(ink, TextStyle.printable(convergence.reason())));
        signals.forEach(signal -> lines.add(line(signal, style)));
        return lines;
    }

    /** Thread as one JSON object. */
    public JsonValue json() {
        return new JsonObjectBuilder().with("thread", threadId)
                .with("step", stats.step())
                .with("open", stats.open())
                .with("stored", stats.stored())
                .with("forgotten", stats.forgotten())
                .with("converged", convergence.converged())
                .with("reason", convergence.reason())
                .with("signals", signals.stream().map(ThreadView::json).toList()).json();
    }

    private static JsonValue json(ConnectivitySignal signal) {
        return new JsonObjectBuilder().with("id", signal.id())
                .with("state", signal.state().wireName())
                .with("signalClass", signal.signalClass().wireName())
                .with("confidence", signal.confidence())
                .with("source", signal.source())
                .with("summary", signal.summary())
                .with("acknowledged", signal.acknowledged()).json();
    }

    private static String line(ConnectivitySignal signal, TextStyle style) {
        String grade = signal.confidence() == null ? "    " : String.format(Locale.ROOT, "%.2f", signal.confidence());
        return "  " + style.paint(Ink.DIM, String.format(Locale.ROOT, "%-10s", signal.state().wireName())) + " "
                + style.paint(Ink.CYAN, String.format(Locale.ROOT, "%-22s", signal.signalClass().wireName())) + " "
                + grade
                + " " + style.paint(Ink.BOLD, TextStyle.printable(signal.source())) + " " + shortened(signal.summary())
                + (signal.priority() == Priority.CRITICAL && !signal.acknowledged() ? " (not acknowledged)" : "");
    }

    private static String shortened(String text) {
        String safe = TextStyle.printable(text);
        return safe.length() <= SUMMARY ? safe : safe.substring(0, SUMMARY - 1) + "…";
    }
}
