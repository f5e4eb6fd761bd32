package dev.waggle.cli.evaluation;

import dev.waggle.signal.text.PlainLocale;

/** A plot as SVG: axes with labels, lines and points, in the range of two values. Texts are escaped here. */
final class PagePlot {

    private static final int LEFT = 46;
    private static final int BOTTOM = 40;
    private static final int MARGIN = 10;
    private static final int TICKS = 5;

    private final StringBuilder svg = new StringBuilder();
    private final int width;
    private final int height;
    private final Range across;
    private final Range up;

    /** Range of an axis. */
    record Range(String label, double low, double high) {

        /** From 0 to 1. */
        static Range ofShares(String label) {
            return new Range(label, 0, 1);
        }

        double part(double value) {
            return Math.clamp((value - low) / (high - low), 0, 1);
        }
    }

    /**
     * An empty plot.
     *
     * @param title the content in a sentence, for people that do not see it
     */
    PagePlot(String title, int width, int height, Range across, Range up) {
        this.width = width;
        this.height = height;
        this.across = across;
        this.up = up;
        svg.append(String.format(PlainLocale.NONE,
                "<svg viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\"><title>%s</title>\n",
                width, height, width, height, PageText.escape(title)));
        axes();
    }

    private void axes() {
        for (int tick = 0; tick <= TICKS; tick++) {
            double part = (double) tick / TICKS;
            double x = x(across.low() + part * (across.high() - across.low()));
            double y = y(up.low() + part * (up.high() - up.low()));
            svg.append(String.format(PlainLocale.NONE,
                    "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x, y(up.low()),
                    x, y(up.high())));
            svg.append(String.format(PlainLocale.NONE,
                    "<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                    x(across.low()), y, x(across.high()), y));
            svg.append(
                    String.format(PlainLocale.NONE, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", x,
                            y(up.low()) + 14,
                            percent(across, part)));
            svg.append(String.format(PlainLocale.NONE, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n",
                    x(across.low()) - 5, y + 3.5,
                    percent(up, part)));
        }
        svg.append(String.format(PlainLocale.NONE, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
                (LEFT + width - MARGIN) / 2.0, height - 6, PageText.escape(across.label())));
        svg.append(String.format(PlainLocale.NONE,
                "<text transform=\"translate(11 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
                (height - BOTTOM + MARGIN) / 2.0, PageText.escape(up.label())));
    }

    private static String percent(Range range, double part) {
        double value = 100 * (range.low() + part * (range.high() - range.low()));
        return String.format(PlainLocale.NONE, range.high() - range.low() < 0.25 ? "%.1f" : "%.0f", value);
    }

    private double x(double value) {
        return LEFT + across.part(value) * (width - LEFT - MARGIN);
    }

    private double y(double value) {
        return height - BOTTOM - up.part(value) * (height - BOTTOM - MARGIN);
    }

    /** A line from one point to another in the style of a class. */
    PagePlot segment(String style, double x1, double y1, double x2, double y2) {
        svg.append(String.format(PlainLocale.NONE,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                style, x(x1), y(y1),
                x(x2), y(y2)));
        return this;
    }

    /** A line through points, as x and y in turn, with a name that a pointer shows. */
    PagePlot line(String style, String name, double... points) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i + 1 < points.length; i += 2) {
            path.append(
                    String.format(PlainLocale.NONE, "%s%.1f,%.1f", i == 0 ? "" : " ", x(points[i]), y(points[i + 1])));
        }
        svg.append(
                String.format(PlainLocale.NONE, "<polyline class=\"%s\" points=\"%s\"><title>%s</title></polyline>\n",
                        style, path,
                        PageText.escape(name)));
        return this;
    }

    /** A point with a name that a pointer shows. */
    PagePlot point(String style, String name, double at, double value, double radius) {
        svg.append(String.format(PlainLocale.NONE,
                "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"><title>%s</title></circle>\n", style,
                x(at), y(value), radius, PageText.escape(name)));
        return this;
    }

    /** The plot as markup. */
    String markup() {
        return svg + "</svg>\n";
    }

    /** An entry of a legend for lines of a style. */
    static String legendEntry(String style, String name) {
        return "<li><svg width=\"26\" height=\"8\" aria-hidden=\"true\"><line class=\"" + style
                + "\" x1=\"0\" y1=\"4\" x2=\"26\" y2=\"4\" stroke-width=\"2\"/></svg> " + PageText.escape(name)
                + "</li>";
    }
}
