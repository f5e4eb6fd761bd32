package dev.waggle.cli.command.solve;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

import dev.waggle.cli.command.solve.SolveRunnerFactory.RuleFlags;
import dev.waggle.cli.command.solve.SolveRunnerFactory.SolveOutput;
import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.GroupedOptions;
import dev.waggle.cli.option.LimitOptions;
import dev.waggle.cli.option.MathOptions;
import dev.waggle.cli.option.MemoryOptions;
import dev.waggle.cli.option.ModelOptions;
import dev.waggle.cli.option.PeopleOptions;
import dev.waggle.cli.option.SetupOptions;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.replay.ScriptedDeliberation;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.runs.ResumedRun;
import dev.waggle.cli.setup.TemplateSeats;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TerminalWidth;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.MemorySettings;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waggle solve}: answers a question by models, people, a recording or a script. */
@Command(name = "solve", addMethodSubcommands = false, sortOptions = false, abbreviateSynopsis = true, //
        description = {"Lets a swarm answer a question.",
            "Ctrl-C ends it for good, and the lines of a person's open turn are lost."}, //
        exitCodeListHeading = SolveExit.TITLE, exitCodeList = {SolveExit.HELP_0, SolveExit.HELP_1, SolveExit.HELP_2,
            SolveExit.HELP_3, SolveExit.HELP_4}, //
        footer = {"", "Examples:", //
            "  waggle solve \"Shard or buy time?\" --seat \"dba|Maya|engineer\" --seat lead", //
            "  waggle solve \"Shard or buy time?\" --model ollama:llama3.2 --agents 5 \\", //
            "      --record calls.jsonl", //
            "  waggle solve \"Shard or buy time?\" --model ollama:llama3.2 --template decision", //
            "  waggle solve \"Shard or buy time?\" --template decision --agents 0 \\", //
            "      --seat maya --seat olu --seat ann --seat kim", //
            "  waggle solve \"Shard or buy time?\" --model ollama:llama3.2 --seat maya \\", //
            "      --require-approval maya", //
            "  waggle solve \"Shard or buy time?\" --model ollama:llama3.2 \\", //
            "      --seat-later maya --data DIR", //
            "  waggle solve \"Shard or buy time?\" --config swarm.yaml", //
            "  git diff | waggle solve - --model ollama:llama3.2 --template code-review", //
            "  waggle solve \"Is this plan safe?\" --context-file plan.md \\", //
            "      --model ollama:llama3.2", //
            "  waggle solve --play deliberation.txt --record deliberation.jsonl", //
            "  waggle solve --episode mmlu-3-agents.jsonl.gz#dylan3-clinical_knowledge-110", //
            "  waggle solve --cassette deliberation.jsonl --strategy voting"})
public final class SolveCommand implements Callable<Integer> {

    private final TerminalScreen screen;
    private final InputStream in;
    private final ProcessTelemetry telemetry;

    @Mixin
    private SolveInputOptions input = new SolveInputOptions();

    @Option(names = "--record", paramLabel = "FILE", description = "record the signals of agents as a cassette")
    private @Nullable String record;

    @Mixin
    private ForceOption force = new ForceOption();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ArchiveOptions archive = new ArchiveOptions();

    @Mixin
    private MemoryOptions memories = new MemoryOptions();

    @Mixin
    private ConsensusOptions consensus = new ConsensusOptions();

    @Mixin
    private MathOptions math = new MathOptions();

    @Mixin
    private LimitOptions limits = new LimitOptions();

    @Mixin
    private ModelOptions models = new ModelOptions();

    @Mixin
    private SetupOptions setups = new SetupOptions();

    private @Nullable CommandSpec spec;

    /** The resumed solve; {@code null} for a new one. */
    private @Nullable ResumedRun continued;

    public SolveCommand(TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.in = in;
        this.telemetry = telemetry;
    }

    @Spec
    void specify(CommandSpec own) {
        spec = own;
        GroupedOptions.show(own, SolveOptionGroups.all(), SolveOptionGroups.SEATS);
    }

