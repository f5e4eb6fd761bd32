package dev.waggle.lab.example;

// begin
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
// end

/**
 * Three agents with one model decide a question, for at most half a dollar.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.FirstDecision}
 */
// begin
public final class FirstDecision {

    public static void main(String... args) {
        try (Swarm swarm = Swarm.builder()
                .model("ollama:llama3.2")
                .agent("scout", "finds what matters and proposes an answer")
                .agent("critic", "looks for what is wrong with each proposal")
                .agent("realist", "asks what would really work")
                .budgetUsd(0.50)
                .build()) {
            SwarmResult result = swarm.solve("Shard the database or buy time?");
            System.out.println(result.answer() + " (" + result.endingDetail() + ")");
        }
    }
}
