package dev.waggle.swarm.engine.record;

import java.util.function.Consumer;

import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.metric.MetricRecorder;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayLog;

/**
 * Dispatches events to the listener, and to trace and metrics. An exception of the listener is logged and not thrown.
 * Metrics have no events of the replayed part of a solve, which were counted when they happened.
 */
public final class EventDispatcher {

    private final Consumer<SwarmEvent> listener;
    private final SolveTrace trace;
    private final MetricRecorder metrics;
    private final ReplayLog replayLog;

    EventDispatcher(Consumer<SwarmEvent> listener, SolveTrace trace, MetricSink metrics, ReplayContext replay) {
        this.listener = listener;
        this.trace = trace;
        this.metrics = new MetricRecorder(replay.isLive() ? metrics : MetricSink.NONE);
        replayLog = replay.log();
    }

    public void dispatch(SwarmEvent event) {
        try {
            listener.accept(event);
        } catch (Throwable error) { // A failed assertion of a listener must not fail the solve either.
            System.getLogger(EventDispatcher.class.getName()).log(System.Logger.Level.WARNING,
                    "a listener failed at " + event.type(), error);
        }
        trace.record(event);
        if (replayLog.isExhausted()) {
            metrics.accept(event);
        }
    }

    SolveTrace trace() {
        return trace;
    }

    MetricRecorder metrics() {
        return metrics;
    }
}
