package dev.waggle.connect.llm;

import java.util.List;
import java.util.Map;

import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.ModelRegistry;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** The models of this module are found by a swarm that names them. */
class InstalledModelsTest {

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);
    private final Map<String, String> environment = Map.of("OLLAMA_BASE_URL", server.baseUrl(WireFormatName.OLLAMA));

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aSwarmNamesItsModels() {
        try (Swarm swarm = Swarm.builder().environment(environment).model("ollama:llama3.2")
                .agent("scout", "finds what matters and proposes an answer")
                .agent("critic", "looks for what is wrong with each proposal")
                .agent("realist", "asks what would really work", "ollama:mistral").budgetUsd(0.5).build()) {
            SwarmResult result = swarm.solve("Shard the database or buy time?");

            assertThat(result.failures()).isEmpty();
            assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
            assertThat(result.cost().total().calls()).isEqualTo(server.requests().size());
            assertThat(result.cost().tokens()).isPositive();
            assertThat(result.cost().estimatedUsd()).as("a model of this machine costs nothing").isZero();
        }
        List<String> asked = server.requests().stream().map(FakeRequest::model).distinct().toList();
        assertThat(asked).containsExactlyInAnyOrder("llama3.2", "mistral");
    }

    @Test
    void theInstalledRegistryIsThatOfTheEnvironment() {
        try (ModelRegistry models = ModelRegistry.open(environment); LiveModels live = LiveModels.of(environment)) {
            Harness model = models.harness("ollama:llama3.2");

            assertThat(models).isInstanceOf(LiveModels.class);
            assertThat(model.model()).isEqualTo(live.harness("ollama:llama3.2").model());
            assertThat(models.spending(Budget.ofUsd(1))).isEqualTo(live.spending(Budget.ofUsd(1)));
        }
    }

    @Test
    void aMissingKeyIsSaidWhenTheSwarmIsBuiltAndNoServerIsAsked() {
        assertThatIllegalStateException().isThrownBy(() -> Swarm.builder().environment(environment)
                .model("anthropic:claude-sonnet-5").agent("scout", "finds").build())
                .withMessageContaining("no key for anthropic").withMessageContaining("\nMaybe set ANTHROPIC_API_KEY");
        Swarm.builder().environment(Map.of("OLLAMA_HOST", "127.0.0.1:1")).model("ollama:llama3.2")
                .agent("scout", "finds").build().close();
    }

    @Test
    void anUnknownModelOrAddressIsRefusedWhenTheSwarmIsBuilt() {
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder().environment(environment)
                .model("olama:llama3.2").agent("scout", "finds").build())
                .withMessageContaining("olama").withMessageContaining("Maybe").withMessageContaining("ollama");
        assertThatIllegalArgumentException().isThrownBy(() -> Swarm.builder()
                .environment(Map.of("OPENAI_BASE_URL", "no where")).model("ollama:llama3.2").agent("scout", "finds")
                .build()).withMessageContaining("OPENAI_BASE_URL");
    }
}