    /** Resumes a solve in place of starting one, with the setup in its log. */
    int resume(ResumedRun with, ArchiveOptions destination, OutputOptions shown) {
        continued = with;
        archive = destination;
        output = shown;
        setups.readFrom("the swarm.yaml of the log", with.setup().config());
        return call();
    }

    /**
     * Prepares a solve by models or by people who answer later, for a server, or its continuation. The caller closes
     * it.
     *
     * @param shared the open data folder
     * @param config the text of a swarm.yaml; {@code null} for none
     * @param with the resumed solve; {@code null} for a new one
     * @param admission restricts the team of an order to the models that it may have
     */
    ServedSolve prepare(ArchiveOptions shared, @Nullable String config, @Nullable ResumedRun with,
            UnaryOperator<ModelTeam> admission) {
        continued = with;
        archive = shared;
        if (config != null) {
            setups.readFrom(with == null ? "config" : "the swarm.yaml of the log", config);
        }
        Task asked = input.question().written("an order needs one");
        if (isForModels()) {
            return new ModelSolveFactory(input, runners()).open(asked, List.of(), null, admission);
        }
        if (!input.people().isWithLater()) {
            throw new UserException("no model and no seat is named, so there is no agent to ask",
                    "Name models in the order, or start the server with --model or --config.");
        }
        SolveSource people = SolveSource.ofPeople(input.typed(asked), peopleAlone(List.of()));
        return new ServedSolve(() -> {
        }, runners().resumable(people, null));
    }

    @Override
    public Integer call() {
        input.requireOneSource(() -> models.isOfPeople() || isForModels(), continued != null);
        if (!isForModels()) {
            models.refuseSignalTools();
        }
        OutputForm form = output.form();
        if (input.isRecording()) {
            MemorySettings _ = memories.requireUse(MemorySettings.NONE, archive.data());
        }
        OutputTarget place = record == null ? null : force.place(record, inputs()).requireFile("--record");
        String episode = input.episode();
        if (episode != null) {
            return new EpisodeRunner(screen, in, runners()::recording).run(episode, form, place).map(output::exitCode)
                    .orElse(0);
        }
        if (isForModels()) {
            return output.exitCode(solveWithModels(place));
        }
        Path cassette = input.cassette();
        if (cassette != null) {
            return output.exitCode(runners().recording(SolveSource.of(CassetteFile.read(cassette)), place).run());
        }
        Path play = input.play();
        if (play != null) {
            return output.exitCode(perform(play, place));
        }
        PeopleOptions people = input.people();
        if (!people.isAsked() && models.isOfPeople()) {
            throw new UserException("--agents 0 asks people alone, and nobody has a seat",
                    "Add --seat ID or --seat-later ID.");
        }
        return people.isAsked() ? output.exitCode(solveWithPeople(people, place)) : explainModels(form);
    }

    /** Models, perhaps with people among them at the terminal. */
    private SwarmResult solveWithModels(@Nullable OutputTarget place) {
        Optional<Task> recorded = !input.question().isGiven() ? models.recorded().question() : Optional.empty();
        Task asked = recorded.orElseGet(() -> givenTask("models need one"));
        List<Agent> present = seated(input.people().speakers());
        try (ServedSolve solve = new ModelSolveFactory(input, runners()).open(asked, present, place,
                UnaryOperator.identity())) {
            return perform(solve.runner());
        }
    }

    /** People at the terminal or by their prewritten lines, and people who answer later. */
    private SwarmResult solveWithPeople(PeopleOptions people, @Nullable OutputTarget place) {
        if (people.isWithLater()) {
            Task task = input.typed(givenTask("people need one"));
            return perform(runners().resumable(SolveSource.ofPeople(task, peopleAlone(people.speakers())), place));
        }
        Task task = input.typed(givenTask("seats need one"));
        List<AgentProfile> profiles = filled(people.speakers());
        TerminalScreen dialogue = output.dialogue(screen);
        if (people.isTerminal(dialogue)) {
            return perform(runners().resumable(SolveSource.of(task, profiles, people.terminal(profiles, dialogue, in)),
                    place));
        }
        if (continued != null) {
            throw new UserException("the people of " + continued.run() + " speak at a terminal", "Use a terminal.");
        }
        return perform(people.written(profiles, dialogue, in), "the answers have a mistake", task, profiles, place);
    }

