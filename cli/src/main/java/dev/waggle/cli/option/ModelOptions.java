package dev.waggle.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.models.ModelsFile;
import dev.waggle.cli.models.RecordedTeam;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.selection.TurnEffort;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags of agents backed by models. */
public final class ModelOptions {

    private static final int USUAL_AGENTS = 3;

    @Option(names = "--model", paramLabel = "NAME", description = "a model, provider:model or an alias of the models"
            + " file; repeat for more, agents take them in turn (see waggle models)")
    private List<String> models = new ArrayList<>();

    @Option(names = "--agents", paramLabel = "N", description = "number of agents that models play; 0 for people alone"
            + " (default: 3)")
    private @Nullable Integer agents;

    @Option(names = "--agent", paramLabel = "ID|NAME|ROLE|MODEL|PERSONALITY", description = "an agent of your own in"
            + " place of the usual team; repeat for more. All but the id may be omitted")
    private List<String> members = new ArrayList<>();

    @Option(names = "--mode", paramLabel = "MODE",
            description = "cheap, fast or deep: alias in the models file of the model that is asked first")
    private @Nullable String mode;

    @Option(names = "--models-file", paramLabel = "FILE",
            description = "providers, aliases and prices as JSON (default: $WAGGLE_MODELS, if set)")
    private @Nullable Path file;

    @Option(names = "--budget-tokens", paramLabel = "N", description = "maximum number of tokens of all calls together")
    private @Nullable Long budgetTokens;

    @Option(names = "--budget-usd", paramLabel = "USD", description = "maximum cost of all calls together")
    private @Nullable Double budgetUsd;

    @Option(names = "--max-output", paramLabel = "N", description = "maximum number of tokens of one answer"
            + " (default: by the model: 1200, or 8192 and more where it thinks)")
    private @Nullable Integer maxOutput;

    @Option(names = "--temperature", paramLabel = "0..1", description = "sampling temperature of the models")
    private @Nullable Double temperature;

    @Mixin
    private ThinkingOptions thinking = new ThinkingOptions();

    @Option(names = "--web", description = "agents may read the web, and search it where a search is configured")
    private boolean web;

    @Option(names = "--tools", paramLabel = "FILE", description = "agents may use the MCP servers of that file")
    private @Nullable Path tools;

    @Option(names = "--signal-tools", description = "agents with models may generate signals in the data folder,"
            + " subscribe to them and look into their inboxes; needs --data (default: no)")
    private boolean signalTools;

    @Option(names = "--replay", paramLabel = "FILE", description = "answer from that recording, or the journal of a"
            + " solve, instead of asking models; requests that differ are reported")
    private @Nullable Path replay;

    @Option(names = "--or-live", description = "with --replay: ask the model where the recording has no answer")
    private boolean orLive;

    @Option(names = "--synthesize", description = "a model of the team writes the answer at the end")
    private boolean synthesize;

    @Option(names = "--proposal-judge", paramLabel = "MODEL",
            description = "a model that finds proposals which say the same in other words (default: by rule alone)")
    private @Nullable String proposalJudge;

    @Option(names = "--log-condenser", paramLabel = "MODEL",
            description = "a model that summarizes the oldest findings of a long log (default: by rule alone)")
    private @Nullable String logCondenser;

    @Option(names = "--learn", paramLabel = "FOLDER",
            description = "agents learn from solve to solve which strategy to use when; the folder stores the results")
    private @Nullable Path learn;

    @Option(names = "--seed", paramLabel = "N", description = "random seed of the solve (default: new each time, with"
            + " --replay the seed of the recording)")
    private @Nullable Long seed;

    /** True if any agent is backed by a model. */
    public boolean isAsked() {
        return !models.isEmpty() || !members.isEmpty() || agents != null || mode != null || replay != null
                || synthesize || proposalJudge != null || logCondenser != null || learn != null;
    }

    /** True if people are asked alone; refuses flags that ask for a model nevertheless. */
    public boolean isOfPeople() {
        if (agents == null || agents != 0) {
            return false;
        }
        String other = !models.isEmpty() ? "--model" : !members.isEmpty() ? "--agent" : mode != null ? "--mode"
                : replay != null ? "--replay" : synthesize ? "--synthesize"
                        : proposalJudge != null ? "--proposal-judge" : logCondenser != null ? "--log-condenser"
                                : learn != null ? "--learn" : null;
        if (other != null) {
            throw new UserException("--agents 0 asks people alone, and " + other + " asks a model",
                    "Omit one of them.");
        }
        return true;
    }

    /** Effort of the rounds of a solve, if a flag names one. */
    public Optional<TurnEffort> turnEffort() {
        return thinking.turnEffort();
    }

    /** Name of the model that judges proposals, empty without the flag. */
    public Optional<String> proposalJudge() {
        return Optional.ofNullable(proposalJudge);
    }

    /** Name of the model that summarizes old findings, empty without the flag. */
    public Optional<String> logCondenser() {
        return Optional.ofNullable(logCondenser);
    }

    /** The files and folders that are used. */
    public List<String> inputs(Map<String, String> environment) {
        return Stream.of(file(environment), tools, replay, learn).filter(Objects::nonNull).map(Path::toString).toList();
    }

    /** Team that the flags ask for; refuses flags that contradict each other. */
    public ModelTeam team(@Nullable OutputTarget record, Map<String, String> environment) {
        return team(record, environment, Optional.empty());
    }

