package dev.waggle.swarm.testbed;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.finds;

/** Test bed of a growing swarm: a table, the vacancies it announced, and the agents it hired. */
public final class GrowingSwarm {

    public static final EvolutionConfig GROWING = EvolutionConfig.defaults().withEvolutionEnabled();
    public static final int ROUNDS = 12;

    public final SolveTestBed table = new SolveTestBed();
    public final Map<String, ScriptedAgent> hired = new LinkedHashMap<>();
    public final Queue<AgentVacancy> vacancies = new ConcurrentLinkedQueue<>();

    public SwarmConfig config(EvolutionConfig evolution, AgentFactory factory, List<? extends Lens<?>> lenses,
            Agent... agents) {
        SwarmConfig config = table.config(agents);
        return config.withMath(MathConfig.defaults().withLenses(lenses))
                .withLimits(Limits.defaults().withMaxRounds(ROUNDS))
                .withSteering(config.steering().withEvolution(evolution))
                .withAgentFactory(factory);
    }

    /** A factory that fills every vacancy, with an agent that publishes the drafts of this script. */
    public AgentFactory hiring(UnaryOperator<ScriptedAgent> script) {
        return vacancy -> {
            vacancies.add(vacancy);
            ScriptedAgent made = script.apply(agent(vacancy.agentId()).as(_ -> vacancy.profile()));
            hired.put(vacancy.agentId(), made);
            return made;
        };
    }

    /** An agent that publishes in every round, so that each round takes place. */
    public static ScriptedAgent talker(String id) {
        ScriptedAgent talker = agent(id).listening(SignalType.TASK_NEW).unasked();
        IntStream.rangeClosed(1, ROUNDS).forEach(round -> talker.says(round, finds(id + " fact " + round)));
        return talker;
    }

    public static GapLens missing(int from, int to, String... roles) {
        return new GapLens("scripted").misses(from, to, roles);
    }

    public static EvolutionReport report(SwarmResult result) {
        return result.guidance().evolutionReport().orElseThrow();
    }
}
