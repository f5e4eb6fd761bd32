package dev.waggle.server.run;

import java.util.List;

import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;

/** Wires solves: their models, agents, tools and memory. Called by many threads at once. */
public interface SolveLauncher {

    /**
     * Prepares a solve. All that can be refused before a model is asked is refused here.
     *
     * @param tenant the tenant whose memories it uses; {@code null} for none
     * @throws IllegalArgumentException when the order is refused; a second line names the remedy
     */
    PreparedSolve prepare(SolveOrder order, @Nullable String tenant);

    /**
     * Prepares the continuation of an interrupted or suspended run.
     *
     * @param entries the entries of the run
     * @throws IllegalArgumentException when it cannot be continued
     */
    PreparedSolve prepareResume(String run, List<LogEntry> entries);

    /** The tracing system of its solves; a solve joins the trace that the headers of its request name. */
    default SpanTracer tracer() {
        return SpanTracer.NONE;
    }

    /** The recorded deliberations that an order may name as its model; none outside of a demo. */
    default List<RecordedDeliberation> deliberations() {
        return List.of();
    }

    /** The result of a finished run, computed again from its entries without a call. */
    SwarmResult result(String run, List<LogEntry> entries);
}
