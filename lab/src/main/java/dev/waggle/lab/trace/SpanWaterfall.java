package dev.waggle.lab.trace;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;

/**
 * Picture of a trace as SVG: a row for each span, its depth as an indent and its time as a bar. A dot on a bar is an
 * event. The colours follow the theme of the reader, and there is no script.
 */
final class SpanWaterfall {

    private static final int WIDTH = 1120;
    private static final int MARGIN = 20;
    private static final int INDENT = 14;
    private static final int ROW = 19;
    private static final int BAR = 11;
    /** Left end of the time axis. */
    private static final int AXIS_LEFT = 300;
    /** Right end of the time axis; behind it is room for the duration of the longest bar. */
    private static final int AXIS_RIGHT = 1000;
    private static final int AXIS_TOP = 104;
    private static final int MAX_TICKS = 12;
    /** Space between a bar and its words. */
    private static final int GAP = 6;
    /** Width of a letter of the words, rather more than less. */
    private static final double LETTER = 6.2;
    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    private static final AttributeKey<Long> ROUND = AttributeKey.longKey("waggle.round");
    private static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    private static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");

    private static final String STYLE = """
            <style>
            svg { color-scheme: light dark; }
            text { font: 12px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #1f2328; }
            .title { font-size: 16px; font-weight: 600; }
            .dim { fill: #59636e; font-size: 11px; }
            .note { paint-order: stroke; stroke: #ffffff; stroke-width: 3px; }
            .bad { fill: #b42318; font-size: 11px; }
            .page { fill: #ffffff; stroke: #d1d9e0; }
            .band { fill: #f6f8fa; }
            .line { stroke: #d1d9e0; fill: none; }
            .dot { fill: #ffffff; stroke: #1f2328; }
            .failed { stroke: #b42318; stroke-width: 2; }
            .f0 { fill: #6e7781; } .f1 { fill: #afb8c1; } .f2 { fill: #54aeff; } .f3 { fill: #8250df; }
            .f4 { fill: #1a7f64; } .f5 { fill: #d97706; } .f6 { fill: #c2417f; } .f7 { fill: #9a7a2f; }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3; }
            .dim { fill: #9198a1; }
            .note { stroke: #0d1117; }
            .bad { fill: #ff8a80; }
            .page { fill: #0d1117; stroke: #3d444d; }
            .band { fill: #151b23; }
            .line { stroke: #3d444d; }
            .dot { fill: #0d1117; stroke: #e6edf3; }
            .failed { stroke: #ff8a80; }
            .f0 { fill: #8b949e; } .f1 { fill: #565d66; } .f2 { fill: #388bfd; } .f3 { fill: #a371f7; }
            .f4 { fill: #2ea88a; } .f5 { fill: #e3912f; } .f6 { fill: #db61a2; } .f7 { fill: #b99a4b; }
            }
            </style>
            """;

    private final String title;
    private final List<SpanRow> rows;
    private final long begin;
    private final double nanosPerPixel;
    private final StringBuilder svg = new StringBuilder();

    /**
     * Prepares the picture.
     *
     * @param spans a tree with its root first; children of a span in their order from top to bottom
     */
    SpanWaterfall(String title, List<SpanData> spans) {
        this.title = title;
        rows = SpanRow.of(spans);
        begin = spans.getFirst().getStartEpochNanos();
        nanosPerPixel = Math.max(1, rows.getFirst().nanos()) / (double) (AXIS_RIGHT - AXIS_LEFT);
    }

    String svg() {
        svg.setLength(0);
        drawFrame();
        drawLegend();
        drawAxis();
        for (int i = 0; i < rows.size(); i++) {
            drawRow(i);
        }
        return svg.append("</svg>\n").toString();
    }

    private int height() {
        return top(rows.size()) + MARGIN / 2;
    }

    private static int top(int row) {
        return AXIS_TOP + 6 + row * ROW;
    }

