package dev.waggle.spring.actuate;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.inbox.InboxService;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.setup.folder.InboxReadings;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.BreakerReadings;
import dev.waggle.swarm.metric.SwarmMetric;
import org.jspecify.annotations.Nullable;

/** Gauges of an application: the states of circuit breakers and the depth of inboxes, until it is closed. */
public final class SwarmGauges implements AutoCloseable {

    private final List<Closeable> open = new ArrayList<>();

    /**
     * Registers the gauges.
     *
     * @param signals the data folder with the inboxes; {@code null} where the application has none of ours
     */
    public SwarmGauges(MicrometerSink metrics, CircuitBreakerRegistry breakers, @Nullable SignalService signals) {
        open.add(metrics.observe(SwarmMetric.BREAKER_STATE, () -> BreakerReadings.of(List.of(breakers)))::close);
        if (signals != null) {
            InboxService inboxes = signals.inboxes();
            open.add(metrics.observe(SwarmMetric.INBOX_DEPTH, () -> InboxReadings.of(inboxes))::close);
            open.add(signals.log().follow(_ -> metrics.discover())); // No inbox has a depth before an entry came.
        }
    }

    @Override
    public void close() {
        try {
            for (Closeable one : open.reversed()) {
                one.close();
            }
            open.clear();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
