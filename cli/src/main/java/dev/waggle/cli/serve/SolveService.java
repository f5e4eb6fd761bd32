package dev.waggle.cli.serve;

import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/** Service that answers questions, with recorded agents or with models. Called by many threads at once. */
interface SolveService {

    /** Description of the answering agents, a sentence for the calling model. */
    String about();

    /** Maximum number of concurrent solves. */
    int maxSolves();

    /**
     * Answers the question. When the thread is interrupted, the solve is cancelled and its answers are saved. The
     * thread stays interrupted.
     *
     * @param listener receives every event
     * @throws IllegalArgumentException when the request is unsupported; a second line names the remedy
     */
    SwarmResult solve(SolveRequest request, Consumer<SwarmEvent> listener);

    /**
     * Returns the trace context of a client, which a solve within it joins or links to; none without tracing.
     *
     * @param account the sender; {@code null} where all senders share one token
     */
    default TraceSpan callerOf(@Nullable String account, Map<String, String> headers) {
        return TraceSpan.NONE;
    }
}
