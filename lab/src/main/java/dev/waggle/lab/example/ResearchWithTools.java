package dev.waggle.lab.example;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.web.WebTools;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.assist.ModelSynthesizer;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;

/**
 * Agents look things up before they decide, within a budget, and a model writes the answer. They may read public pages,
 * and search where {@code WAGGLE_SEARXNG_URL} or {@code BRAVE_API_KEY} says with what. Tools of MCP servers go the same
 * way: {@code ToolRegistry.of(McpTools.connect(servers, world).tools(Set.of()))}.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.ResearchWithTools [MODEL [QUESTION]]}
 */
public final class ResearchWithTools {

    private ResearchWithTools() {}

    public static void main(String... args) {
        String model = args.length > 0 ? args[0] : "ollama:llama3.2";
        String question = args.length > 1 ? args[1] : "Which of the long-term support releases of Java should we use?";
        SwarmResult result = research(System.getenv(), model, question);
        System.out.println(result.answer());
        System.out.println(result.cost().total().calls() + " calls, " + result.cost().tokens() + " tokens");
    }

    static SwarmResult research(Map<String, String> environment, String name, String question) {
        ToolRegistry web = ToolRegistry.of(WebTools.fromEnvironment(environment, World.system()));
        try (LiveModels models = LiveModels.of(environment)) {
            Harness model = models.harness(name);
            ModelAgentConfig plain = ModelAgentConfig.defaults().without(ReactionStrategy.DEFER);
            ModelAgentConfig reading = plain.withTools(web).withPersonality(Personality.CREATIVE);
            List<Agent> team = List.of(
                    new ModelAgent(AgentProfile.of("reader").withRole("looks up what the question needs"), model,
                            reading),
                    new ModelAgent(AgentProfile.of("checker").withRole("looks for a second source"), model, reading),
                    new ModelAgent(AgentProfile.of("editor").withRole("proposes what the findings support"), model,
                            plain));
            SwarmConfig config = SwarmConfig.of(team)
                    .withLimits(Limits.defaults().withTimeout(Duration.ofMinutes(10)))
                    .withSpending(models.spending(Budget.ofTokens(200_000)))
                    .withSynthesizer(new ModelSynthesizer(model));
            try (Swarm swarm = new Swarm(config)) {
                return swarm.solve(Task.of(question));
            }
        }
    }
}
