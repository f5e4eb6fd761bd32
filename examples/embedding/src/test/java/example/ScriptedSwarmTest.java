package example;

import dev.waggle.swarm.Swarm;
import dev.waggle.testing.ScriptedModel;
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
        try (Swarm swarm = Swarm.builder().model(model)
                .agent("scout", "proposes an answer").agent("critic", "looks for what is wrong").build()) {
            assertThat(swarm.solve("Shard or wait?")).decided("Shard by tenant").hasNoFailures();
        }
    }
}
