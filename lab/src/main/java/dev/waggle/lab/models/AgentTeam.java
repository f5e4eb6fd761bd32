package dev.waggle.lab.models;

import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;

/** Model agents that answer one question in one round. */
final class AgentTeam {

    static final String QUESTION = "Shard the database or buy time?";

    static final String ROLE = "engineer";

    private static final ModelAgentConfig ANALYSTS = ModelAgentConfig.defaults()
            .withStrategies(EnumSet.of(ReactionStrategy.ANALYZE));

    /** More than any team says: the task, and of each agent what is in its reply. */
    private static final int MAX_SIGNALS = 100_000;

    private final SwarmConfig config;

    private AgentTeam(SwarmConfig config) {
        this.config = config;
    }

    /** Returns agents that receive the task and no signals of each other, without mathematics. */
    static AgentTeam of(int agents, Harness model) {
        return of(agents, model, List.of(SignalType.TASK_NEW));
    }

    /** Returns agents that receive every signal type of a deliberation. */
    static AgentTeam talking(int agents, Harness model) {
        return of(agents, model, List.copyOf(AgentProfile.of("anybody").listens()));
    }

    private static AgentTeam of(int agents, Harness model, List<SignalType> listens) {
        List<Agent> team = IntStream.range(0, agents)
                .<Agent>mapToObj(i -> new ModelAgent(
                        AgentProfile.of("agent-" + i).withRole(ROLE).withListens(listens), model, ANALYSTS))
                .toList();
        return new AgentTeam(SwarmConfig.of(team).withMath(MathConfig.off())
                .withLimits(Limits.defaults().withMaxRounds(1).withMaxSignals(MAX_SIGNALS)));
    }

    AgentTeam withMathematics() {
        return new AgentTeam(config.withMath(MathConfig.defaults()));
    }

    AgentTeam watchedBy(Consumer<SwarmEvent> listener) {
        return new AgentTeam(config.withEventListener(listener));
    }

    /** One round; the result tells the decision. */
    SwarmResult solve() {
        try (Swarm swarm = new Swarm(config)) {
            SwarmResult result = swarm.solve(Task.of(QUESTION));
            if (!result.failures().isEmpty()) {
                throw new IllegalStateException("an agent failed: " + result.failures().getFirst());
            }
            return result;
        }
    }
}
