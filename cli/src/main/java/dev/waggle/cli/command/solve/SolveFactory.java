package dev.waggle.cli.command.solve;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

import dev.waggle.cli.runs.ReplayConfig;
import dev.waggle.cli.runs.ResumedRun;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.cli.setup.SetupFile;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.review.ReadOnlyJournal;
import dev.waggle.server.run.PreparedSolve;
import dev.waggle.server.run.SolveLauncher;
import dev.waggle.server.run.SolveOrder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/**
 * Solves of a server: each is prepared as {@code waggle solve} prepares its own, from an order in place of flags.
 *
 * @param data the data folder
 * @param signals the open signals of it
 * @param defaults what an order without models and configuration gets
 * @param screen the terminal, for warnings
 * @param telemetry the telemetry of the server
 */
public record SolveFactory(Path data, SignalService signals, Defaults defaults, TerminalScreen screen,
        ProcessTelemetry telemetry)
        implements
        SolveLauncher {

    /** Keys of the memory that send a secret of the server to an address, or name a tenant other than the caller's. */
    private static final List<String> OF_THE_SERVER = List.of("url", "keyEnv", "tenant");

    /**
     * Configuration of the server.
     *
     * @param models the models of orders that name none
     * @param config the text of a swarm.yaml; {@code null} for none
     * @param modelsFile the file of providers and aliases; {@code null} for the standard one
     */
    public record Defaults(List<String> models, @Nullable String config, @Nullable Path modelsFile) {

        public Defaults {
            models = List.copyOf(models);
        }

        /** All models that the owner has named, apart from the models file. */
        Set<String> names() {
            Set<String> all = new HashSet<>(models);
            if (config != null) {
                all.addAll(SetupFile.parse("the swarm.yaml of the server", config).placesOfModels().keySet());
            }
            return all;
        }
    }

    @Override
    public PreparedSolve prepare(SolveOrder order, @Nullable String tenant) {
        return refusing(() -> {
            SolveCommand command = new SolveCommand(screen, InputStream.nullInputStream(), telemetry);
            parse(command, arguments(order, tenant), "the order cannot be understood");
            return command.prepare(ArchiveOptions.sharing(data, signals), config(order), null,
                    team -> team.admitting(defaults.names()));
        });
    }

    @Override
    public PreparedSolve prepareResume(String run, List<LogEntry> entries) {
        return refusing(() -> {
            LoggedRun logged = LoggedRun.of(run, entries);
            RunSetup setup = logged.setup().flatMap(RunSetup::find).orElseThrow(() -> new UserException(
                    "the log of " + run + " does not hold its setup, so its agents are unknown",
                    "It was a recording, a demo, or a solve of another program: start it again."));
            SolveCommand command = new SolveCommand(screen, InputStream.nullInputStream(), telemetry);
            Path models = defaults.modelsFile();
            parse(command, setup.arguments(logged.task(), models == null ? null : models.toString()),
                    "the setup of " + run + " cannot be understood");
            return command.prepare(ArchiveOptions.sharing(data, signals), setup.config(),
                    ResumedRun.of(logged, entries, setup), UnaryOperator.identity());
        });
    }

    @Override
    public SpanTracer tracer() {
        return telemetry.tracer();
    }

    @Override
    public SwarmResult result(String run, List<LogEntry> entries) {
        LoggedRun logged = LoggedRun.of(run, entries);
        SwarmConfig config = ReplayConfig.of(logged).withJournal(new ReadOnlyJournal(entries));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solveResumable(logged.task(), run);
        }
    }

    List<String> arguments(SolveOrder order, @Nullable String tenant) {
        List<String> arguments = new ArrayList<>();
        models(order).forEach(model -> arguments.add("--model=" + model));
        add(arguments, "--agents", order.agents());
        order.seats().forEach(seat -> arguments.add("--seat-later=" + seat.text()));
        order.requireApproval().forEach(agent -> arguments.add("--require-approval=" + agent));
        order.veto().forEach(agent -> arguments.add("--veto=" + agent));
        add(arguments, "--template", order.template());
        add(arguments, "--strategy", order.strategy());
        add(arguments, "--threshold", order.threshold());
        add(arguments, "--max-rounds", order.maxRounds());
        add(arguments, "--timeout", order.timeoutSeconds());
        add(arguments, "--budget-tokens", order.budgetTokens());
        add(arguments, "--budget-usd", order.budgetUsd());
        add(arguments, "--task-type", order.taskType());
        add(arguments, "--tenant", tenant);
        add(arguments, "--models-file", defaults.modelsFile());
        add(arguments, "--context", order.context());
        arguments.add("--");
        arguments.add(order.question());
        return arguments;
    }

    private List<String> models(SolveOrder order) {
        boolean isUsual = order.models().isEmpty() && order.config() == null && !isOfPeople(order);
        return isUsual ? defaults.models() : order.models();
    }

    private static boolean isOfPeople(SolveOrder order) {
        return order.agents() != null && order.agents() == 0;
    }

    /** The swarm.yaml of an order; JSON is YAML. */
    private @Nullable String config(SolveOrder order) {
        JsonValue.Obj config = order.config();
        if (config == null) {
            return order.template() == null && !isOfPeople(order) ? defaults.config() : null;
        }
        if (config.fields().get("memory") instanceof JsonValue.Obj memory) {
            OF_THE_SERVER.stream().filter(memory.fields()::containsKey).findFirst().ifPresent(key -> {
                throw new UserException("memory." + key + " is not for an order",
                        "Set it in the swarm.yaml that the server starts with.");
            });
        }
        return JsonText.write(config);
    }

    private static void add(List<String> arguments, String option, @Nullable Object value) {
        if (value != null) {
            arguments.add(option + '=' + value);
        }
    }

    /** Reads the arguments of a command that is not called itself. */
    static void parse(Object command, List<String> arguments, String problem) {
        CommandLine line = new CommandLine(command).setExpandAtFiles(false).setCaseInsensitiveEnumValuesAllowed(true)
                .setTrimQuotes(false);
        try {
            line.parseArgs(arguments.toArray(String[]::new));
        } catch (CommandLine.ParameterException refused) {
            throw new UserException(problem + ": " + refused.getMessage(), "Correct it and send it again.");
        }
    }

    /** A step of a preparation. */
    interface Step {
        PreparedSolve take();
    }

    /** The prepared solve; a refusal for people becomes one for clients. */
    static PreparedSolve refusing(Step step) {
        try {
            return step.take();
        } catch (UserException refused) {
            throw new IllegalArgumentException(refused.getMessage() + '\n' + refused.remedy(), refused);
        }
    }
}
