package dev.waggle.cli.command.solve;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.waggle.cli.models.ModelSolveSource;
import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.option.ModelOptions;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.runs.ResumedRun;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import org.jspecify.annotations.Nullable;

/**
 * Factory of solves with models, perhaps with people among them.
 *
 * @param input the question and the people
 * @param runners the factory of their runners
 */
record ModelSolveFactory(SolveInputOptions input, SolveRunnerFactory runners) {

    /**
     * Opens a solve of which all models can be called. The caller closes it.
     *
     * @param present the people who speak during the solve
     * @param place the recording to write; {@code null} for none
     * @param admission restricts the team to the models that it may have
     */
    ServedSolve open(Task asked, List<Agent> present, @Nullable OutputTarget place,
            UnaryOperator<ModelTeam> admission) {
        ArchiveOptions archive = runners.output().archive();
        Optional<SwarmSetup> setup = runners.flags().setups().setup();
        List<Agent> people = Stream.concat(present.stream(),
                input.people().remote(setup, archive::seatAnswers).stream()).toList();
        Task task = input
                .typed(setup.map(SwarmSetup::rules).map(rules -> asked.withType(rules.taskType())).orElse(asked));
        ModelTeam team = admission.apply(equipped(place, setup));
        ModelSolveSource opened = ModelSolveSource.open(team, task, people, runners.output().screen(),
                runners.output().telemetry());
        try {
            return new ServedSolve(opened::close, runner(opened, setup));
        } catch (RuntimeException | Error failed) {
            try (opened) {
                throw failed;
            }
        }
    }

    /** The team with tools on the signals of the data folder, if it is to have them. */
    private ModelTeam equipped(@Nullable OutputTarget place, Optional<SwarmSetup> setup) {
        ModelOptions models = runners.flags().models();
        ArchiveOptions archive = runners.output().archive();
        ModelTeam team = models.team(place, System.getenv(), setup);
        return models.isWithSignalTools(setup, archive.data())
                ? team.withSignals(archive.signals(), runners.memory(setup).tenant())
                : team;
    }

    private SolveRunner runner(ModelSolveSource opened, Optional<SwarmSetup> setup) {
        ResumedRun continued = runners.continued();
        SolveSource source = continued == null
                ? opened.scene()
                : opened.scene().withSpending(continued.setup().spending());
        SolveRunner runner = runners.ofModels(opened, source, setup, opened.recording()
                .map(RecordingTarget::recording).orElseGet(RecordingTarget::nowhere));
        opened.requireWindow(runners.besideAgents(setup));
        opened.requireAvailable(runners.besideAgents(setup));
        return runners.resumable(runner, source, setup);
    }
}
