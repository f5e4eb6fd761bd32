package dev.waggle.cli;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.fake.FakeModels;
import dev.waggle.connect.llm.fake.ScriptedDeliberators;
import dev.waggle.connect.llm.fake.WireFormatName;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.Personality;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The program in docs/models.md does what the page says, here in an environment with a stand-in for Ollama. */
class ModelsExampleTest {

    @Test
    void theProgramOfTheDocsAsksAModelAndSaysWhatItCost() {
        try (FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);
                LiveModels models = LiveModels.of(Map.of("OLLAMA_BASE_URL", server.baseUrl(WireFormatName.OLLAMA)))) {
            Agent critic = new ModelAgent(AgentProfile.of("critic").withRole("looks for what is wrong"),
                    models.harness("ollama:llama3.2"),
                    ModelAgentConfig.defaults().withPersonality(Personality.CRITICAL));
            Agent analyst = new ModelAgent(AgentProfile.of("analyst").withRole("works it through"),
                    models.harness("ollama:llama3.2"),
                    ModelAgentConfig.defaults().withPersonality(Personality.ANALYTICAL));
            SwarmConfig config = SwarmConfig.of(List.of(critic, analyst)).withWorld(World.system(7))
                    .withSpending(models.spending(Budget.ofTokens(100_000)));
            try (Swarm swarm = new Swarm(config)) {
                SwarmResult result = swarm.solve(Task.of("Shard or wait?"));

                assertThat(result.failures()).isEmpty();
                assertThat(result.cost().tokens()).isPositive();
                assertThat(result.cost().estimatedUsd()).as("a model of this machine costs nothing").isZero();
                assertThat(server.requests()).hasSize(result.cost().total().calls());
            }
        }
    }
}
