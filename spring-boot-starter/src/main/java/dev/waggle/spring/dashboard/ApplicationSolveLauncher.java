package dev.waggle.spring.dashboard;

import java.util.List;
import java.util.function.Consumer;

import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.setup.folder.RunLogReader;
import dev.waggle.setup.folder.RunOpening;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmServices;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.memory.SharedMemory;
import org.jspecify.annotations.Nullable;

/** Solves that the pages order: each by the swarm of the application, as it is configured. */
record ApplicationSolveLauncher(SwarmConfig config) implements SolveLauncher {

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        SolveOrder plain = SolveOrder.of(order.question(), order.context(), order.taskType(), List.of(), null);
        if (!order.equals(plain)) {
            throw new IllegalArgumentException("an order of this server has a question, a context and a task type"
                    + "\nMaybe set agents, models and rules in the properties of the application.");
        }
        Task task = new Task(order.question(), order.context(), null, null);
        String type = order.taskType();
        return solve(type == null ? task : task.withType(type));
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        SharedMemory memory = RunLogReader.memoryOf(entries, config.services().experience().memory());
        return new ApplicationSolveLauncher(config.withMemory(memory)).solve(RunOpening.of(run, entries).task());
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        LoggedRun logged = LoggedRun.of(run, entries);
        try (Swarm swarm = new Swarm(silent(logged, config).withJournals(config.journals()))) {
            return swarm.replay(run).result().orElseThrow(() -> new IllegalArgumentException("the run " + run
                    + " was made with other agents or rules\nMaybe read its log."));
        }
    }

    @Override
    public SpanTracer tracer() {
        return config.services().telemetry().tracer();
    }

    /**
     * The configuration for a replay: nobody listens, and nothing outside of the log is read or written. Agents and rules
     * are those in the log; what it does not have is that of the application now.
     */
    static SwarmConfig silent(LoggedRun logged, SwarmConfig config) {
        SwarmServices none = SwarmServices.defaults();
        SwarmConfig was = logged.config();
        return new SwarmConfig(was.agents(), was.consensus(), was.math(), was.limits(), config.spending(),
                config.steering().withEffort(was.steering().effort()),
                new SwarmServices(none.world(), none.eventListener(), none.persistence(),
                        config.services().assistance(), was.services().experience(), none.telemetry()),
                config.setup());
    }

    private PreparedSolve solve(Task task) {
        Swarm swarm = new Swarm(config);
        return new PreparedSolve() {
            @Override
            public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
                Runnable _ = swarm.on(SwarmEvent.class, listener);
                return swarm.solveResumable(task, run);
            }

            @Override
            public void cancel() {
                swarm.close();
            }

            @Override
            public void close() {
                swarm.close();
            }
        };
    }
}
