package dev.waggle.testing.example;

import java.util.List;

import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.TestWorld;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Payload.Stance.AGREE;
import static dev.waggle.testing.ScriptedReply.finds;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.votes;
import static dev.waggle.testing.SwarmAssertions.assertThat;

class ScriptedSwarmTest {

    @Test
    void theTeamAgrees() {
        ScriptedModel model = ScriptedModel.named("team")
                .agent("scout").answers(proposes("shard", "Shard by tenant"), votes("shard", AGREE))
                .agent("critic").answers(finds("Writes double each month"), votes("shard", AGREE));
        List<Agent> team = List.of(ModelAgent.of("scout", "proposes an answer", model),
                ModelAgent.of("critic", "looks for what is wrong", model));
        try (Swarm swarm = new Swarm(SwarmConfig.of(team).withWorld(TestWorld.automatic()))) {
            assertThat(swarm.solve(Task.of("Shard or wait?"))).decided("Shard by tenant").hasNoFailures();
        }
    }
}
