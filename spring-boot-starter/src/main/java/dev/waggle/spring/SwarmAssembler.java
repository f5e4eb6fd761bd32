package dev.waggle.spring;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalTools;
import dev.waggle.setup.MemorySettings;
import dev.waggle.setup.SwarmSetup;
import dev.waggle.setup.team.AgentBuilder;
import dev.waggle.setup.team.AgentBuilder.CallSettings;
import dev.waggle.setup.team.SetupException;
import dev.waggle.setup.team.TeamMember;
import dev.waggle.setup.team.TeamTools;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.spring.model.ApplicationModels;
import dev.waggle.spring.property.WaggleProperties;
import dev.waggle.spring.run.SolveResumption;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.ModelMode;
import dev.waggle.swarm.memory.SharedMemory;

/**
 * Assembles the configuration of the application's swarm from its properties and beans.
 *
 * @param properties the properties
 * @param setup the swarm that they describe
 * @param models the models by name
 * @param beans the beans that take part
 * @param storage the storage of solves
 */
record SwarmAssembler(WaggleProperties properties, SwarmSetup setup, ApplicationModels models, SwarmBeans beans,
        SolveStorage storage) {

    private static final System.Logger LOGGER = System.getLogger(SwarmAssembler.class.getName());

    /** Names of a models file that agents without a model take. */
    private static final List<String> MODES = Arrays.stream(ModelMode.values()).map(ModelMode::wireName).toList();

    /**
     * Beans that take part in a swarm, each list in its order.
     *
     * @param agents agents that are code
     * @param tools tools for the agents that models play
     * @param listeners listeners of every event
     * @param memory the memory of earlier solves, if there is one
     */
    record SwarmBeans(List<Agent> agents, List<Tool> tools, List<Consumer<SwarmEvent>> listeners,
            Optional<SharedMemory> memory) {
        SwarmBeans {
            agents = List.copyOf(agents);
            tools = List.copyOf(tools);
            listeners = List.copyOf(listeners);
        }
    }

    /** The configuration; no model is called. */
    SwarmConfig assemble() {
        List<TeamMember> team = team();
        List<String> names = setup.models().isEmpty() && needsModel(team) ? models.usual() : setup.models();
        if (names.isEmpty() && needsModel(team) && Collections.disjoint(models.aliases(), MODES)) {
            throw new SetupException("no model is named for the agents of the swarm",
                    "Set waggle.models, for example to ollama:llama3.2, or declare a bean that is a chat model or an"
                            + " Agent.");
        }
        TeamTools tools = tools();
        AgentBuilder builder = new AgentBuilder(models.aliases(), models::harness, tools,
                new CallSettings(ModelMode.FAST, null, null, null));
        AgentBuilder.TeamAgents played = builder.agents(team, names);
        requireTools();
        reportWithout(tools);
        List<Agent> agents = new ArrayList<>(played.agents());
        agents.addAll(seats());
        agents.addAll(beans.agents());
        SwarmSetup.Rules rules = setup.rules();
        SwarmSetup.Assistants beside = setup.assistants();
        SwarmConfig config = builder.staffed(SwarmConfig.of(agents).withSteering(rules.steering()),
                beside.synthesizer(), beside.metaAgent(), beside.proposalJudge(), beside.logCondenser(), names)
                .withConsensus(rules.consensus(agents.size())).withMath(rules.math()).withLimits(rules.limits())
                .withSpending(models.spending(setup.resources().budget()));
        config = played.router().map(config::withEscalationHook).orElse(config);
        return storage.store(heard(remembering(config.withSetup(loggedSetup(names)))));
    }

    /** The stated agents; the usual team only where the application has no agents of its own. */
    private List<TeamMember> team() {
        return properties.isTeamStated() || beans.agents().isEmpty() ? setup.team() : List.of();
    }

    private boolean needsModel(List<TeamMember> team) {
        SwarmSetup.Assistants beside = setup.assistants();
        return Stream.concat(team.stream().map(TeamMember::model), beside.models().stream()).anyMatch(String::isEmpty)
                || setup.rules().steering().evolution().enabled();
    }

    private TeamTools tools() {
        ToolRegistry others = ToolRegistry.of(beans.tools());
        ToolRegistry all = setup.resources().signalTools()
                ? ToolRegistry.of(Stream.concat(beans.tools().stream(), signalTools().stream()).toList())
                : others;
        return new TeamTools(others, all, models::keepsSchemaBesideTools);
    }

    private static void reportWithout(TeamTools tools) {
        if (!tools.without().isEmpty()) {
            LOGGER.log(System.Logger.Level.WARNING, "waggle.signal-tools: agents with "
                    + String.join(", ", tools.without()) + " have no tools on signals, because they take no tools, or"
                    + " no schema beside tools - take another model for them, or set waggle.signal-tools to false");
        }
    }

    /** A model without tools would leave its agents without them in silence. So it is refused. */
    private void requireTools() {
        if (beans.tools().isEmpty() && !setup.resources().signalTools()) {
            return;
        }
        List<String> unable = models.names().stream().filter(name -> name.startsWith(ApplicationModels.BEAN))
                .filter(name -> !models.harness(name).capabilities().tools()).toList();
        if (!unable.isEmpty()) {
            throw new SetupException("the swarm has tools, and these models take none: " + String.join(", ", unable),
                    "Take a chat model of LangChain4j or a name of a provider, such as openai:gpt-5-mini, or remove"
                            + " the beans of the type Tool and waggle.signalTools.");
        }
    }

    /** The setup for the log of each solve: the properties, and the models that agents without one take. */
    private JsonValue loggedSetup(List<String> names) {
        return new JsonObjectBuilder().with(SolveResumption.PROGRAM_KEY, SolveResumption.PROGRAM)
                .with("properties", properties.loggedSetup())
                .withTexts("models", names).json();
    }

    private List<Tool> signalTools() {
        SignalService open = requireData("waggle.signalTools is true");
        return SignalTools.ofSolve(() -> open, setup.resources().memory().tenant());
    }

    private List<Agent> seats() {
        if (setup.resources().seats().isEmpty()) {
            return List.of();
        }
        var _ = requireData("waggle.seats has people who answer later");
        SeatAnswers answers = storage.seats().orElseThrow(() -> new SetupException(
                "waggle.seats has people who answer later, and there is no data folder for their answers",
                "Set waggle.data to a folder, or declare a bean of the type SeatAnswers."));
        return setup.resources().seats().stream().map(seat -> seat.agent(answers)).toList();
    }

    private SignalService requireData(String reason) {
        SignalService signals = storage.signals();
        if (signals == null) {
            throw new SetupException(reason + ", and there is no data folder", "Set waggle.data to a folder.");
        }
        return signals;
    }

    private SwarmConfig remembering(SwarmConfig config) {
        return setup.resources().memory().place() == MemorySettings.Place.NONE
                ? config
                : beans.memory().map(config::withMemory).orElse(config);
    }

    private SwarmConfig heard(SwarmConfig config) {
        return beans.listeners().stream().reduce((one, other) -> event -> {
            one.accept(event);
            other.accept(event);
        }).map(config::withEventListener).orElse(config);
    }
}
