package dev.waggle.cli.serve;

import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Answers with a recording: its agents repeat their signals, so only its question can be asked.
 *
 * @param scene the recording
 * @param rules the rules and the log of the swarm; its agents come from the recording
 * @param telemetry the telemetry of the command
 */
record RecordedSolveService(SolveSource scene, SwarmConfig rules, ProcessTelemetry telemetry)
        implements
        SolveService {

    @Override
    public String about() {
        return "The agents are a recording of " + scene.agents().size()
                + " agents on one question, which is the only one"
                + " they answer: " + scene.task().text();
    }

    @Override
    public int maxSolves() {
        return ModelSolveService.MAX_SOLVES;
    }

    @Override
    public SwarmResult solve(SolveRequest request, Consumer<SwarmEvent> listener) {
        String recorded = scene.task().text();
        if (!request.question().strip().equals(recorded.strip())) {
            throw new IllegalArgumentException("these agents are a recording and answer one question only"
                    + "\nMaybe ask it: " + recorded);
        }
        if (request.context() != null || request.agents() != null || !request.models().isEmpty()) {
            throw new IllegalArgumentException("a recording brings its own context, agents and models"
                    + "\nMaybe leave context, agents and models out.");
        }
        try (Swarm swarm = new Swarm(telemetry.observe(rules.withEventListener(listener)))) {
            return swarm.solve(scene.task().withType(request.taskType()));
        }
    }

    @Override
    public TraceSpan callerOf(@Nullable String account, Map<String, String> headers) {
        return headers.isEmpty() ? TraceSpan.NONE : TraceSpan.incoming(telemetry.tracer(), headers);
    }
}
