package dev.waggle.swarm;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.JournalFactory;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelRegistry;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Specification of a swarm, as the calls of a builder stated it. Models and journals are opened when the swarm is
 * assembled, and closed again when that fails. Owned by the thread of the builder.
 */
final class SwarmSpec {

    /** Folder of the answers inside the folder of the log, as the commands name it. */
    private static final String ANSWERS = "answers";

    private final List<AgentSpec> agents = new ArrayList<>();
    private final List<Tool> tools = new ArrayList<>();
    private Optional<ModelSpec> model = Optional.empty();
    private Map<String, String> environment = System.getenv();
    private Budget budget = Budget.UNLIMITED;
    private Limits limits = Limits.defaults();
    private LogSpec log = new MemoryLog();
    private UnaryOperator<SwarmConfig> settings = UnaryOperator.identity();

    /**
     * A swarm that is ready to be made.
     *
     * @param config its configuration
     * @param resources what was opened for it
     */
    record SwarmAssembly(SwarmConfig config, SwarmResources resources) {}

    void addAgent(Agent agent) {
        agents.add(new OwnAgent(Objects.requireNonNull(agent, "agent")));
    }

    void addAgent(String id, String role, Optional<String> modelName) {
        agents.add(new RoleAgent(AgentProfile.of(id).withRole(Objects.requireNonNull(role, "role")), modelName));
    }

    void addTool(Tool tool) {
        tools.add(Objects.requireNonNull(tool, "tool"));
    }

    void setModel(String name) {
        model = Optional.of(new NamedModel(Objects.requireNonNull(name, "model")));
    }

    void setModel(Harness harness) {
        model = Optional.of(new OwnModel(new MeteredHarness(Objects.requireNonNull(harness, "model"))));
    }

    void setEnvironment(Map<String, String> variables) {
        environment = Map.copyOf(Objects.requireNonNull(variables, "variables"));
    }

    void changeBudget(UnaryOperator<Budget> change) {
        budget = change.apply(budget);
    }

    void changeLimits(UnaryOperator<Limits> change) {
        limits = change.apply(limits);
    }

    void setLog(Journal journal) {
        log = new OpenLog(Objects.requireNonNull(journal, "journal"));
    }

    void setLog(Path folder) {
        log = new LogFolder(Objects.requireNonNull(folder, "folder"));
    }

    void addSettings(UnaryOperator<SwarmConfig> further) {
        Objects.requireNonNull(further, "change");
        UnaryOperator<SwarmConfig> earlier = settings;
        settings = config -> Objects.requireNonNull(further.apply(earlier.apply(config)), "the changed configuration");
    }

    SwarmAssembly assemble() {
        requireAgents();
        SwarmResources resources = new SwarmResources();
        try {
            ModelLookup models = new ModelLookup(resources);
            ModelAgentConfig options = ModelAgentConfig.defaults().without(ReactionStrategy.DEFER)
                    .withTools(ToolRegistry.of(tools));
            List<Agent> team = new ArrayList<>();
            for (AgentSpec agent : agents) {
                team.add(switch (agent) {
                    case OwnAgent own -> own.agent();
                    case RoleAgent role -> new ModelAgent(role.profile(), models.modelOf(role), options);
                });
            }
            SwarmConfig base = SwarmConfig.of(team).withLimits(limits).withSpending(models.spending());
            return new SwarmAssembly(settings.apply(logged(base, resources)), resources);
        } catch (RuntimeException | Error failed) {
            close(resources, failed);
            throw failed;
        }
    }

    private void requireAgents() {
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a swarm needs at least one agent, got none"
                    + "\nMaybe .agent(\"scout\", \"finds what matters\") before .build().");
        }
        if (!tools.isEmpty() && agents.stream().noneMatch(RoleAgent.class::isInstance)) {
            throw new IllegalArgumentException("no agent can call the tool \"" + tools.getFirst().definition().name()
                    + "\": only agents with a role and a model of the builder get its tools"
                    + "\nMaybe .agent(\"scout\", \"finds what matters\") before .build().");
        }
    }

    private SwarmConfig logged(SwarmConfig config, SwarmResources resources) {
        return switch (log) {
            case MemoryLog _ -> config;
            case OpenLog open -> config.withJournal(open.journal());
            case LogFolder folder -> {
                JournalFactory journals = JournalFactory.installed();
                Journal journal = journals.open(folder.path());
                resources.add(journal::close);
                Journal answers = journals.open(folder.path().resolve(ANSWERS));
                resources.add(answers::close);
                yield config.withJournal(journal).withAnswers(answers);
            }
        };
    }

    private static void close(SwarmResources resources, Throwable failed) {
        try {
            resources.close();
        } catch (RuntimeException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }

    /** An agent as it was stated. */
    private sealed interface AgentSpec {}

    private record OwnAgent(Agent agent) implements AgentSpec {}

    private record RoleAgent(AgentProfile profile, Optional<String> modelName) implements AgentSpec {}

    /** A model as it was stated. */
    private sealed interface ModelSpec {}

    private record NamedModel(String name) implements ModelSpec {}

    private record OwnModel(Harness harness) implements ModelSpec {}

    /** A log as it was stated. */
    private sealed interface LogSpec {}

    private record MemoryLog() implements LogSpec {}

    private record OpenLog(Journal journal) implements LogSpec {}

    private record LogFolder(Path path) implements LogSpec {}

    /** Models of one swarm. The registry is opened with the first name, so a swarm without names needs none. */
    private final class ModelLookup {

        private final SwarmResources resources;
        private final Map<String, Harness> named = new HashMap<>();
        private @Nullable ModelRegistry registry;

        ModelLookup(SwarmResources resources) {
            this.resources = resources;
        }

        Harness modelOf(RoleAgent agent) {
            ModelSpec stated = agent.modelName().<ModelSpec>map(NamedModel::new).or(() -> model)
                    .orElseThrow(() -> new IllegalArgumentException("the agent \"" + agent.profile().id()
                            + "\" has no model\nMaybe .model(\"ollama:llama3.2\") before .build()."));
            return switch (stated) {
                case OwnModel own -> own.harness();
                case NamedModel name -> named.computeIfAbsent(name.name(), this::open);
            };
        }

        private Harness open(String name) {
            ModelRegistry models = openRegistry();
            Harness harness = models.harness(name);
            models.requireKey(name);
            return harness;
        }

        SpendingPolicy spending() {
            return registry == null ? SpendingPolicy.UNLIMITED.withBudget(budget) : registry.spending(budget);
        }

        private ModelRegistry openRegistry() {
            ModelRegistry open = registry;
            if (open == null) {
                open = ModelRegistry.open(environment);
                resources.add(open::close);
                registry = open;
            }
            return open;
        }
    }
}
