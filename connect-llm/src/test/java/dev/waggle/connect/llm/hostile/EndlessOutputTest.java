package dev.waggle.connect.llm.hostile;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeAnswer.EndlessPart;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Solves whose models never stop: the budget holds, and the result names the cut. */
class EndlessOutputTest {

    /** The largest cost as a share of its budget. */
    static final double MOST = 1.1;

    private static final String PIECE = "and so on and on and ".repeat(40);

    @ParameterizedTest
    @CsvSource({
        "OPENAI, TEXT", "OPENAI, THINKING", "OPENAI, ARGUMENTS", "OPENAI, CALLS",
        "OPENAI_RESPONSES, TEXT", "OPENAI_RESPONSES, THINKING", "OPENAI_RESPONSES, ARGUMENTS",
        "OPENAI_RESPONSES, CALLS",
        "AZURE, TEXT",
        "ANTHROPIC, TEXT", "ANTHROPIC, THINKING", "ANTHROPIC, ARGUMENTS", "ANTHROPIC, CALLS",
        "GEMINI, TEXT", "GEMINI, THINKING", "GEMINI, CALLS",
        "OLLAMA, TEXT", "OLLAMA, THINKING", "OLLAMA, CALLS"})
    void aModelThatNeverStopsStaysWithinTheBudget(WireFormatName format, EndlessPart part) {
        requireWithinBudget(format, part, new Attack(1, 5_000));
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, TEXT", "ANTHROPIC, THINKING", "OPENAI_RESPONSES, ARGUMENTS"})
    void agentsThatCallAtTheSameTimeStayWithinTheirCommonBudget(WireFormatName format, EndlessPart part) {
        requireWithinBudget(format, part, new Attack(3, 60_000));
    }

    private static void requireWithinBudget(WireFormatName format, EndlessPart part, Attack attack) {
        SwarmResult result = solve(format, new FakeAnswer.Fault.Endless(part, PIECE), attack);

        assertThat(result.cost().tokens()).isPositive().isLessThanOrEqualTo(MOST * attack.tokens());
        assertThat(result.replies().inWords()).anyMatch(line -> line.contains("overrun"));
    }

    /**
     * A number of agents with one budget.
     *
     * @param tokens the budget
     */
    record Attack(int agents, int tokens) {}

    static SwarmResult solve(WireFormatName format, FakeAnswer answer, Attack attack) {
        try (FakeModels server = FakeModels.answering(_ -> answer);
                LiveModels models = models(server, format);
                Swarm swarm = new Swarm(SwarmConfig.of(agents(models, attack.agents()))
                        .withWorld(World.system(7)).withLimits(Limits.defaults().withMaxRounds(3))
                        .withSpending(models.spending(Budget.ofTokens(attack.tokens()))))) {
            return swarm.solve(Task.of("Left or right?"));
        }
    }

    private static List<Agent> agents(LiveModels models, int count) {
        return IntStream.range(0, count).<Agent>mapToObj(number -> new ModelAgent(AgentProfile.of("agent-" + number),
                models.harness("lab:fake-fast"), ModelAgentConfig.defaults().without(ReactionStrategy.DEFER))).toList();
    }

    private static LiveModels models(FakeModels server, WireFormatName format) {
        String kind = format == WireFormatName.OPENAI_RESPONSES ? "openai" : format.name().toLowerCase(Locale.ROOT);
        String api = format == WireFormatName.OPENAI_RESPONSES ? ", \"api\": \"responses\"" : "";
        return new LiveModels(ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY"%s}}}"""
                .formatted(kind, server.baseUrl(format), api)),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()));
    }
}
