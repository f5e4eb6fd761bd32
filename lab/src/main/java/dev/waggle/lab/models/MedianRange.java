package dev.waggle.lab.models;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Some measured values, shown as their median and what they lie between. */
public record MedianRange(double least, double median, double most) {

    public static MedianRange of(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        return new MedianRange(sorted[0], sorted[sorted.length / 2], sorted[sorted.length - 1]);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%10.1f  (%.1f to %.1f)", median, least, most);
    }
}
