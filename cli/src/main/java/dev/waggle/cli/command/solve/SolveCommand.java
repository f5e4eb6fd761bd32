package dev.waggle.cli.command.solve;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.waggle.cli.command.solve.SolveRunner.SolveRules;
import dev.waggle.cli.input.InputFile;
import dev.waggle.cli.input.InputText;
import dev.waggle.cli.models.ModelSolveSource;
import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.GroupedOptions;
import dev.waggle.cli.option.LimitOptions;
import dev.waggle.cli.option.MathOptions;
import dev.waggle.cli.option.MemoryOptions;
import dev.waggle.cli.option.ModelOptions;
import dev.waggle.cli.option.QuestionOptions;
import dev.waggle.cli.option.RemoteSeatOptions;
import dev.waggle.cli.option.SetupOptions;
import dev.waggle.cli.output.ForceOption;
import dev.waggle.cli.replay.ScriptedDeliberation;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.replay.TerminalPerson;
import dev.waggle.cli.replay.WrittenSeats;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.cli.setup.TemplateSeats;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.seat.FileSeatAnswers;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.RemoteSeatSpec;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.TemplateSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code waggle solve}: answers a question by models, people, a recording or a script. */
@Command(name = "solve", addMethodSubcommands = false, sortOptions = false, abbreviateSynopsis = true, //
        description = "Lets a swarm answer a question.", //
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
    private QuestionOptions question = new QuestionOptions();

    @Option(names = "--task-type", paramLabel = "TYPE", description = "kind of the task, such as math, by which"
            + " reliability of agents is learned (default: that of --config, else general)")
    private @Nullable String taskType;

    @Option(names = "--seat", paramLabel = "ID|NAME|ROLE", description = "a person in a seat; repeat for more."
            + " They speak at the terminal; from a pipe or --answers, in turns that start with @ID and end with an"
            + " empty line")
    private List<String> seats = new ArrayList<>();

    @Option(names = "--answers", paramLabel = "FILE", description = "the turns of the people in seats, as a pipe has"
            + " them; - for the standard input (default: the terminal, or a pipe)")
    private @Nullable String answers;

    @Mixin
    private RemoteSeatOptions laterSeats;

    @Option(names = "--play", paramLabel = "FILE", description = "a written deliberation: seats and their signals")
    private @Nullable Path play;

    @Option(names = "--episode", paramLabel = "FILE[#ID]", //
            description = "recorded episodes; all of them, with totals, when no id is given")
    private @Nullable String episode;

    @Option(names = "--cassette", paramLabel = "FILE", description = "a recorded deliberation")
    private @Nullable Path cassette;

    @Option(names = "--record", paramLabel = "FILE", description = "record the signals of agents as a cassette")
    private @Nullable String record;

    @Mixin
    private ForceOption force = new ForceOption();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ArchiveOptions archive = new ArchiveOptions();

    @Mixin
    private MemoryOptions memories;

    @Mixin
    private ConsensusOptions consensus;

    @Mixin
    private MathOptions math;

    @Mixin
    private LimitOptions limits;

    @Mixin
    private ModelOptions models;

    @Mixin
    private SetupOptions setups;

    private @Nullable CommandSpec spec;

    /** The resumed solve; {@code null} for a new one. */
    private @Nullable ResumedRun continued;

    public SolveCommand(TerminalScreen screen, InputStream in, ProcessTelemetry telemetry) {
        this.screen = screen;
        this.in = in;
        this.telemetry = telemetry;
        this.laterSeats = new RemoteSeatOptions();
        this.memories = new MemoryOptions();
        this.consensus = new ConsensusOptions();
        this.math = new MathOptions();
        this.limits = new LimitOptions();
        this.models = new ModelOptions();
        this.setups = new SetupOptions();
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
        Task asked = question.written("an order needs one");
        if (!isForModels()) {
            if (!laterSeats.isAsked()) {
                throw new UserException("no model and no seat is named, so there is no agent to ask",
                        "Name models in the order, or start the server with --model or --config.");
            }
            SolveSource people = SolveSource.ofPeople(typed(asked), people(List.of()));
            return new ServedSolve(() -> {
            }, live(people, null).withSetup(setupOf(people, Optional.empty())));
        }
        Optional<SwarmSetup> setup = setups.setup();
        Task task = typed(setup.map(SwarmSetup::rules).map(rules -> asked.withType(rules.taskType())).orElse(asked));
        ModelTeam team = admission.apply(equipped(models.team(null, System.getenv(), setup), setup));
        ModelSolveSource opened = ModelSolveSource.open(team, task, remote(setup), screen, telemetry);
        try {
            SolveSource source = with == null ? opened.scene() : opened.scene().withSpending(with.setup().spending());
            SolveRunner runner = setup.isPresent()
                    ? runner(opened, source, setup.get(), RecordingTarget.nowhere())
                    : runner(opened, source, RecordingTarget.nowhere());
            opened.requireWindow(besideAgents(setup));
            opened.requireAvailable(besideAgents(setup));
            return new ServedSolve(opened::close, runner.withSetup(setupOf(source, setup)));
        } catch (RuntimeException | Error failed) {
            try (opened) {
                throw failed;
            }
        }
    }

    @Override
    public Integer call() {
        refuseTwoSources();
        if (!isForModels()) {
            models.refuseSignalTools();
        }
        OutputForm form = output.form();
        refuseTenantOfRecordings();
        OutputTarget place = record == null ? null : force.place(record, inputs()).requireFile("--record");
        if (episode != null) {
            return new EpisodeRunner(screen, in, this::recording).run(episode, form, place).map(output::exitCode)
                    .orElse(0);
        }
        if (isForModels()) {
            Optional<Task> recorded = !question.isGiven() ? models.recorded().question() : Optional.empty();
            return solveWithModels(recorded.orElseGet(() -> givenTask("models need one")), place);
        }
        if (cassette != null) {
            return output.exitCode(recording(SolveSource.of(CassetteFile.read(cassette)), place).run());
        }
        if (play != null) {
            ScriptedDeliberation written = ScriptedDeliberation.read(play, in, screen);
            Task task = written.task().map(Task::of).orElseGet(() -> givenTask("the play names none"));
            return output.exitCode(perform(written, "the play has a mistake", typed(task.withTitle(written.title())),
                    requireSeats(written.seats()), place));
        }
        if (seats.isEmpty() && !laterSeats.isAsked() && models.isOfPeople()) {
            throw new UserException("--agents 0 asks people alone, and nobody has a seat",
                    "Add --seat ID or --seat-later ID.");
        }
        if (laterSeats.isAsked()) {
            return solveWithPeople(typed(givenTask("people need one")), place);
        }
        return seats.isEmpty()
                ? explainModels(form)
                : output.exitCode(seat(typed(givenTask("seats need one")),
                        filled(WrittenSeats.parseAll(seats)), place));
    }

    /** Models, perhaps with people among them at the terminal. */
    private int solveWithModels(Task asked, @Nullable OutputTarget place) {
        List<AgentProfile> profiles = WrittenSeats.parseAll(seats);
        HumanSpeaker people = speaker(profiles);
        Optional<SwarmSetup> setup = setups.setup();
        List<Agent> humans = Stream.concat(profiles.stream().<Agent>map(profile -> new HumanSeat(profile, people)),
                remote(setup).stream()).toList();
        Task task = typed(setup.map(SwarmSetup::rules).map(rules -> asked.withType(rules.taskType())).orElse(asked));
        ModelTeam team = equipped(models.team(place, System.getenv(), setup), setup);
        try (ModelSolveSource opened = ModelSolveSource.open(team, task, humans, screen, telemetry)) {
            RecordingTarget keep = opened.recording().map(RecordingTarget::recording)
                    .orElseGet(RecordingTarget::nowhere);
            SolveSource source = continued == null
                    ? opened.scene()
                    : opened.scene().withSpending(continued.setup().spending());
            SolveRunner runner = setup.isPresent()
                    ? runner(opened, source, setup.get(), keep)
                    : runner(opened, source, keep);
            opened.requireWindow(besideAgents(setup));
            opened.requireAvailable(besideAgents(setup));
            SwarmResult result = perform(runner, source, setup);
            return output.exitCode(result);
        }
    }

    /** People who answer later, perhaps with others at the terminal. */
    private int solveWithPeople(Task task, @Nullable OutputTarget place) {
        SolveSource source = SolveSource.ofPeople(task, people(WrittenSeats.parseAll(seats)));
        return output.exitCode(perform(live(source, place), source, Optional.empty()));
    }

    /** People alone, in the roles of the template: these at the terminal, and those who answer later. */
    private List<Agent> people(List<AgentProfile> present) {
        List<RemoteSeatSpec> later = laterSeats.seats();
        List<AgentProfile> filled = filled(Stream.concat(present.stream(),
                later.stream().map(RemoteSeatSpec::profile)).toList());
        HumanSpeaker speaker = speaker(filled.subList(0, present.size()));
        List<Agent> agents = new ArrayList<>();
        filled.subList(0, present.size()).forEach(profile -> agents.add(new HumanSeat(profile, speaker)));
        List<RemoteSeatSpec> specs = new ArrayList<>();
        for (int i = 0; i < later.size(); i++) {
            specs.add(new RemoteSeatSpec(filled.get(present.size() + i), later.get(i).deadline()));
        }
        agents.addAll(remote(specs));
        return agents;
    }

    /** The people in the roles of the template, if there is one. */
    private List<AgentProfile> filled(List<AgentProfile> people) {
        return templateOfPeople().map(template -> TemplateSeats.fill(template, people)).orElse(people);
    }

    /** The template of people alone. */
    private Optional<TemplateSpec> templateOfPeople() {
        return models.isOfPeople() ? setups.templateOfPeople() : Optional.empty();
    }

    /** The seats of people who answer later, of the setup and the flags. */
    private List<Agent> remote(Optional<SwarmSetup> setup) {
        return remote(Stream.concat(setup.stream().flatMap(known -> known.resources().seats().stream()),
                laterSeats.seats().stream()).toList());
    }

    private List<Agent> remote(List<RemoteSeatSpec> people) {
        Path data = archive.data();
        if (people.isEmpty()) {
            return List.of();
        }
        if (data == null || archive.log() != null) {
            throw new UserException("a solve with people who answer later is kept in a data folder",
                    data == null ? "Add --data DIR." : "Omit --log.");
        }
        SeatAnswers answers = FileSeatAnswers.open(data, World.system());
        return people.stream().map(person -> person.agent(answers)).toList();
    }

    /** The people in seats among other agents: at the terminal, or by their prewritten turns. */
    private HumanSpeaker speaker(List<AgentProfile> profiles) {
        return profiles.isEmpty() || isTerminalOfPeople()
                ? terminal(profiles)
                : written(profiles).person();
    }

    private boolean isTerminalOfPeople() {
        return answers == null && screen.interactive();
    }

    private ScriptedDeliberation written(List<AgentProfile> profiles) {
        String file = answers == null ? InputText.STANDARD_INPUT : answers;
        return ScriptedDeliberation.read(InputFile.open(file, in, screen, ScriptedDeliberation.MAX_LINE), profiles)
                .requireTurns(profiles);
    }

    private HumanSpeaker terminal(List<AgentProfile> profiles) {
        return new TerminalPerson(output.dialogue(screen),
                new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)),
                profiles.stream().map(AgentProfile::id).toList());
    }

    /** The team with tools on the signals of the data folder, if it is to have them. */
    private ModelTeam equipped(ModelTeam team, Optional<SwarmSetup> setup) {
        return models.isWithSignalTools(setup, archive.data())
                ? team.withSignals(archive.signals(), memory(setup).tenant())
                : team;
    }

    /** The models beside the agents: those of the assistants, and the first of the team's for agents that join. */
    private List<String> besideAgents(Optional<SwarmSetup> setup) {
        List<String> names = assistants(setup).models();
        return setup.filter(with -> with.rules().steering().evolution().enabled()).isPresent()
                ? Stream.concat(names.stream(), Stream.of("")).toList()
                : names;
    }

    /** The assistants of the setup; flags name another judge and another condenser. */
    private SwarmSetup.Assistants assistants(Optional<SwarmSetup> setup) {
        SwarmSetup.Assistants configured = setup.map(SwarmSetup::assistants).orElse(SwarmSetup.Assistants.NONE);
        return configured.with(models.proposalJudge(), models.logCondenser());
    }

    /** People at the terminal, or their prewritten lines. */
    private SwarmResult seat(Task task, List<AgentProfile> profiles, @Nullable OutputTarget place) {
        if (isTerminalOfPeople()) {
            SolveSource source = SolveSource.of(task, profiles, terminal(profiles));
            return perform(live(source, place), source, Optional.empty());
        }
        if (continued != null) {
            throw new UserException("the people of " + continued.run() + " speak at a terminal", "Use a terminal.");
        }
        return perform(written(profiles), "the answers have a mistake", task, profiles, place);
    }

    /** Performs a solve that can be resumed, because its answers cost money or a person's time. */
    private SwarmResult perform(SolveRunner runner, SolveSource source, Optional<SwarmSetup> setup) {
        SolveRunner resumable = runner.withSetup(setupOf(source, setup));
        SwarmResult result = continued == null
                ? resumable.run()
                : resumable.resume(continued.run(), continued.known());
        if (output.form() == OutputForm.TEXT && archive.data() != null) {
            new SuspensionView(screen, archive.data()).show(result);
        }
        return result;
    }

    private RunSetup setupOf(SolveSource source, Optional<SwarmSetup> setup) {
        return RunSetupFactory.of(Objects.requireNonNull(spec).commandLine().getParseResult(), setups.text(),
                models.file(System.getenv()), source.spending(), assistants(setup), source.synthesizer().isPresent());
    }

    /** @param mistake the beginning of the message when a line cannot be read */
    private SwarmResult perform(ScriptedDeliberation written, String mistake, Task task, List<AgentProfile> profiles,
            @Nullable OutputTarget place) {
        live(SolveSource.of(task, profiles, written), null).dryRun(mistake);
        return live(SolveSource.of(task, profiles, written), place).run();
    }

    private Task typed(Task task) {
        return ConsensusOptions.typed(task, taskType);
    }

    /** The given task; a log has its texts, and a new solve may read them. */
    private Task givenTask(String reason) {
        return continued == null
                ? question.read(reason, setups.question(), in, screen)
                : question.written(reason);
    }

    private List<AgentProfile> requireSeats(List<AgentProfile> written) {
        if (written.isEmpty()) {
            throw new UserException(play + " has no seats", "Add lines like: seat: dba | Maya | database engineer.");
        }
        return written;
    }

    /** A recording cannot answer a challenge, so mathematics only watches it. What it says is no memory. */
    private SolveRunner recording(SolveSource source, @Nullable OutputTarget recordTo) {
        return runner(source, new SolveRules(consensus.config(source, effort()), math.config(MathRole.WATCHING),
                limits.limits(source.limits()), this::steered, MemorySettings.NONE), recordTo);
    }

    private SolveRunner live(SolveSource source, @Nullable OutputTarget recordTo) {
        MemorySettings memory = memory(Optional.empty());
        SolveRules rules = templateOfPeople()
                .map(template -> new SolveRules(consensus.config(source, template),
                        math.over(MathConfig.defaults().withThresholds(template.thresholds())),
                        limits.limits(source.limits().withMaxRounds(template.maxRounds())), this::steered, memory))
                .orElseGet(() -> new SolveRules(consensus.config(source, effort()), math.config(MathRole.STEERING),
                        limits.limits(source.limits()), this::steered, memory));
        return runner(source, rules, recordTo);
    }

    private SolveRunner runner(SolveSource source, SolveRules rules, @Nullable OutputTarget recordTo) {
        return new SolveRunner(screen, source, rules, output.form(), archive,
                recordTo == null ? RecordingTarget.nowhere() : RecordingTarget.cassette(recordTo), telemetry);
    }

    /** Runner of models without a setup, with the assistants that flags name. */
    private SolveRunner runner(ModelSolveSource opened, SolveSource source, RecordingTarget keep) {
        SolveRules rules = new SolveRules(consensus.config(source, effort()), math.config(MathRole.STEERING),
                limits.limits(source.limits()),
                config -> resumed(opened.staffed(withEffort(config), Optional.empty(), Optional.empty(),
                        models.proposalJudge(), models.logCondenser())),
                memory(Optional.empty()));
        return new SolveRunner(screen, source, rules, output.form(), archive, keep, telemetry);
    }

    /** Runner with the rules of the setup and the flags applied to them. */
    private SolveRunner runner(ModelSolveSource opened, SolveSource source, SwarmSetup setup, RecordingTarget keep) {
        SwarmSetup.Rules rules = setup.rules().withEffort(models.turnEffort());
        SwarmSetup.Assistants beside = assistants(Optional.of(setup));
        return new SolveRunner(screen, source, new SolveRules(consensus.config(setup, rules, source.agents()),
                math.over(rules.math()), limits.limits(rules.limits()),
                config -> resumed(opened.staffed(config.withSteering(rules.steering()),
                        beside.synthesizer(), beside.metaAgent(), beside.proposalJudge(),
                        beside.logCondenser())),
                memory(Optional.of(setup))),
                output.form(), archive, keep, telemetry);
    }

    /** The settings of the memory, by the setup and the flags. */
    private MemorySettings memory(Optional<SwarmSetup> setup) {
        MemorySettings asked = memories
                .over(setup.map(known -> known.resources().memory()).orElse(MemorySettings.DEFAULTS))
                .withModels(models.file(System.getenv()));
        return continued == null ? memories.requireUse(asked, archive.data()) : continued.memory().settings(asked);
    }

    private SwarmConfig resumed(SwarmConfig config) {
        return continued == null ? config : config.withMemory(continued.memory().logged());
    }

    private TurnEffort effort() {
        return models.turnEffort().orElse(TurnEffort.FULL);
    }

    private SwarmConfig steered(SwarmConfig config) {
        return resumed(withEffort(config));
    }

    private SwarmConfig withEffort(SwarmConfig config) {
        return config.withSteering(config.steering().withEffort(effort()));
    }

    /** The files and folders that the solve uses, which no recording replaces. */
    private List<String> inputs() {
        List<String> used = new ArrayList<>();
        Stream.of(play, cassette, archive.log(), archive.data()).filter(Objects::nonNull)
                .forEach(path -> used.add(path.toString()));
        if (episode != null) {
            int hash = episode.lastIndexOf('#');
            used.add(hash < 0 ? episode : episode.substring(0, hash));
        }
        used.addAll(question.inputs());
        if (answers != null && !answers.equals(InputText.STANDARD_INPUT)) {
            used.add(answers);
        }
        used.addAll(models.inputs(System.getenv()));
        used.addAll(setups.inputs());
        return used;
    }

    private boolean isForModels() {
        return !models.isOfPeople() && (models.isAsked() || setups.isAsked());
    }

    private void refuseTenantOfRecordings() {
        if (episode != null || cassette != null) {
            MemorySettings _ = memories.requireUse(MemorySettings.NONE, archive.data());
        }
    }

    private void refuseTwoSources() {
        int sources = (episode == null ? 0 : 1) + (cassette == null ? 0 : 1) + (play == null ? 0 : 1)
                + (seats.isEmpty() && !laterSeats.isAsked() && !models.isOfPeople() && !isForModels() ? 0 : 1);
        if (question.isGiven() && (episode != null || cassette != null)) {
            throw new UserException("a recording brings its own question, \"" + question.question()
                    + "\" would not be asked", "Omit the question and its context.");
        }
        if (answers != null && seats.isEmpty()) {
            throw new UserException("--answers has the turns of people in seats, and there is none",
                    "Add --seat ID, or omit it.");
        }
        if (continued == null && question.isFromStandardInput() && isStandardInputOfPeople()) {
            throw new UserException("the standard input cannot hold the question and the lines of people",
                    "Give the question as an argument or with @FILE, or the lines with --answers FILE.");
        }
        if (sources > 1) {
            throw new UserException("people and models, --play, --episode and --cassette exclude each other",
                    "Choose one of them.");
        }
    }

    /** True if people speak on the standard input, in a pipe or in a play. */
    private boolean isStandardInputOfPeople() {
        boolean isOfSeats = !seats.isEmpty() && (answers == null || answers.equals(InputText.STANDARD_INPUT));
        return isOfSeats || (play != null && play.toString().equals(InputText.STANDARD_INPUT));
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
