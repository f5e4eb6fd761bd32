package dev.waggle.cli.terminal;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Sparkline of a series of numbers, one small block a value. With more values than room, each block shows the last
 * value of its stretch. Infinite values stand at the ends of the scale; a missing value, or NaN, is a mark.
 */
public final class Sparkline {

    private Sparkline() {}

    /**
     * Drawn between the smallest and the largest of its values; in the middle when they are the same,
     * at the bottom when all are 0.
     */
    public static String of(List<OptionalDouble> values, int width, GlyphSet glyphs) {
        DoubleSummaryStatistics range = values.stream().filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).filter(Double::isFinite).summaryStatistics();
        return of(values, range.getMin(), range.getMax(), width, glyphs);
    }

    private static String of(List<OptionalDouble> values, double min, double max, int width, GlyphSet glyphs) {
        StringBuilder line = new StringBuilder();
        for (OptionalDouble value : thinned(values, width)) {
            line.append(value.isEmpty() || Double.isNaN(value.getAsDouble())
                    ? glyphs.gap()
                    : glyphs.levels().get(level(value.getAsDouble(), min, max, glyphs.levels().size())));
        }
        return line.toString();
    }

    private static List<OptionalDouble> thinned(List<OptionalDouble> values, int width) {
        if (values.size() <= width) {
            return values;
        }
        List<OptionalDouble> points = new ArrayList<>();
        for (long cell = 1; cell <= width; cell++) {
            points.add(values.get((int) (cell * values.size() / width) - 1));
        }
        return points;
    }

    /** Halves, so that the difference of the largest numbers is a number. */
    private static int level(double value, double min, double max, int levels) {
        if (Double.isInfinite(value)) {
            return value > 0 ? levels - 1 : 0;
        }
        double span = max / 2 - min / 2;
        double share = span > 0 ? (value / 2 - min / 2) / span : value == 0 ? 0 : 0.5;
        return Math.clamp((int) (share * levels), 0, levels - 1);
    }
}
