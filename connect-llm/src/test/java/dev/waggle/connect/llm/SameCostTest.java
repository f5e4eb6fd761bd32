package dev.waggle.connect.llm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import dev.waggle.swarm.reaction.ReactionStrategy;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Cost of the calls of one model, however its swarm is wired. */
class SameCostTest {

    private static final String REPLY = "{\"signals\": [{\"type\": \"proposal\", \"confidence\": 0.8, \"content\":"
            + " \"left\"}]}";

    private final FakeModels server = FakeModels
            .answering(request -> FakeAnswer.says(REPLY).withUsage(new FakeAnswer.Usage(1_000, 100, 0, 600, 0)));

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aLocalModelCostsNothingInAnyWiring() {
        Map<String, String> environment = Map.of("OLLAMA_HOST", server.url());
        Map<String, SolveCost> costs = new LinkedHashMap<>();
        try (LiveModels models = LiveModels.of(environment)) {
            costs.putAll(costs(models, "ollama:fake-fast"));
        }
        try (Swarm swarm = Swarm.builder().environment(environment).model("ollama:fake-fast").agent("ada", "decides")
                .configure(config -> config.withLimits(Limits.defaults().withMaxRounds(1))).build()) {
            costs.put("a builder with a name", swarm.solve(Task.of("Left or right?")).cost());
        }

        assertThat(costs).hasSize(5).allSatisfy((wiring, cost) -> {
            assertThat(cost.total().calls()).as(wiring).isEqualTo(1);
            assertThat(cost.tokens()).as(wiring).isPositive();
            assertThat(cost.estimatedUsd()).as(wiring).isZero();
        });
    }

    @Test
    void aModelOfAFileHasThePriceOfTheFileInAnyWiring() {
        try (LiveModels models = new LiveModels(ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"),
                """
            {"providers": {"lab": {"kind": "openai", "baseUrl": "%s", "keyEnv": "LAB_KEY"}},
             "prices": {"lab:*": {"inputPerMillion": 2.0, "outputPerMillion": 8.0, "cachedInputPerMillion": 0.5}}}"""
                        .formatted(server.baseUrl(WireFormatName.OPENAI))),
                new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()))) {
            Map<String, SolveCost> costs = costs(models, "lab:fake-fast");

            assertThat(costs).hasSize(4).allSatisfy((wiring, cost) -> {
                assertThat(cost.estimatedUsd()).as(wiring).isEqualTo((400 * 2.0 + 600 * 0.5 + 100 * 8.0) / 1e6);
                assertThat(cost.total().savedUsd()).as(wiring).isEqualTo(600 * 1.5 / 1e6);
            });
        }
    }

    @Test
    void aRowOfTheSpendingPrecedesThePriceThatTheHarnessStates() {
        try (LiveModels models = LiveModels.of(Map.of("OLLAMA_HOST", server.url()))) {
            SpendingPolicy dear = SpendingPolicy.UNLIMITED
                    .withPrices(PriceTable.FLAT.with(Map.of("ollama:*", new Price(1, 1))));

            assertThat(cost(swarm(models.harness("ollama:fake-fast"), Optional.of(dear))).estimatedUsd())
                    .isGreaterThan(0.001);
        }
    }

    private static Map<String, SolveCost> costs(LiveModels models, String name) {
        Map<String, SolveCost> costs = new LinkedHashMap<>();
        Harness harness = models.harness(name);
        costs.put("with the spending of the models",
                cost(swarm(harness, Optional.of(models.spending(Budget.UNLIMITED)))));
        costs.put("without a spending", cost(swarm(harness, Optional.empty())));
        costs.put("a model of the catalog that is metered",
                cost(swarm(new MeteredHarness(models.catalog().harness(name)), Optional.empty())));
        costs.put("a builder with a harness", cost(Swarm.builder().model(harness).agent("ada", "decides")
                .configure(config -> config.withLimits(Limits.defaults().withMaxRounds(1))).build()));
        return costs;
    }

    private static Swarm swarm(Harness harness, Optional<SpendingPolicy> spending) {
        SwarmConfig config = SwarmConfig
                .of(List.of(new ModelAgent(AgentProfile.of("ada"), harness,
                        ModelAgentConfig.defaults().without(ReactionStrategy.DEFER))))
                .withWorld(World.system(7)).withLimits(Limits.defaults().withMaxRounds(1));
        return new Swarm(spending.map(config::withSpending).orElse(config));
    }

    private static SolveCost cost(Swarm swarm) {
        try (swarm) {
            SolveCost cost = swarm.solve(Task.of("Left or right?")).cost();
            assertThat(cost.total().usage()).isNotEqualTo(TokenUsage.NONE);
            return cost;
        }
    }
}
