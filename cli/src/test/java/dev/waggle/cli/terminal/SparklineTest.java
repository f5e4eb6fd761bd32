package dev.waggle.cli.terminal;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SparklineTest {

    @Test
    void drawsFromTheSmallestToTheLargest() {
        assertThat(drawn(0, 1, 2, 3, 4, 5, 6, 7)).isEqualTo("▁▂▃▄▅▆▇█");
        assertThat(Sparkline.of(values(0, 7), 10, GlyphSet.ASCII)).isEqualTo("_#");
    }

    @Test
    void drawsEqualValuesInTheMiddle() {
        assertThat(drawn(3, 3, 3)).isEqualTo("▅▅▅");
        assertThat(Sparkline.of(List.of(), 10, GlyphSet.BLOCKS)).isEmpty();
    }

    @Test
    void marksWhereThereIsNoValueAndKeepsTheInfiniteApart() {
        assertThat(Sparkline.of(List.of(OptionalDouble.empty(), OptionalDouble.of(Double.NaN)), 9, GlyphSet.BLOCKS))
                .isEqualTo("··");
        assertThat(drawn(Double.NEGATIVE_INFINITY, 0, 1, Double.POSITIVE_INFINITY)).isEqualTo("▁▁██");
        assertThat(drawn(-Double.MAX_VALUE, 0, Double.MAX_VALUE)).isEqualTo("▁▅█");
        assertThat(drawn(Double.POSITIVE_INFINITY)).isEqualTo("█");
    }

    @Test
    void drawsNothingButZerosAtTheBottom() {
        assertThat(drawn(0, -0.0, 0)).isEqualTo("▁▁▁");
    }

    @Test
    void endsWithTheLastValueWhereThereIsLessRoom() {
        List<OptionalDouble> many = IntStream.range(0, 1000).mapToObj(OptionalDouble::of).toList();

        assertThat(Sparkline.of(many, 8, GlyphSet.BLOCKS)).hasSize(8).startsWith("▁").endsWith("█");
    }

    private static String drawn(double... values) {
        return Sparkline.of(values(values), 10, GlyphSet.BLOCKS);
    }

    private static List<OptionalDouble> values(double... values) {
        return DoubleStream.of(values).mapToObj(OptionalDouble::of).toList();
    }
}
