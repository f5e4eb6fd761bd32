package dev.waggle.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.cli.terminal.TextStyle.Ink;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import org.jspecify.annotations.Nullable;

/**
 * View of the streamed output of models. On a terminal each agent with an active model has a line at the bottom,
 * which is rewritten in place. On every output a finished call adds one line with its tokens and its time.
 */
final class StreamView {

    /** Maximum number of lines at the bottom; the rest is counted. */
    private static final int MAX_LINES = 12;

    /** A line is rewritten when so many characters are new: often enough to follow, rarely enough not to flicker. */
    private static final int STEP = 24;

    private static final int NAME = 12;
    private static final double MILLIS = 1_000;

    private final TerminalScreen screen;
    private final int width;
    private final Map<String, RunningCall> working = new LinkedHashMap<>();
    private int drawn;

    StreamView(TerminalScreen screen, int width) {
        this.screen = screen;
        this.width = width;
    }

    /** An active call. */
    private static final class RunningCall {
        private final StringBuilder tail = new StringBuilder();
        private final String model;
        private String doing = "asks";
        private int since;

        RunningCall(String model) {
            this.model = model;
        }

        /** Takes a piece; whether there is enough of it to be shown. */
        boolean add(String word, String piece) {
            boolean turned = !word.equals(doing);
            if (turned) {
                doing = word;
                tail.setLength(0);
            }
            tail.append(TextStyle.printable(piece));
            if (tail.length() > 1_000) {
                tail.delete(0, tail.length() - 500);
            }
            since += piece.length();
            boolean enough = turned || since >= STEP;
            since = enough ? 0 : since;
            return enough;
        }
    }

    void accept(String agentId, Signal signal) {
        JsonValue.@Nullable Obj data = signal.payload() instanceof Payload.Open open
                && open.data() instanceof JsonValue.Obj obj ? obj : null;
        switch (signal.type().text()) {
            case "harness:start" -> {
                working.put(agentId, new RunningCall(text(signal.extensions().get(HarnessRun.MODEL))));
                redraw();
            }
            case "thinking:delta" -> piece(agentId, "thinks", data);
            case "text:delta" -> piece(agentId, "writes", data);
            case "harness:error" -> failed(agentId, data);
            case "harness:end" -> finished(agentId, data);
            default -> {}
        }
    }

    /** Takes the lines at the bottom away, so that something else can be written. */
    void clear() {
        if (drawn > 0) {
            screen.out().print("\u001b[" + drawn + "A\u001b[J");
            drawn = 0;
        }
    }

    private void piece(String agentId, String word, JsonValue.@Nullable Obj data) {
        RunningCall work = working.get(agentId);
        if (work != null && work.add(word, field(data, "content"))) {
            redraw();
        }
    }

    private void failed(String agentId, JsonValue.@Nullable Obj data) {
        clear();
        boolean again = data != null && data.fields().get("recoverable") instanceof JsonValue.Bool it && it.value();
        String line = agentId + "'s model: " + field(data, "code") + ": " + TextStyle.sentences(field(data, "message"));
        TextWrap.lines(TextStyle.printable(line) + (again ? " (may be tried again)" : ""), width - 4)
                .forEach(it -> screen.out().println("    " + screen.style().paint(Ink.YELLOW, it)));
    }

    private void finished(String agentId, JsonValue.@Nullable Obj data) {
        RunningCall work = working.remove(agentId);
        clear();
        if (work != null && data != null && data.fields().get("output") instanceof JsonValue.Obj output
                && output.fields().get("usage") instanceof JsonValue.Obj usage) {
            TokenUsage parts = parts(usage);
            String line = agentId + " asked " + work.model + ": " + count(usage, "inputTokens") + " tokens in"
                    + TokenText.ofInput(parts) + ", " + count(usage, "outputTokens") + " out"
                    + TokenText.ofOutput(parts) + ", " + seconds(data);
            TextWrap.lines(TextStyle.printable(line), width - 5)
                    .forEach(it -> screen.out().println("    " + screen.style().paint(Ink.DIM, it)));
        }
        redraw();
    }

    private void redraw() {
        if (!screen.interactive()) {
            return;
        }
        clear();
        int lines = 0;
        for (Map.Entry<String, RunningCall> entry : working.entrySet()) {
            if (lines == MAX_LINES) {
                line("and " + (working.size() - MAX_LINES) + " more");
                lines++;
                break;
            }
            RunningCall work = entry.getValue();
            String head = LiveText.pad(TextStyle.printable(entry.getKey()), NAME) + ' ' + work.doing + ' ';
            int room = Math.max(0, width - DisplayWidth.of(head) - 4);
            String tail = work.tail.isEmpty() ? TextStyle.printable(work.model) : work.tail.toString();
            line(head + DisplayWidth.tail(tail, room));
            lines++;
        }
        drawn = lines;
        screen.out().flush();
    }

    /** One line that cannot wrap. */
    private void line(String text) {
        screen.out().println("  " + screen.style().paint(Ink.DIM, DisplayWidth.head(text, width - 3)));
    }

    private static String field(JsonValue.@Nullable Obj data, String name) {
        return data == null ? "" : text(data.fields().get(name));
    }

    private static String text(@Nullable JsonValue value) {
        return value instanceof JsonValue.Str str ? str.value() : "";
    }

    private static String count(JsonValue.Obj usage, String name) {
        return usage.fields().get(name) instanceof JsonValue.Num num
                ? String.format(PlainLocale.NONE, "%,d", num.value().longValue())
                : "?";
    }

    /** The usage with its cached and thinking tokens; none of a harness that reports something else. */
    private static TokenUsage parts(JsonValue.Obj usage) {
        try {
            return HarnessCodec.usage(usage);
        } catch (IllegalArgumentException unreadable) {
            return TokenUsage.NONE;
        }
    }

    private static String seconds(JsonValue.Obj data) {
        return data.fields().get("durationMs") instanceof JsonValue.Num num
                ? String.format(PlainLocale.NONE, "%.1f s", num.value().doubleValue() / MILLIS)
                : "";
    }
}
