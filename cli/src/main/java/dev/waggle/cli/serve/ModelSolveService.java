package dev.waggle.cli.serve;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.waggle.cli.models.ModelSolveSource;
import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.models.TeamMember;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;

/**
 * Solve service with model-backed agents. Each question has a team of its own, under the budget of the host.
 *
 * @param team the team for requests that name none
 * @param rules the configuration of a swarm for a source
 * @param screen the terminal for error messages
 * @param breakers shared by all solves, so that none calls an endpoint that failed in another
 */
record ModelSolveService(ModelTeam team, Function<SolveSource, SwarmConfig> rules, TerminalScreen screen,
        CircuitBreakerRegistry breakers) implements SolveService {

    /** The same with its own circuit breakers. */
    public ModelSolveService(ModelTeam team, Function<SolveSource, SwarmConfig> rules, TerminalScreen screen) {
        this(team, rules, screen, new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
    }

    @Override
    public String about() {
        List<String> models = team.players().models();
        return "The agents are played by " + (models.isEmpty() ? "models of the host" : String.join(", ", models))
                + '.';
    }

    @Override
    public SwarmResult solve(SolveRequest request, Consumer<SwarmEvent> listener) {
        Task task = new Task(request.question(), request.context(), null, null);
        try (ModelSolveSource opened = ModelSolveSource.open(requestedTeam(request), task, List.of(), screen, breakers);
                Swarm swarm = swarm(opened, listener)) {
            return swarm.solve(task);
        }
    }

    private Swarm swarm(ModelSolveSource opened, Consumer<SwarmEvent> listener) {
        SwarmConfig config = rules.apply(opened.scene()).withEventListener(listener);
        opened.requireAvailable(List.of());
        return new Swarm(config);
    }

    /** A client chooses among the models that the host named; others could exceed the host's intended spending. */
    private ModelTeam requestedTeam(SolveRequest request) {
        List<String> offered = team.players().models();
        for (String model : request.models()) {
            if (!offered.contains(model)) {
                throw new IllegalArgumentException("the host does not offer the model \"" + model + "\"\nMaybe "
                        + (offered.isEmpty() ? "leave models out." : "one of " + String.join(", ", offered) + '.'));
            }
        }
        Integer agents = request.agents();
        return team.with(agents == null ? team.players().team() : TeamMember.team(agents),
                request.models().isEmpty() ? offered : request.models());
    }
}
