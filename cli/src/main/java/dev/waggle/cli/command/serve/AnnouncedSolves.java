package dev.waggle.cli.command.serve;

import java.util.List;
import java.util.function.Consumer;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.RecordedDeliberation;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Solves of a server whose starts and ends the terminal shows, a line each, without the text of a question or an answer.
 */
record AnnouncedSolves(SolveLauncher solves, TerminalScreen screen) implements SolveLauncher {

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        return new AnnouncedSolve(solves.prepare(order, tenant), "started", screen);
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        return new AnnouncedSolve(solves.prepareResume(run, entries), "goes on", screen);
    }

    @Override
    public List<RecordedDeliberation> deliberations() {
        return solves.deliberations();
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        return solves.result(run, entries);
    }

    @Override
    public SpanTracer tracer() {
        return solves.tracer();
    }

    /** One of them. */
    private record AnnouncedSolve(PreparedSolve solve, String start, TerminalScreen screen) implements PreparedSolve {

        @Override
        public SwarmResult run(String run, Consumer<SwarmEvent> listener) {
            print(run + ' ' + start);
            SwarmResult result = solve.run(run, listener);
            int rounds = result.timing().roundsUsed();
            print(String.format(PlainLocale.NONE, "%s ended: %s, confidence %.2f, %d %s, %.4f USD", run,
                    result.ending().wireName(), result.confidence(), rounds, rounds == 1 ? "round" : "rounds",
                    result.cost().estimatedUsd()));
            return result;
        }

        private void print(String line) {
            screen.out().println("waggle: " + line);
            screen.out().flush();
        }

        @Override
        public void cancel() {
            solve.cancel();
        }

        @Override
        public void close() {
            solve.close();
        }
    }
}