    /** The same, with a setup for the values that no flag sets. */
    public ModelTeam team(@Nullable OutputTarget record, Map<String, String> environment, Optional<SwarmSetup> setup) {
        if (agents != null && !members.isEmpty()) {
            throw new UserException("--agents and --agent exclude each other",
                    "Name each agent with --agent, or let --agents N name them.");
        }
        if (temperature != null && !(temperature >= 0 && temperature <= 1)) {
            throw new UserException("--temperature must be between 0 and 1, got " + temperature,
                    "Use for example --temperature 0.7.");
        }
        if (maxOutput != null && maxOutput < 1) {
            throw new UserException("--max-output must be at least 1, got " + maxOutput,
                    "Use for example --max-output 800.");
        }
        if (orLive && replay == null) {
            throw new UserException("--or-live needs a recording", "Add --replay FILE.");
        }
        if (record != null && replay != null && !orLive) {
            throw new UserException("--record would only copy " + replay, "Omit --record, or add --or-live.");
        }
        if (learn != null && (record != null || replay != null)) {
            throw new UserException(
                    "--learn cannot be combined with --record or --replay: earlier learning is in no recording",
                    "Omit one of them.");
        }
        if (learn != null && learn.toString().isBlank()) {
            throw new UserException("agents cannot learn in \"" + learn + "\": it names no folder",
                    "Name a folder with --learn, one that exists or a new one.");
        }
        RecordedTeam recorded = recorded();
        List<TeamMember> team = members.isEmpty()
                ? setup.filter(_ -> agents == null).map(SwarmSetup::team).orElseGet(() -> usualTeam(recorded))
                : members.stream().map(TeamMember::parse).toList();
        requireDifferent(team);
        List<String> named = models.isEmpty() ? setup.map(SwarmSetup::models).orElse(models) : models;
        boolean asRecorded = named.isEmpty() && mode == null && recorded.models().size() == 1;
        return new ModelTeam(
                new ModelTeam.TeamOptions(team, asRecorded ? recorded.models() : named, modelMode(), file(environment),
                        environment, setup.map(SwarmSetup::placesOfModels).orElse(Map.of()), null),
                new ModelTeam.CallOptions(maxOutput, temperature, thinking.settings()),
                budget(setup.map(it -> it.resources().budget()).orElse(Budget.UNLIMITED)),
                new ModelTeam.ToolOptions(web, tools),
                new ModelTeam.TapeOptions(replay, orLive, record, seed),
                new ModelTeam.OutputOptions(synthesize, learn));
    }

    /** Refuses tools on signals for agents without models. */
    public void refuseSignalTools() {
        if (signalTools) {
            throw new UserException("--signal-tools is for agents with models", "Add --model NAME, or omit it.");
        }
    }

    /**
     * True if the flag or the setup asks for tools on signals.
     *
     * @param data the data folder of the signals; {@code null} for none, and then the tools are refused
     */
    public boolean isWithSignalTools(Optional<SwarmSetup> setup, @Nullable Path data) {
        Optional<SwarmSetup> asking = setup.filter(it -> it.resources().signalTools());
        if (data == null && signalTools) {
            throw new UserException("--signal-tools needs a data folder", "Add --data DIR.");
        }
        if (data == null && asking.isPresent()) {
            throw new UserException(asking.get().places().getOrDefault("signalTools", "signalTools: ")
                    + "tools on signals need a data folder", "Add --data DIR, or set it to false.");
        }
        return signalTools || asking.isPresent();
    }

    /** Question, team and models in the recording that is replayed. */
    public RecordedTeam recorded() {
        return replay == null ? RecordedTeam.UNKNOWN : RecordedTeam.of(replay);
    }

    private List<TeamMember> usualTeam(RecordedTeam recorded) {
        if (agents == null && !recorded.team().isEmpty()) {
            return recorded.team();
        }
        return TeamMember.team(agents == null ? USUAL_AGENTS : agents);
    }

    private static void requireDifferent(List<TeamMember> team) {
        Set<String> ids = new HashSet<>();
        for (TeamMember member : team) {
            if (!ids.add(member.profile().id())) {
                throw new UserException("there are two agents \"" + member.profile().id() + "\"",
                        "Give each agent an id of its own.");
            }
        }
    }

    /** Path of the configuration of models. */
    public @Nullable Path file(Map<String, String> environment) {
        return ModelsFile.of(file, environment);
    }

    private ModelMode modelMode() {
        if (mode == null) {
            return ModelMode.FAST;
        }
        return switch (mode.toLowerCase(Locale.ROOT)) {
            case "cheap" -> ModelMode.CHEAP;
            case "fast" -> ModelMode.FAST;
            case "deep" -> ModelMode.DEEP;
            default -> throw new UserException("--mode must be cheap, fast or deep, got \"" + mode + "\"",
                    "Use for example --mode deep.");
        };
    }

    private Budget budget(Budget base) {
        if (budgetTokens != null && budgetTokens < 1) {
            throw new UserException("--budget-tokens must be at least 1, got " + budgetTokens,
                    "Use for example --budget-tokens 50000.");
        }
        if (budgetUsd != null && !(budgetUsd > 0 && budgetUsd <= Double.MAX_VALUE)) {
            throw new UserException("--budget-usd must be above 0, got " + budgetUsd,
                    "Use for example --budget-usd 0.5.");
        }
        return new Budget(budgetTokens == null ? base.tokens() : budgetTokens,
                budgetUsd == null ? base.usd() : budgetUsd);
    }
}
