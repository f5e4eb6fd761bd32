package dev.waggle.swarm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.evolution.AgentVacancy;
import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.analysis.MathConfig;

import static dev.waggle.swarm.ScriptedAgent.agent;
import static dev.waggle.swarm.ScriptedAgent.finds;

/** What a test of a swarm that grows needs: a table, whom it looked for, and who was hired. */
final class GrowingSwarm {

    static final EvolutionConfig GROWING = EvolutionConfig.defaults().withEvolutionEnabled();
    static final int ROUNDS = 12;

    final SolveTestBed table = new SolveTestBed();
    final Map<String, ScriptedAgent> hired = new LinkedHashMap<>();
    final Queue<AgentVacancy> vacancies = new ConcurrentLinkedQueue<>();

    SwarmConfig config(EvolutionConfig evolution, AgentFactory factory, List<? extends Lens<?>> lenses,
            Agent... agents) {
        SwarmConfig config = table.config(agents);
        return config.withMath(MathConfig.defaults().withLenses(lenses))
                .withLimits(Limits.defaults().withMaxRounds(ROUNDS))
                .withSteering(config.steering().withEvolution(evolution))
                .withAgentFactory(factory);
    }

    /** Whoever is looked for can be had, and says what this writes for it. */
    AgentFactory hiring(UnaryOperator<ScriptedAgent> script) {
        return vacancy -> {
            vacancies.add(vacancy);
            ScriptedAgent made = script.apply(agent(vacancy.agentId()).as(_ -> vacancy.profile()));
            hired.put(vacancy.agentId(), made);
            return made;
        };
    }

    /** Talks in every round, so that there is one. */
    static ScriptedAgent talker(String id) {
        ScriptedAgent talker = agent(id).listening(SignalType.TASK_NEW).unasked();
        IntStream.rangeClosed(1, ROUNDS).forEach(round -> talker.says(round, finds(id + " fact " + round)));
        return talker;
    }

    static GapLens missing(int from, int to, String... roles) {
        return new GapLens("scripted").misses(from, to, roles);
    }

    static EvolutionReport report(SwarmResult result) {
        return result.guidance().evolutionReport().orElseThrow();
    }
}
