package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.cli.replay.BundledExamples;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.cassette.Cassette;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.RecordedDeliberation;
import dev.waggle.server.run.RecordedDeliberation.RecordedPerson;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.setup.MemorySettings;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;

/**
 * Solves of a demo. An order names a shipped deliberation as its only model, {@code demo:crossing}, and may have seats
 * of people who answer later. The recorded people speak at reading pace through the loop of every solve.
 *
 * <p>A person whose approval is required is asked once the recorded people have finished, any other in each round.
 *
 * @param data the data folder
 * @param signals the open signals of it
 * @param screen the terminal, for warnings
 * @param world the clock of the pace
 * @param telemetry the telemetry of the server
 */
public record DemoSolves(Path data, SignalService signals, TerminalScreen screen, World world,
        ProcessTelemetry telemetry)
        implements
        SolveLauncher {

    /** Order of a shipped deliberation, without people. */
    public static SolveOrder order(String name) {
        Cassette cassette = cassette(name);
        return SolveOrder.of(cassette.question().text(), cassette.question().context(), null,
                List.of(DemoOptions.PROVIDER + name), null);
    }

    @Override
    public List<RecordedDeliberation> deliberations() {
        return BundledExamples.names().stream().map(DemoSolves::deliberation).toList();
    }

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        return SolveFactory.refusing(() -> new PacedSolve(play(options(order, tenant), MemorySettings.NONE), Set.of(),
                world));
    }

    /** The same without pauses. Without people the solve uses the memory of the folder, because it ends at once. */
    public PreparedSolve prepareFast(SolveOrder order) {
        MemorySettings memory = order.seats().isEmpty() ? MemorySettings.DEFAULTS : MemorySettings.NONE;
        return SolveFactory.refusing(() -> play(options(order, null), memory));
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        return SolveFactory.refusing(() -> {
            LoggedRun logged = LoggedRun.of(run, entries);
            RunSetup setup = logged.setup().flatMap(RunSetup::find).orElseThrow(() -> new UserException(
                    "the log of " + run + " does not hold its setup", "Order it again."));
            DemoOptions options = new DemoOptions();
            SolveFactory.parse(options, setup.arguments(logged.task(), null),
                    "the setup of " + run + " cannot be understood");
            Set<String> known = entries.stream().map(entry -> entry.signal().id()).collect(Collectors.toSet());
            return new PacedSolve(play(options, MemorySettings.NONE), known, world);
        });
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        return factory().result(run, entries);
    }

    private DemoOptions options(SolveOrder order, @Nullable String tenant) {
        if (order.config() != null || order.template() != null || order.agents() != null) {
            throw new UserException("a recording has its agents, got config, template or agents",
                    "Omit them, or start a server with models.");
        }
        DemoOptions options = new DemoOptions();
        SolveFactory.parse(options, factory().arguments(order, tenant), "the order cannot be understood");
        return options;
    }

    private ServedSolve play(DemoOptions options, MemorySettings memory) {
        if (!BundledExamples.names().contains(options.name())) {
            throw new UserException("there is no deliberation \"" + options.name() + "\"",
                    "Known are " + String.join(", ", BundledExamples.names()) + '.');
        }
        SolveSource recorded = SolveSource.of(cassette(options.name()));
        SeatAnswers answers = FileSeatAnswers.open(data, World.system());
        SolveSource source = options.source(recorded, answers);
        if (!options.consensus(source).approval().requiredVoters().isEmpty()) {
            source = options.source(recorded, new ApproverAnswers(answers, rounds(options.name()), World.system()));
        }
        return new ServedSolve(() -> {
        }, new SolveRunner(screen, source, options.rules(source, memory), OutputForm.TEXT,
                ArchiveOptions.ofRecordings(data, signals), RecordingTarget.nowhere(), telemetry)
                .withSetup(options.setup()));
    }

    /** The factory of ordinary solves, which reads orders and logs in the same way. */
    private SolveFactory factory() {
        return new SolveFactory(data, signals, new SolveFactory.Defaults(List.of(), null, null), screen, telemetry);
    }

    private static int rounds(String name) {
        return cassette(name).entries().stream().mapToInt(entry -> {
            Integer round = entry.signal().scope().round();
            return round == null ? 0 : round;
        }).max().orElse(0);
    }

    private static RecordedDeliberation deliberation(String name) {
        Cassette cassette = cassette(name);
        String title = cassette.title();
        return new RecordedDeliberation(DemoOptions.PROVIDER + name, title == null ? name : title,
                cassette.question().text(), cassette.question().context(),
                cassette.roster().stream().map(person -> new RecordedPerson(person.id(), person.name(), person.role()))
                        .toList(),
                cassette.entries().size());
    }

    private static Cassette cassette(String name) {
        try {
            return BundledExamples.cassette(name);
        } catch (IOException failed) {
            throw new UncheckedIOException("the deliberation " + name + " that ships cannot be read", failed);
        }
    }
}
