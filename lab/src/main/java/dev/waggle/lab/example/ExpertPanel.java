package dev.waggle.lab.example;

import dev.langchain4j.model.chat.ChatModel;
// begin
import dev.waggle.connect.langchain4j.ChatModelHarness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;

// end

/** Experts with a model of LangChain4j, who read each other and vote: a parallel workflow with a vote, translated. */
public final class ExpertPanel {

    private ExpertPanel() {}

    /** Lets three experts with the model decide a question. */
    public static SwarmResult decide(ChatModel model, String question) {
        // begin
        try (Swarm swarm = Swarm.builder()
                .model(ChatModelHarness.of("team:experts", model))
                .agent("dba", "knows what the database can bear")
                .agent("buyer", "knows what it costs")
                .agent("operator", "knows what breaks at night")
                .budgetTokens(200_000)
                .rounds(4)
                .build()) {
            SwarmResult result = swarm.solve(question);
            System.out.println(result.answer() + ", confidence " + result.confidence());
            result.consensus().dissent().forEach(System.out::println);
            // end
            return result;
            // begin
        }
        // end
    }
}
