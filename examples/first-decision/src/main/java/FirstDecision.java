import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;

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