    private void drawFrame() {
        add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">",
                WIDTH, height(), WIDTH, height());
        add("<title>%s</title>", escape(title));
        svg.append(STYLE);
        add("<rect class=\"page\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>", WIDTH - 1, height() - 1);
        add("<text class=\"title\" x=\"%d\" y=\"32\">%s</text>", MARGIN, escape(title));
        add("<text class=\"dim\" x=\"%d\" y=\"32\" text-anchor=\"end\">%d spans, %s</text>", WIDTH - MARGIN,
                rows.size(), seconds(rows.getFirst().nanos()));
    }

    private void drawLegend() {
        double x = MARGIN;
        for (SpanFamily family : SpanFamily.values()) {
            add("<rect class=\"%s\" x=\"%.0f\" y=\"50\" width=\"11\" height=\"11\" rx=\"2\"/>", family.style(), x);
            add("<text class=\"dim\" x=\"%.0f\" y=\"59.5\">%s</text>", x + 17, family.title());
            x += 35 + 5.9 * family.title().length();
        }
        add("<circle class=\"dot\" cx=\"%.0f\" cy=\"55.5\" r=\"2.5\"/>", x + 5);
        add("<text class=\"dim\" x=\"%.0f\" y=\"59.5\">event</text>", x + 14);
        x += 60;
        add("<rect class=\"f3 failed\" x=\"%.0f\" y=\"51\" width=\"10\" height=\"9\" rx=\"2\"/>", x);
        add("<text class=\"dim\" x=\"%.0f\" y=\"59.5\">failed</text>", x + 17);
    }

    private void drawAxis() {
        for (int row = 1; row < rows.size(); row += 2) {
            add("<rect class=\"band\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>", MARGIN / 2, top(row),
                    WIDTH - MARGIN, ROW);
        }
        double length = rows.getFirst().nanos() / SECOND;
        double step = step(length);
        for (int tick = 0; tick * step <= length; tick++) {
            double x = x(begin + Math.round(tick * step * SECOND));
            add("<path class=\"line\" d=\"M%.1f %dV%d\"/>", x, AXIS_TOP, top(rows.size()));
            add("<text class=\"dim\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s s</text>", x, AXIS_TOP - 6,
                    plain(tick * step));
        }
    }

    /** The smallest of 1, 2, 5, 10 and so on that gives few ticks. */
    private static double step(double seconds) {
        double decade = 0.001;
        while (true) {
            for (double factor : new double[] {1, 2, 5}) {
                if (seconds / (factor * decade) <= MAX_TICKS) {
                    return factor * decade;
                }
            }
            decade *= 10;
        }
    }

    private void drawRow(int number) {
        SpanRow row = rows.get(number);
        SpanData span = row.span();
        SpanFamily family = SpanFamily.of(span.getName());
        double middle = top(number) + ROW / 2.0;
        int left = MARGIN + row.depth() * INDENT;
        drawBranches(row, number, left);
        add("<text x=\"%d\" y=\"%.1f\">%s</text>", left, middle + 4, escape(span.getName()));
        double from = x(span.getStartEpochNanos());
        double width = Math.max(2, row.nanos() / nanosPerPixel);
        add("<rect class=\"%s%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>", family.style(),
                row.isFailed() ? " failed" : "", from, middle - BAR / 2.0, width, BAR);
        drawEvents(span, middle);
        drawWords(row, from, from + width, middle + 4);
    }

    /** Words behind the bar, or before it where they would not fit. */
    private void drawWords(SpanRow row, double from, double to, double y) {
        String words = words(row);
        boolean fits = to + GAP + LETTER * words.length() < WIDTH - MARGIN / 2;
        add("<text class=\"note %s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                row.isFailed() ? "bad" : "dim", fits ? to + GAP : from - GAP, y, fits ? "start" : "end",
                escape(words));
    }

    private void drawBranches(SpanRow row, int number, int left) {
        if (row.lastChild() > number) {
            int x = left + 4;
            add("<path class=\"line\" d=\"M%d %dV%.1f\"/>", x, top(number) + ROW - 2,
                    top(row.lastChild()) + ROW / 2.0);
        }
        if (row.depth() > 0) {
            add("<path class=\"line\" d=\"M%d %.1fh6\"/>", left - INDENT + 4, top(number) + ROW / 2.0);
        }
    }

    /** A dot for each moment at which the span has events. */
    private void drawEvents(SpanData span, double middle) {
        span.getEvents().stream().mapToLong(EventData::getEpochNanos).distinct().sorted()
                .forEach(at -> add("<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>", x(at), middle));
    }

    /** The duration, and some attributes. */
    private static String words(SpanRow row) {
        if (row.nanos() == 0) {
            return "";
        }
        Attributes attributes = row.span().getAttributes();
        StringBuilder words = new StringBuilder(seconds(row.nanos()));
        String failure = attributes.get(ERROR_TYPE);
        if (failure != null) {
            words.append(", ").append(ERROR_TYPE.getKey()).append(' ').append(failure);
        }
        if (row.span().getName().equals("round")) {
            words.append(", ").append(ROUND.getKey()).append(' ').append(attributes.get(ROUND));
        }
        Long in = attributes.get(INPUT_TOKENS);
        Long out = attributes.get(OUTPUT_TOKENS);
        if (row.depth() > 0 && in != null && out != null) {
            words.append(", ").append(in).append(" → ").append(out).append(" tokens");
        }
        return words.toString();
    }

    private double x(long epochNanos) {
        return AXIS_LEFT + (epochNanos - begin) / nanosPerPixel;
    }

    private static String seconds(long nanos) {
        return plain(nanos / SECOND) + " s";
    }

    /** A number with at most three digits behind the point. */
    private static String plain(double number) {
        String text = String.format(Locale.ROOT, "%.3f", number);
        return text.replaceAll("\\.?0+$", "");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void add(String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
