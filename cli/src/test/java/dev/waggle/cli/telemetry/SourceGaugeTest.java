package dev.waggle.cli.telemetry;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import dev.waggle.swarm.metric.MetricLabel;
import dev.waggle.swarm.metric.MetricReading;
import dev.waggle.swarm.metric.MetricSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SourceGaugeTest {

    private final SourceGauge gauge = new SourceGauge();

    @Test
    void theLastReadingsOfAClosedSourceAreExportedOnce() {
        MetricSink.GaugeRegistration source = gauge.add(() -> List.of(reading(3, "ada")));

        source.close();
        source.close();

        assertThat(gauge.read()).containsExactly(reading(3, "ada"));
        assertThat(gauge.read()).isEmpty();
    }

    @Test
    void theHighestOfEqualLabelsCounts() {
        MetricSink.GaugeRegistration closed = gauge.add(() -> List.of(reading(2, "ada"), reading(0, "bob")));
        MetricSink.GaugeRegistration _ = gauge.add(() -> List.of(reading(1, "ada")));
        closed.close();

        assertThat(gauge.read()).containsExactlyInAnyOrder(reading(2, "ada"), reading(0, "bob"));
        assertThat(gauge.read()).containsExactly(reading(1, "ada"));
    }

    @Test
    void aSourceThatFailsHidesNoOther() {
        MetricSink.GaugeRegistration broken = gauge.add(() -> {
            throw new IllegalStateException("closed");
        });
        MetricSink.GaugeRegistration _ = gauge.add(() -> List.of(reading(1, "ada")));

        assertThat(gauge.read()).containsExactly(reading(1, "ada"));
        broken.close();
        assertThat(gauge.read()).containsExactly(reading(1, "ada"));
    }

    @Test
    void aSourceThatIsAddedTwiceIsReadUntilBothAreClosed() {
        Supplier<List<MetricReading>> source = () -> List.of(reading(1, "ada"));
        MetricSink.GaugeRegistration one = gauge.add(source);
        MetricSink.GaugeRegistration other = gauge.add(source);
        one.close();
        List<MetricReading> _ = gauge.read();

        assertThat(gauge.read()).containsExactly(reading(1, "ada"));
        other.close();
        List<MetricReading> _ = gauge.read();
        assertThat(gauge.read()).isEmpty();
    }

    @Test
    void closedSourcesHoldABoundedNumberOfReadings() {
        for (int i = 0; i < 30; i++) {
            int source = i;
            gauge.add(() -> IntStream.range(0, 100).mapToObj(n -> reading(n, source + " " + n)).toList()).close();
        }

        assertThat(gauge.read()).hasSize(1_000);
    }

    private static MetricReading reading(double value, String agent) {
        return new MetricReading(value, Map.of(MetricLabel.AGENT, agent));
    }
}
