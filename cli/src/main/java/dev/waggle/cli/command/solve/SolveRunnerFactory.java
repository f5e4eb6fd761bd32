package dev.waggle.cli.command.solve;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.cli.command.solve.SolveRunner.SolveRules;
import dev.waggle.cli.models.ModelSolveSource;
import dev.waggle.cli.option.ConsensusOptions;
import dev.waggle.cli.option.LimitOptions;
import dev.waggle.cli.option.MathOptions;
import dev.waggle.cli.option.MemoryOptions;
import dev.waggle.cli.option.ModelOptions;
import dev.waggle.cli.option.SetupOptions;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.runs.ResumedRun;
import dev.waggle.cli.runs.RunSetupFactory;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.MathConfig.MathRole;
import dev.waggle.swarm.selection.TurnEffort;
import dev.waggle.swarm.template.TemplateSpec;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParseResult;

/**
 * Factory of the runners of a solve: the rules by flags, setup and template, and the memory.
 *
 * @param flags the flags of the rules
 * @param output the output of the solve
 * @param continued the resumed solve; {@code null} for a new one
 * @param written the command line, for the log of a solve that can be resumed
 */
record SolveRunnerFactory(RuleFlags flags, SolveOutput output, @Nullable ResumedRun continued, ParseResult written) {

    /**
     * Flags of the rules of a solve.
     *
     * @param consensus the flags of the decision
     * @param math the flags of mathematics
     * @param limits the flags of the limits
     * @param memories the flags of the memory
     * @param models the flags of agents with models
     * @param setups the flags of the setup and the template
     */
    record RuleFlags(ConsensusOptions consensus, MathOptions math, LimitOptions limits, MemoryOptions memories,
            ModelOptions models, SetupOptions setups) {}

    /**
     * Output of a solve.
     *
     * @param screen the terminal that shows it
     * @param form the form of the output
     * @param archive the storage of the solve
     * @param telemetry the telemetry of the command
     */
    record SolveOutput(TerminalScreen screen, OutputForm form, ArchiveOptions archive, ProcessTelemetry telemetry) {}

    /** A recording cannot answer a challenge, so mathematics only watches it. What it says is no memory. */
    SolveRunner recording(SolveSource source, @Nullable OutputTarget recordTo) {
        return runner(source, usualRules(source, MathRole.WATCHING, MemorySettings.NONE), target(recordTo));
    }

    /** Runner of people, perhaps with a template. */
    SolveRunner live(SolveSource source, @Nullable OutputTarget recordTo) {
        MemorySettings memory = memory(Optional.empty());
        SolveRules rules = templateOfPeople().map(template -> rulesOf(template, source, memory))
                .orElseGet(() -> usualRules(source, MathRole.STEERING, memory));
        return runner(source, rules, target(recordTo));
    }

    /** Runner of people that can be resumed. */
    SolveRunner resumable(SolveSource people, @Nullable OutputTarget recordTo) {
        return resumable(live(people, recordTo), people, Optional.empty());
    }

    /** The same runner with the setup of its call in the log, so that it can be resumed. */
    SolveRunner resumable(SolveRunner runner, SolveSource source, Optional<SwarmSetup> setup) {
        return runner.withSetup(RunSetupFactory.of(written, flags.setups().text(),
                flags.models().file(System.getenv()), source.spending(), assistants(setup),
                source.synthesizer().isPresent()));
    }

    /** Runner of models, with the rules of the setup if there is one, and the assistants beside the agents. */
    SolveRunner ofModels(ModelSolveSource opened, SolveSource source, Optional<SwarmSetup> setup,
            RecordingTarget keep) {
        return runner(source, setup.map(known -> rules(opened, source, known)).orElseGet(() -> rules(opened, source)),
                keep);
    }

    /** The template of people alone. */
    Optional<TemplateSpec> templateOfPeople() {
        return flags.models().isOfPeople() ? flags.setups().templateOfPeople() : Optional.empty();
    }

