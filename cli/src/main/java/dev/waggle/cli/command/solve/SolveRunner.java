package dev.waggle.cli.command.solve;

import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.LiveView;
import dev.waggle.cli.terminal.ShutdownHook;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.setup.MemorySettings;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;

/**
 * Runs a solve with the real loop and shows, logs and records it.
 *
 * @param screen the terminal that shows it
 * @param scene the source of the solve
 * @param rules the rules of the solve
 * @param form the form of the output
 * @param archive the storage of the solve
 * @param keep the target of the recording
 * @param telemetry the telemetry of the command
 */
record SolveRunner(TerminalScreen screen, SolveSource scene, SolveRules rules, OutputForm form, ArchiveOptions archive,
        RecordingTarget keep, ProcessTelemetry telemetry) {

    /**
     * Rules of a solve.
     *
     * @param consensus the consensus rules
     * @param math the part of mathematics
     * @param limits the limits of the solve
     * @param more further configuration: the steering of the agents, and its models
     * @param memory the settings of its memory
     */
    record SolveRules(ConsensusConfig consensus, MathConfig math, Limits limits, UnaryOperator<SwarmConfig> more,
            MemorySettings memory) {}

    /** The same with its setup in the log, so that it can be resumed, and with stored answers. */
    SolveRunner withSetup(RunSetup setup) {
        return new SolveRunner(screen, scene, new SolveRules(rules.consensus(), rules.math(), rules.limits(),
                config -> rules.more().apply(config).withSetup(setup.toJson()), rules.memory()), form, archive, keep,
                telemetry);
    }

    /** Solves while people watch. */
    SwarmResult run() {
        return solve(swarm -> form.listener(screen, view(), swarm::close), swarm -> swarm.solve(scene.task()),
                result -> form.print(result, screen));
    }

    /** Solves at once and shows it at a pace that people can read: a pause after every signal. */
    SwarmResult runPaced(Duration pause) {
        LiveView view = view();
        try (SolveArchive archive = open();
                Swarm swarm = new Swarm(config(archive));
                SwarmStream stream = swarm.stream(scene.task())) {
            for (SwarmEvent event : stream) {
                view.accept(event);
                if (event instanceof SwarmEvent.SignalEmitted) {
                    Thread.sleep(pause);
                }
            }
            return stream.result();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UserException("the demo was stopped", "Run it again, perhaps with --fast.");
        }
    }

    /** Solves and shows nothing. */
    SwarmResult solveSilently() {
        return solve(_ -> event -> {
        }, swarm -> swarm.solve(scene.task()), result -> {
        });
    }

    /** Runs or continues the solve of that id for a server. */
    SwarmResult serve(String run, Consumer<SwarmEvent> listener, Consumer<Swarm> started) {
        try (SolveArchive opened = open(); Swarm swarm = new Swarm(config(opened))) {
            started.accept(swarm);
            var _ = swarm.on(SwarmEvent.class, listener);
            SwarmResult result = archivedResult(swarm, known -> known.solveResumable(scene.task(), run), opened);
            opened.completeMemory();
            return result;
        }
    }

    /**
     * Rehearses a script once, unseen and unlogged, so that an error in it is found before anything is shown.
     *
     * @param mistake the beginning of the message of an error
     */
    void dryRun(String mistake) {
        SolveRules forgetful = new SolveRules(rules.consensus(), rules.math(), rules.limits(), rules.more(),
                MemorySettings.NONE);
        SolveRunner empty = new SolveRunner(screen, scene, forgetful, form, ArchiveOptions.NOWHERE,
                RecordingTarget.nowhere(), ProcessTelemetry.NONE);
        refuseFailures(mistake, empty.solveSilently());
    }

    LiveView view() {
        return new LiveView(screen, width(), scene.task().title(), scene.roster(), rules.math(),
                rules.consensus().threshold());
    }

    /** Resumes a solve while people watch. */
    SwarmResult resume(String run, Set<String> known) {
        ResumeView view = new ResumeView(view(), screen, width(), known);
        return solve(swarm -> form.listener(screen, view, swarm::close),
                swarm -> swarm.solveResumable(scene.task(), run), result -> form.print(result, screen));
    }

    /** The result is handed on while Ctrl-C still waits for it. */
    private SwarmResult solve(Function<Swarm, Consumer<SwarmEvent>> view, Function<Swarm, SwarmResult> course,
            Consumer<SwarmResult> then) {
        try (SolveArchive archive = open()) {
            SwarmResult result = solved(archive, view, course, then);
            archive.completeMemory();
            return result;
        }
    }

    private SwarmResult solved(SolveArchive archive, Function<Swarm, Consumer<SwarmEvent>> view,
            Function<Swarm, SwarmResult> course, Consumer<SwarmResult> then) {
        try (Swarm swarm = new Swarm(config(archive));
                ShutdownHook _ = new ShutdownHook(swarm::close)) {
            var _ = swarm.on(SwarmEvent.class, view.apply(swarm));
            SwarmResult result = archivedResult(swarm, course, archive);
            then.accept(result);
            return result;
        }
    }

    private SwarmResult archivedResult(Swarm swarm, Function<Swarm, SwarmResult> course, SolveArchive archive) {
        try {
            SwarmResult result = course.apply(swarm);
            if (result.openSeats().isEmpty()) {
                archive.dropAnswers(result.solveId());
            }
            keep.save(archive.solve(result.solveId()), result.solveId());
            return result;
        } catch (RuntimeException failed) {
            keep.saveFailure(failed);
            throw failed;
        }
    }

    private SolveArchive open() {
        SolveArchive opened = archive.open(screen,
                scene.agents().stream().map(agent -> agent.profile().id()).toList(), rules.memory());
        opened.observe(telemetry);
        return opened;
    }

    private static void refuseFailures(String mistake, SwarmResult result) {
        if (!result.failures().isEmpty()) {
            String[] lines = result.failures().getFirst().message().split("\\R", 2);
            throw new UserException(mistake + ": " + lines[0],
                    lines.length > 1 ? lines[1] : "Correct it and run again.");
        }
    }

    private SwarmConfig config(SolveArchive archive) {
        try {
            SwarmConfig config = archive.configure(scene.staffed(rules.more().apply(SwarmConfig.of(scene.agents())))
                    .withConsensus(rules.consensus()).withMath(rules.math()).withLimits(rules.limits()));
            SwarmConfig observed = telemetry.observe(config);
            return observed.setup().isPresent() ? archive.withAnswers(observed) : observed;
        } catch (IllegalArgumentException refused) {
            throw UserException.of(refused);
        }
    }

    static int width() {
        return TerminalWidth.ofText();
    }
}
