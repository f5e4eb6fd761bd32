package dev.waggle.cli.serve;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.waggle.cli.models.ModelSolveSource;
import dev.waggle.cli.models.ModelTeam;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.cli.telemetry.ProcessTelemetry;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.journal.inbox.InboxBroker;
import dev.waggle.journal.inbox.InboxLimitException;
import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Solve service with model-backed agents. Each question has a team of its own, under the budget of the host.
 *
 * @param team the team for requests that name none
 * @param rules the configuration of a swarm for a source
 * @param screen the terminal for error messages
 * @param breakers shared by all solves, so that none calls an endpoint that failed in another
 * @param signals the signals that agents may use, with their inboxes; empty for none
 * @param telemetry the telemetry of the command
 */
record ModelSolveService(ModelTeam team, Function<SolveSource, SwarmConfig> rules, TerminalScreen screen,
        CircuitBreakerRegistry breakers, Optional<SignalBroker> signals, ProcessTelemetry telemetry)
        implements
        SolveService {

    /** Maximum number of concurrent solves, since their agents cost money. */
    static final int MAX_SOLVES = 4;

    /** The same with its own circuit breakers. */
    public ModelSolveService(ModelTeam team, Function<SolveSource, SwarmConfig> rules, TerminalScreen screen,
            ProcessTelemetry telemetry) {
        this(team, rules, screen, new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()),
                Optional.empty(), telemetry);
    }

    /** The same with tools on these signals for agents, who also read their inboxes before their turns. */
    public ModelSolveService withSignals(SignalBroker service) {
        return new ModelSolveService(team.withSignals(() -> service, null), rules, screen, breakers,
                Optional.of(service), telemetry);
    }

    /** One with signals: solves have agents of the same names, and an inbox has one reader. */
    @Override
    public int maxSolves() {
        return signals.isPresent() ? 1 : MAX_SOLVES;
    }

    @Override
    public String about() {
        List<String> models = team.players().models();
        return "The agents are played by " + (models.isEmpty() ? "models of the host" : String.join(", ", models))
                + '.';
    }

    @Override
    public SwarmResult solve(SolveRequest request, Consumer<SwarmEvent> listener) {
        Task task = request.task();
        try (ModelSolveSource opened = ModelSolveSource.open(requestedTeam(request), task, List.of(), screen, breakers,
                telemetry);
                Swarm swarm = swarm(opened, listener)) {
            return swarm.solve(task);
        }
    }

    @Override
    public TraceSpan callerOf(@Nullable String account, Map<String, String> headers) {
        return headers.isEmpty() ? TraceSpan.NONE : TraceSpan.incoming(telemetry.tracer(), headers);
    }

    private Swarm swarm(ModelSolveSource opened, Consumer<SwarmEvent> listener) {
        SwarmConfig config = telemetry.observe(rules.apply(opened.scene()).withEventListener(listener));
        opened.requireAvailable(List.of());
        return new Swarm(signals.map(known -> reading(known.inboxes(), config)).orElse(config));
    }

    private static SwarmConfig reading(InboxBroker inboxes, SwarmConfig config) {
        try {
            config.agents().forEach(agent -> inboxes.registerAgent(agent.profile().id()));
        } catch (InboxLimitException full) {
            throw new IllegalArgumentException(full.getMessage(), full);
        }
        return config.withInboxes(inboxes);
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
