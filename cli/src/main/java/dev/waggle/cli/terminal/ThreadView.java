package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.signal.Priority;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.ThreadStats;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;

/** Operator view of a thread of a coordination layer: its state, the reasons why it is open, its signals. */
public record ThreadView(String threadId, ThreadStats stats, Convergence convergence,
        List<ConnectivitySignal> signals) {

    private static final int SUMMARY = 100;

    /** Columns of the state, the class and the confidence. */
    private static final int HEAD = 42;

    /** Copies the list. */
    public ThreadView {
        signals = List.copyOf(signals);
    }

    /** Thread as lines of text. */
    public List<String> lines(TextStyle style) {
        return lines(style, TerminalWidth.ofLine());
    }

    List<String> lines(TextStyle style, int width) {
        List<String> lines = new ArrayList<>();
        Ink ink = convergence.converged() ? Ink.GREEN : Ink.YELLOW;
        String figures = "  step " + stats.step() + ", " + stats.open() + " of " + stats.total() + " open";
        String thread = TextTable.clip(threadId, Math.max(1, width - figures.length()));
        String reason = TextStyle.printable(convergence.reason());
        boolean fits = TextTable.width(thread + figures + "  " + reason) <= width;
        lines.add(style.paint(Ink.BOLD, thread) + figures + (fits ? "  " + style.paint(ink, reason) : ""));
        if (!fits) {
            TextWrap.lines(reason, width - 2).forEach(line -> lines.add("  " + style.paint(ink, line)));
        }
        signals.forEach(signal -> lines.add(line(signal, style, width)));
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

    private static String line(ConnectivitySignal signal, TextStyle style, int width) {
        String grade = signal.confidence() == null ? "    "
                : String.format(PlainLocale.NONE, "%.2f", signal.confidence());
        String end = signal.priority() == Priority.CRITICAL && !signal.acknowledged() ? " (not acknowledged)" : "";
        String source = TextTable.clip(signal.source(), Math.clamp((width - HEAD) / 4, 4, SUMMARY));
        int used = HEAD + TextTable.width(source) + 1 + end.length();
        return "  " + style.paint(Ink.DIM, String.format(PlainLocale.NONE, "%-10s", signal.state().wireName())) + " "
                + style.paint(Ink.CYAN, String.format(PlainLocale.NONE, "%-22s", signal.signalClass().wireName())) + " "
                + grade
                + " " + style.paint(Ink.BOLD, source) + " "
                + TextTable.clip(signal.summary(), Math.clamp(width - used, 1, SUMMARY)) + end;
    }
}
