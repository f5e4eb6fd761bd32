package dev.waggle.testing.example;

import java.time.Duration;
import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.harness.RetryPolicy;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.testing.ScriptedModel;
import dev.waggle.testing.TestWorld;
import org.junit.jupiter.api.Test;

import static dev.waggle.signal.Payload.Stance.AGREE;
import static dev.waggle.signal.harness.HarnessFailure.Kind.OVERLOADED;
import static dev.waggle.signal.harness.HarnessFailure.Kind.REFUSED;
import static dev.waggle.testing.ScriptedReply.fails;
import static dev.waggle.testing.ScriptedReply.proposes;
import static dev.waggle.testing.ScriptedReply.votes;
import static dev.waggle.testing.SwarmAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

class SlowModelTest {

    @Test
    void aBusyModelIsAskedAgainAndARefusalCostsOneTurn() {
        TestWorld world = TestWorld.automatic();
        ScriptedModel model = ScriptedModel.named("slow")
                .agent("scout").answers(fails(OVERLOADED, "busy"), proposes("shard", "Shard by tenant")
                        .and(votes("shard", AGREE)).after(Duration.ofSeconds(90)), votes("shard", AGREE))
                .agent("critic").answers(fails(REFUSED, "no comment"), votes("shard", AGREE));
        Harness retried = model.withRetries(RetryPolicy.DEFAULTS, world);
        List<Agent> team = List.of(ModelAgent.of("scout", "proposes an answer", retried),
                ModelAgent.of("critic", "looks for what is wrong", retried));
        try (Swarm swarm = new Swarm(SwarmConfig.of(team).withWorld(world))) {
            SwarmResult result = swarm.solve(Task.of("Shard or wait?"));
            assertThat(result).decided("Shard by tenant").hasFailure("critic", "no comment").costsAtMost(0.05);
            assertThat(world.elapsed()).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(92));
        }
    }
}
