package dev.waggle.spring.dashboard;

import java.util.List;
import java.util.function.Consumer;

import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmServices;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
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
        return solve(LoggedRun.of(run, entries).task());
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        try (Swarm swarm = new Swarm(silent(config).withJournals(config.journals()))) {
            return swarm.replay(run).result().orElseThrow(() -> new IllegalArgumentException("the run " + run
                    + " was made with other agents or rules\nMaybe read its log."));
        }
    }

    /** The same for a replay: nobody listens, and nothing outside of the log is read or written. */
    static SwarmConfig silent(SwarmConfig config) {
        SwarmServices none = SwarmServices.defaults();
        return new SwarmConfig(config.agents(), config.consensus(), config.math(), config.limits(), config.spending(),
                config.steering(),
                new SwarmServices(none.world(), none.eventListener(), none.persistence(),
                        config.services().assistance(), none.experience(), none.telemetry()),
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
