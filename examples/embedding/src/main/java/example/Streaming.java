package example;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmStream;

/** The milestones of a solve, as they happen. */
final class Streaming {

    private Streaming() {}

    static List<String> watch(Harness model) {
        List<String> seen = new ArrayList<>();
        try (Swarm swarm = Swarm.builder().model(model)
                .agent("scout", "proposes an answer")
                .agent("critic", "looks for what is wrong")
                .build();
                SwarmStream stream = swarm.stream("Shard or wait?")) {
            stream.forEach(milestone -> seen.add(milestone.type()));
        }
        return seen;
    }
}
