package example;

import java.util.Map;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.tool.Tool;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;

/** A tool that is code. */
final class OwnTool {

    private OwnTool() {}

    static SwarmResult order(Harness model) {
        Tool stock = Tool.of("in_stock", "Says how many pieces are in stock.", Map.of("article", "bolt or nut"),
                input -> input.get("article").equals("nut") ? "3 pieces" : "120 pieces");
        try (Swarm swarm = Swarm.builder().model(model).tool(stock)
                .agent("planner", "proposes what to order, after a look at the stock")
                .agent("buyer", "looks for what is wrong")
                .build()) {
            return swarm.solve("Which article do we order?");
        }
    }
}