    private List<Agent> peopleAlone(List<AgentProfile> present) {
        return input.people().alone(present, this::filled, this::seated, archive::seatAnswers);
    }

    private List<Agent> seated(List<AgentProfile> profiles) {
        return input.people().seated(profiles, output.dialogue(screen), in);
    }

    /** The people in the roles of the template, if there is one. */
    private List<AgentProfile> filled(List<AgentProfile> people) {
        return runners().templateOfPeople().map(template -> TemplateSeats.fill(template, people)).orElse(people);
    }

    /** Performs a solve that can be resumed, because its answers cost money or a person's time. */
    private SwarmResult perform(SolveRunner resumable) {
        SwarmResult result = continued == null
                ? resumable.run()
                : resumable.resume(continued.run(), continued.known());
        if (output.form() == OutputForm.TEXT && archive.data() != null) {
            new SuspensionView(screen, TerminalWidth.ofText(), archive.data()).show(result);
        }
        return result;
    }

    private SwarmResult perform(Path play, @Nullable OutputTarget place) {
        ScriptedDeliberation written = ScriptedDeliberation.read(play, in, screen);
        Task task = written.task().map(Task::of).orElseGet(() -> givenTask("the play names none"));
        Task typed = input.typed(task.withTitle(written.title()));
        if (written.seats().isEmpty()) {
            throw new UserException(play + " has no seats", "Add lines like: seat: dba | Maya | database engineer.");
        }
        return perform(written, "the play has a mistake", typed, written.seats(), place);
    }

    /** @param mistake the beginning of the message when a line cannot be read */
    private SwarmResult perform(ScriptedDeliberation written, String mistake, Task task, List<AgentProfile> profiles,
            @Nullable OutputTarget place) {
        runners().live(SolveSource.of(task, profiles, written), null).dryRun(mistake);
        return runners().live(SolveSource.of(task, profiles, written), place).run();
    }

    private SolveRunnerFactory runners() {
        return new SolveRunnerFactory(new RuleFlags(consensus, math, limits, memories, models, setups),
                new SolveOutput(screen, output.form(), archive, telemetry), continued,
                Objects.requireNonNull(spec).commandLine().getParseResult());
    }

    /** The given task; a log has its texts, and a new solve may read them. */
    private Task givenTask(String reason) {
        return continued == null
                ? input.question().read(reason, setups.question(), in, screen)
                : input.question().written(reason);
    }

    /** The files and folders that the solve uses, which no recording replaces. */
    private List<String> inputs() {
        List<String> used = new ArrayList<>(input.inputs());
        used.addAll(archive.places());
        used.addAll(models.inputs(System.getenv()));
        used.addAll(setups.inputs());
        return used;
    }

    private boolean isForModels() {
        return !models.isOfPeople() && (models.isAsked() || setups.isAsked());
    }

    private int explainModels(OutputForm form) {
        if (form != OutputForm.TEXT) {
            throw new UserException("no model is configured and nobody has a seat",
                    "Use --model, --seat, --episode, --cassette or --play.");
        }
        screen.err().println("""
                waggle: no model and no seat is named, so there is no agent to ask.
                Three ways to get answers:
                  1. models:      waggle solve "..." --model ollama:llama3.2 --agents 5 (waggle models lists them)
                  2. people:      waggle solve "..." --seat "dba|Maya|database engineer" --seat "lead|Olu"
                  3. a recording: waggle solve --episode FILE#ID, waggle solve --cassette FILE, waggle demo""");
        return 2;
    }
}
