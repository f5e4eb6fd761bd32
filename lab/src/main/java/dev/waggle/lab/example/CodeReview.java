package dev.waggle.lab.example;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.swarm.template.Templates;

/**
 * Example of a ready team that reviews a change of code: security, speed, design, edge cases, one review.
 *
 * <p>{@code git diff | java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.CodeReview [MODEL]}
 */
public final class CodeReview {

    private CodeReview() {}

    public static void main(String... args) throws IOException {
        String change = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        SwarmResult result = review(System.getenv(), args.length > 0 ? args[0] : "ollama:llama3.2", change);
        System.out.println(result.answer());
        result.consensus().dissent()
                .forEach(dissent -> System.out.println("- " + dissent.agentId() + ": " + dissent.text()));
    }

    static SwarmResult review(Map<String, String> environment, String name, String change) {
        try (LiveModels models = LiveModels.of(environment)) {
            ModelAgentConfig outspoken = ModelAgentConfig.defaults().without(ReactionStrategy.DEFER);
            SwarmConfig config = Templates.codeReview(models.harness(name), outspoken)
                    .withSpending(models.spending(Budget.ofTokens(300_000)));
            try (Swarm swarm = new Swarm(config)) {
                return swarm.solve(Task.of("What must change here before it is merged?").withContext(change));
            }
        }
    }
}