    /** The assistants of the setup; flags name another judge and another condenser. */
    SwarmSetup.Assistants assistants(Optional<SwarmSetup> setup) {
        SwarmSetup.Assistants configured = setup.map(SwarmSetup::assistants).orElse(SwarmSetup.Assistants.NONE);
        return configured.with(flags.models().proposalJudge(), flags.models().logCondenser());
    }

    /** The models beside the agents: those of the assistants, and the first of the team's for agents that join. */
    List<String> besideAgents(Optional<SwarmSetup> setup) {
        List<String> names = assistants(setup).models();
        return setup.filter(with -> with.rules().steering().evolution().enabled()).isPresent()
                ? Stream.concat(names.stream(), Stream.of("")).toList()
                : names;
    }

    /** The settings of the memory, by the setup and the flags. */
    MemorySettings memory(Optional<SwarmSetup> setup) {
        MemorySettings asked = flags.memories()
                .over(setup.map(known -> known.resources().memory()).orElse(MemorySettings.DEFAULTS))
                .withModels(flags.models().file(System.getenv()));
        return continued == null
                ? flags.memories().requireUse(asked, output.archive().data())
                : continued.memory().settings(asked);
    }

    private SolveRunner runner(SolveSource source, SolveRules rules, RecordingTarget keep) {
        return new SolveRunner(output.screen(), source, rules, output.form(), output.archive(), keep,
                output.telemetry());
    }

    private static RecordingTarget target(@Nullable OutputTarget recordTo) {
        return recordTo == null ? RecordingTarget.nowhere() : RecordingTarget.cassette(recordTo);
    }

    private SolveRules usualRules(SolveSource source, MathRole role, MemorySettings memory) {
        return new SolveRules(flags.consensus().config(source, effort()), flags.math().config(role),
                flags.limits().limits(source.limits()), this::steered, memory);
    }

    private SolveRules rulesOf(TemplateSpec template, SolveSource source, MemorySettings memory) {
        return new SolveRules(flags.consensus().config(source, template),
                flags.math().over(MathConfig.defaults().withThresholds(template.thresholds())),
                flags.limits().limits(source.limits().withMaxRounds(template.maxRounds())), this::steered, memory);
    }

    /** The rules of models without a setup. */
    private SolveRules rules(ModelSolveSource opened, SolveSource source) {
        SwarmSetup.Assistants beside = assistants(Optional.empty());
        return new SolveRules(flags.consensus().config(source, effort()), flags.math().config(MathRole.STEERING),
                flags.limits().limits(source.limits()), config -> staffed(opened, withEffort(config), beside),
                memory(Optional.empty()));
    }

    /** The rules of the setup, with the flags applied to them. */
    private SolveRules rules(ModelSolveSource opened, SolveSource source, SwarmSetup setup) {
        SwarmSetup.Rules rules = setup.rules().withEffort(flags.models().turnEffort());
        SwarmSetup.Assistants beside = assistants(Optional.of(setup));
        return new SolveRules(flags.consensus().config(setup, rules, source.agents()),
                flags.math().over(rules.math()), flags.limits().limits(rules.limits()),
                config -> staffed(opened, config.withSteering(rules.steering()), beside),
                memory(Optional.of(setup)));
    }

    private SwarmConfig staffed(ModelSolveSource opened, SwarmConfig config, SwarmSetup.Assistants beside) {
        return resumed(opened.staffed(config, beside.synthesizer(), beside.metaAgent(), beside.proposalJudge(),
                beside.logCondenser()));
    }

    private SwarmConfig steered(SwarmConfig config) {
        return resumed(withEffort(config));
    }

    private SwarmConfig resumed(SwarmConfig config) {
        return continued == null ? config : config.withMemory(continued.memory().logged());
    }

    private SwarmConfig withEffort(SwarmConfig config) {
        return config.withSteering(config.steering().withEffort(effort()));
    }

    private TurnEffort effort() {
        return flags.models().turnEffort().orElse(TurnEffort.FULL);
    }
}
