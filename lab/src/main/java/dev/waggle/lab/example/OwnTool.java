package dev.waggle.lab.example;

// begin
import java.util.Map;

import dev.waggle.signal.tool.Tool;
import dev.waggle.swarm.Swarm;
// end

/**
 * Agents call a tool that is code, before they answer.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.OwnTool}
 */
// begin
public final class OwnTool {

    public static void main(String... args) {
        Map<String, Integer> stock = Map.of("bolt", 120, "nut", 3);
        Tool inStock = Tool.of("in_stock", "Says how many pieces of an article are in stock.",
                Map.of("article", "bolt or nut"), input -> stock.getOrDefault(input.get("article"), 0) + " pieces");
        try (Swarm swarm = Swarm.builder()
                .model("ollama:llama3.2")
                .agent("planner", "proposes what to order, after a look at the stock")
                .agent("buyer", "looks for what is wrong with each proposal")
                .tool(inStock)
                .build()) {
            System.out.println(swarm.solve("Which article do we order this week?").answer());
        }
    }
}
