package dev.waggle.cli.telemetry;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import dev.waggle.journal.inbox.InboxBroker;
import dev.waggle.journal.inbox.InboxService;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.metric.MetricSink;
import org.jspecify.annotations.Nullable;

/**
 * Telemetry of a process, opened with its first solve if the standard variables of OpenTelemetry ask for it. A command
 * hands it to each of its solves, because series of metrics belong to a process. Thread-safe.
 */
public final class ProcessTelemetry {

    /** Observes nothing. */
    public static final ProcessTelemetry NONE = new ProcessTelemetry(Map.of());

    /** Logger of lines whose text is for logs; those of other libraries may quote anything. */
    private static final String OWN_LOGGERS = "dev.waggle";

    /** Time in seconds that a process that is being stopped leaves its command to end, before the last export. */
    private static final int STOP_SECONDS = 3;

    private static final MetricSink.GaugeRegistration UNREGISTERED = () -> {
    };

    private final TelemetryVariables variables;
    private final boolean isAskedFor;
    /** Open until the last export is over. */
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Guarded by this, as is the flag. */
    private @Nullable OpenedTelemetry opened;
    private boolean isClosing;

    private ProcessTelemetry(Map<String, String> variables) {
        this.variables = new TelemetryVariables(variables);
        isAskedFor = this.variables.isAskedFor();
    }

    /** The telemetry that these variables ask for, for example those of {@code System.getenv()}. */
    public static ProcessTelemetry of(Map<String, String> variables) {
        return new ProcessTelemetry(variables);
    }

    /** True if a variable asks for an exporter, and none turns the SDK off. */
    public boolean isAskedFor() {
        return isAskedFor;
    }

    /** The same configuration, with traces and metrics if they are asked for. */
    public SwarmConfig observe(SwarmConfig config) {
        return isAskedFor ? open().observe(config) : config;
    }

    /** The tracing system; without the request for one, it records nothing. */
    public SpanTracer tracer() {
        return isAskedFor ? open().tracer() : SpanTracer.NONE;
    }

    /** Reads the states of circuit breakers, if metrics are asked for, until the result is closed. */
    public MetricSink.GaugeRegistration observe(CircuitBreakerRegistry breakers) {
        return isAskedFor ? open().observe(breakers) : UNREGISTERED;
    }

    /** Reads the depth of inboxes, if metrics are asked for, until the result is closed. Remote ones have an owner. */
    public MetricSink.GaugeRegistration observe(InboxBroker inboxes) {
        return isAskedFor && inboxes instanceof InboxService own ? open().observe(own) : UNREGISTERED;
    }

    /** Records a line of a logger of ours, once a solve has begun, with the span of the calling thread. */
    public void record(System.Logger.Level level, String logger, String text, @Nullable Throwable cause) {
        OpenedTelemetry known = known();
        if (known != null && logger.startsWith(OWN_LOGGERS)) {
            known.record(level, logger, text, cause);
        }
    }

    private synchronized @Nullable OpenedTelemetry known() {
        return opened;
    }

    private synchronized OpenedTelemetry open() {
        OpenedTelemetry known = opened;
        if (known == null) {
            known = !isClosing && isExportedWhenStopped() ? OpenedTelemetry.of(variables) : OpenedTelemetry.silent();
            opened = known;
        }
        return known;
    }

    /** Exports also when the process is stopped, as a server is; false if it is being stopped already. */
    private boolean isExportedWhenStopped() {
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(this::exportAfterCommand, "telemetry"));
            return true;
        } catch (IllegalStateException stopping) {
            return false;
        }
    }

    /** Waits until the command has exported, and exports itself if the command does not end. */
    private void exportAfterCommand() {
        try {
            if (!closed.await(STOP_SECONDS, TimeUnit.SECONDS)) {
                close(new PrintWriter(Writer.nullWriter()));
                boolean _ = closed.await(STOP_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Exports what is left, within a bound; a failure is one line. What happens later is not exported. */
    public void close(PrintWriter warnings) {
        OpenedTelemetry last;
        synchronized (this) {
            last = isClosing ? null : opened;
            isClosing = true;
        }
        if (last != null) {
            last.close().ifPresent(warning -> {
                warnings.println("waggle: " + warning);
                warnings.flush();
            });
            closed.countDown();
        }
    }
}
