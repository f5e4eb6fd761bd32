package dev.waggle.lab.example;

import java.util.List;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.Payload;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.testing.ReplaySwarm;
import dev.waggle.testing.ReplayedModels;
import org.junit.jupiter.api.Test;

import static dev.waggle.testing.SwarmAssertions.assertThat;

class RecordedSwarmTest {

    @Test
    @ReplaySwarm("shard-or-wait.jsonl")
    void theRealModelDecides(ReplayedModels models) {
        try (LiveModels live = LiveModels.of(System.getenv())) {
            Harness model = models.harness(live.harness("ollama:llama3.2"));
            List<Agent> team = List.of(ModelAgent.of("scout", "proposes an answer", model),
                    ModelAgent.of("critic", "looks for what is wrong", model));
            try (Swarm swarm = new Swarm(SwarmConfig.of(team).withWorld(models.world()))) {
                assertThat(swarm.solve(Task.of("Shard or wait?"))).hasNoFailures().heard("critic", Payload.Vote.class);
            }
        }
    }
}
