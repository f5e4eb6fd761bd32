package dev.waggle.cli.command.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import dev.waggle.cli.command.solve.DemoSolves;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.review.outcome.FinishedRun;
import dev.waggle.review.outcome.ToldOutcome;
import dev.waggle.server.access.AccessLimiter;
import dev.waggle.server.access.CallerIdentity;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.RunLine;
import dev.waggle.server.run.RunStatus;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.server.run.SolveOrder.OrderSeat;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.server.run.SolveSpending;
import dev.waggle.setup.folder.OutcomeFolder;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.runlog.RunFacts;
import org.jspecify.annotations.Nullable;

/**
 * Program of a demo. Before the server starts, two deliberations end and a third one waits for a person; then the
 * crossing plays while people watch. After a restart in the same folder the program goes on.
 */
final class DemoProgram {

    /** Id of the run that waits for a person. */
    static final String SEAT_RUN = "solve_demo_review";

    /** Id of the seat of that person. */
    static final String SEAT = "you";

    private static final String LIVE = "crossing";
    private static final String FINISHED = "solve_demo_";

    private final Path data;
    private final SignalService signals;
    private final DemoSolves solves;
    private final World world;

    private DemoProgram(Path data, SignalService signals, DemoSolves solves, World world) {
        this.data = data;
        this.signals = signals;
        this.solves = solves;
        this.world = world;
    }

    /** The program of a folder, once it has played what a first visitor finds. */
    static DemoProgram prepare(Path data, SignalService signals, TerminalScreen screen, World world,
            ProcessTelemetry telemetry) {
        DemoProgram program = new DemoProgram(data, signals,
                new DemoSolves(data, signals, screen, world, telemetry), world);
        program.prepare();
        return program;
    }

    /** The solves of the demo. */
    DemoSolves solves() {
        return solves;
    }

    private void prepare() {
        new DemoSignals(signals, world).generate();
        OutcomeFolder outcomes = OutcomeFolder.open(data, world);
        finish(outcomes, "incident", "correct", "the checks of the next morning found no wrong capture");
        finish(outcomes, "migration", "correct", "the peak season passed below 80 % of the ceiling");
        outcomes.refresh();
        play(SEAT_RUN, DemoSolves.order("review")
                .withSeats(List.of(new OrderSeat(SEAT, "You", "owner of the release, approves what is merged", "1d")))
                .withRequiredApproval(List.of(SEAT)));
    }

    private void finish(OutcomeFolder outcomes, String name, String verdict, String reason) {
        String run = FINISHED + name;
        play(run, DemoSolves.order(name));
        if (outcomes.outcomes().find(run).isEmpty()) {
            var _ = outcomes.outcomes().tell(ToldOutcome.of(verdict, reason, OutcomeSource.PERSON)
                    .of(FinishedRun.of(run, entries(run)), null, world.now()));
        }
    }

    /** Plays a run up to its end or its next question to a person; one of an earlier demo goes on. */
    private void play(String run, SolveOrder order) {
        if (entries(run).stream().noneMatch(entry -> entry.signal().type().equals(RunFacts.CLOSED))) {
            try (PreparedSolve prepared = solves.prepareFast(order)) {
                var _ = prepared.run(run, _ -> {
                });
            }
        }
    }

    private List<LogEntry> entries(String run) {
        return signals.log().select(JournalQuery.ALL.ofRun(run));
    }

    /** Starts the deliberation that visitors see live; an interrupted one goes on. */
    void start(SolveRegistry running, AccessLimiter limits) {
        RunLine line = start(running, limits, LIVE);
        if (line.status() == RunStatus.INTERRUPTED) {
            RunLine _ = running.resume(line.run(), SolveSpending.of(limits, CallerIdentity.OWNER));
        } else if (line.status() == RunStatus.FINISHED) {
            RunLine _ = start(running, limits, null);
        }
    }

    private static RunLine start(SolveRegistry running, AccessLimiter limits, @Nullable String key) {
        SolveSpending spending = SolveSpending.of(limits, CallerIdentity.OWNER);
        SolveRegistry.Started started = running.start(DemoSolves.order(LIVE), CallerIdentity.OWNER, key, null,
                spending::reserve, spending::settle);
        if (!started.isNew()) {
            spending.settle(null);
        }
        return started.line();
    }

    /** The token of the seat that waits; empty when it has answered. */
    static Optional<String> seatToken(FolderServer server) {
        return server.seatToken(SEAT_RUN, SEAT);
    }
}
