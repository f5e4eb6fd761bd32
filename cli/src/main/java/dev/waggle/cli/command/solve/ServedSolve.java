package dev.waggle.cli.command.solve;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.server.run.PreparedSolve;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * A prepared solve with its open models and tools.
 *
 * @param source its models and tools
 * @param runner its rules and its storage
 * @param running the swarm, once it runs
 */
record ServedSolve(SolveResources source, SolveRunner runner, AtomicReference<@Nullable Swarm> running)
        implements
        PreparedSolve {

    /** Models and tools that a solve holds. */
    interface SolveResources extends AutoCloseable {

        @Override
        void close();
    }

    ServedSolve(SolveResources source, SolveRunner runner) {
        this(source, runner, new AtomicReference<>());
    }

    @Override
    public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
        return runner.serve(run, listener, running::set);
    }

    @Override
    public void cancel() {
        Swarm swarm = running.get();
        if (swarm != null) {
            swarm.close();
        }
    }

    @Override
    public void close() {
        source.close();
    }
}
