package dev.waggle.connect.langchain4j;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.openai.OpenAiTokenUsage;
import dev.langchain4j.model.output.FinishReason;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.reaction.ModelAgent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Cost of the calls of one model of the library, however its swarm is wired. */
class SameCostOverLibraryTest {

    private static final String MODEL = "lab:fake-fast";
    private static final Price PRICE = new Price(2, 8, 0.5, null, null);
    private static final SpendingPolicy SPENDING = new SpendingPolicy(new Budget(100_000L, 1.0),
            PriceTable.FLAT.with(Map.of("lab:*", PRICE)));

    private static ChatModelHarness harness() {
        OpenAiTokenUsage usage = OpenAiTokenUsage.builder().inputTokenCount(1_000).outputTokenCount(100)
                .totalTokenCount(1_100)
                .inputTokensDetails(OpenAiTokenUsage.InputTokensDetails.builder().cachedTokens(600).build()).build();
        return ChatModelHarness.of(MODEL, ScriptedChatModel.answering(ChatResponse.builder()
                .aiMessage(AiMessage.from("{\"signals\": [{\"type\": \"proposal\", \"confidence\": 0.8, \"content\":"
                        + " \"left\"}]}"))
                .finishReason(FinishReason.STOP).tokenUsage(usage).build()).whole());
    }

    @Test
    void theTableOfPricesAndTheStatedPriceGiveTheSameCostInEveryWiring() {
        Map<String, SolveCost> costs = Map.of(
                "a table in the configuration", cost(new Swarm(config(harness()).withSpending(SPENDING))),
                "a stated price", cost(new Swarm(config(harness().withPricing(PRICE)))),
                "both", cost(new Swarm(config(harness().withPricing(new Price(9, 9))).withSpending(SPENDING))),
                "a builder with a table", cost(builder(harness(), Optional.of(SPENDING)).build()),
                "a builder with a stated price", cost(builder(harness().withPricing(PRICE), Optional.empty()).build()),
                "a builder with a budget", cost(builder(harness().withPricing(PRICE), Optional.empty())
                        .budgetUsd(1).build()));

        // The figures of the wire client for the same usage and prices.
        assertThat(costs).allSatisfy((wiring, cost) -> {
            assertThat(cost.total().calls()).as(wiring).isEqualTo(1);
            assertThat(cost.estimatedUsd()).as(wiring).isEqualTo((400 * 2.0 + 600 * 0.5 + 100 * 8.0) / 1e6);
            assertThat(cost.total().savedUsd()).as(wiring).isEqualTo(600 * 1.5 / 1e6);
        });
    }

    private static SwarmConfig config(Harness harness) {
        return SwarmConfig.of(List.of(ModelAgent.of("ada", "decides", new MeteredHarness(harness))))
                .withLimits(limits());
    }

    private static Swarm.Builder builder(Harness harness, Optional<SpendingPolicy> spending) {
        return Swarm.builder().model(harness).agent("ada", "decides")
                .configure(config -> spending.map(config::withSpending).orElse(config).withLimits(limits()));
    }

    private static Limits limits() {
        return Limits.defaults().withMaxRounds(1);
    }

    private static SolveCost cost(Swarm swarm) {
        try (swarm) {
            return swarm.solve(Task.of("Left or right?")).cost();
        }
    }
}
