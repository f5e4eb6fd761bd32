package dev.waggle.lab.example;

// begin
import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import dev.waggle.swarm.reaction.ReactionStrategy;
// end

/**
 * Model agents with options of their own: a personality, and a vote that counts double.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.AgentPersonalities}
 */
// begin
public final class AgentPersonalities {

    public static void main(String... args) {
        try (LiveModels models = LiveModels.of(System.getenv())) {
            Harness model = models.harness("ollama:llama3.2");
            ModelAgentConfig options = ModelAgentConfig.defaults().without(ReactionStrategy.DEFER);
            try (Swarm swarm = Swarm.builder()
                    .agent(new ModelAgent(AgentProfile.of("critic").withRole("looks for what is wrong").withWeight(2),
                            model, options.withPersonality(Personality.CRITICAL)))
                    .agent(new ModelAgent(AgentProfile.of("analyst").withRole("works it through"),
                            model, options.withPersonality(Personality.ANALYTICAL)))
                    .configure(config -> config.withSpending(models.spending(Budget.ofTokens(100_000))))
                    .build()) {
                SwarmResult result = swarm.solve("Shard or wait?");
                System.out.println(result.answer() + " (" + result.cost().total().calls() + " calls)");
            }
        }
    }
}
