package dev.waggle.lab.example;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.reaction.ModelAgent;

/**
 * Three agents with one model decide a question, for at most half a dollar.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.FirstDecision [MODEL]}
 */
public final class FirstDecision {

    private FirstDecision() {}

    public static void main(String... args) {
        decide(System.getenv(), args.length > 0 ? args[0] : "ollama:llama3.2");
    }

    static void decide(Map<String, String> environment, String name) {
        // begin
        try (LiveModels models = LiveModels.of(environment)) {
            Harness model = models.harness(name);
            List<Agent> team = List.of(
                    ModelAgent.of("scout", "finds what matters and proposes an answer", model),
                    ModelAgent.of("critic", "looks for what is wrong with each proposal", model),
                    ModelAgent.of("realist", "asks what would really work", model));
            SwarmConfig config = SwarmConfig.of(team).withSpending(models.spending(Budget.ofUsd(0.50)));
            try (Swarm swarm = new Swarm(config)) {
                SwarmResult result = swarm.solve(Task.of("Shard the database or buy time?"));
                System.out.println(result.answer() + " (" + result.endingDetail() + ")");
            }
        }
        // end
    }
}
