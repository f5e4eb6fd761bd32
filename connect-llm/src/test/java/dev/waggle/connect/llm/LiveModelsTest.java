package dev.waggle.connect.llm;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.ProviderRefusal;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LiveModelsTest {

    @TempDir
    Path folder;

    @Test
    void everyCallIsPaid() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine").costing(30, 12));
                LiveModels models = LiveModels.of(ollama(bed))) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(10_000));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());

            models.harness("ollama:llama3.2").run(ProviderTestBed.hello(),
                    bed.context().withMeter(budget.account("ann")));

            assertThat(budget.cost().tokens()).isEqualTo(42);
            assertThat(budget.cost().total().calls()).isEqualTo(1);
        }
    }

    @Test
    void aCallWithoutMoneyIsNotMade() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"));
                LiveModels models = LiveModels.of(ollama(bed))) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(1));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());

            HarnessFailure failure = bed.failure(models.harness("ollama:llama3.2"),
                    bed.context().withMeter(budget.account("ann")));

            assertThat(failure.kind()).isEqualTo(HarnessFailure.Kind.BUDGET);
            assertThat(bed.server.requests()).isEmpty();
        }
    }

    @Test
    void aFailureThatMayPassIsTriedAgainWhereThereIsTime() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.refuses(ProviderRefusal.OVERLOADED));
                LiveModels models = LiveModels.of(ollama(bed))) {
            // The first wait is at least 0.8 s.
            HarnessFailure failure = bed.failure(models.harness("ollama:llama3.2"),
                    bed.context().within(Duration.ofMillis(700)));

            assertThat(failure.message()).contains("not tried again: ");
            assertThat(bed.server.requests()).hasSize(1);
        }
    }

    @Test
    void theModelsOfAnEndpointShareItsBreakerAndOthersDoNot() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(request -> request.format() == WireFormatName.OLLAMA
                ? FakeAnswer.refuses(ProviderRefusal.OVERLOADED)
                : FakeAnswer.says("fine"));
                LiveModels models = new LiveModels(
                        ModelCatalog.of(Map.of("OLLAMA_BASE_URL", bed.server.baseUrl(WireFormatName.OLLAMA),
                                "OPENAI_BASE_URL", bed.server.baseUrl(WireFormatName.OPENAI), "OPENAI_API_KEY",
                                ProviderTestBed.KEY)),
                        new CircuitBreakerRegistry(new BreakerPolicy(1, Duration.ofMinutes(1)), World.system()))) {
            bed.failure(models.harness("ollama:small"), bed.context());
            HarnessFailure refused = bed.failure(models.harness("ollama:large"), bed.context());

            assertThat(refused.kind()).isEqualTo(HarnessFailure.Kind.CIRCUIT_OPEN);
            assertThat(refused.message()).contains("ollama at " + bed.server.baseUrl(WireFormatName.OLLAMA));
            assertThat(models.harness("openai:fake-fast").run(ProviderTestBed.hello(), bed.context()).content())
                    .isEqualTo("fine");
        }
    }

    @Test
    void aFileBringsAliasesAndPrices() throws Exception {
        Path file = Files.writeString(folder.resolve("models.json"), """
                {"models": {"cheap": "ollama:llama3.2"},
                 "prices": {"ollama:*": {"inputPerMillion": 1.0, "outputPerMillion": 4.0}}}""");
        try (LiveModels models = LiveModels.of(Map.of(), file)) {
            Harness cheap = models.harness("cheap");

            assertThat(cheap.model()).isEqualTo("ollama:llama3.2");
            assertThat(models.spending(Budget.UNLIMITED).prices()).isEqualTo(models.catalog().prices());
        }
    }

    @Test
    void unknownNamesAreRefusedAtOnceWithTheNearest() {
        try (LiveModels models = LiveModels.of(Map.of())) {
            assertThatThrownBy(() -> models.harness("olama:llama3.2")).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Maybe ollama");
        }
    }

    @Test
    void closingEndsCallsAtOnce() throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says("fine"))) {
            LiveModels models = LiveModels.of(ollama(bed));
            Harness model = models.harness("ollama:llama3.2");
            models.close();
            models.close();

            assertThat(bed.failure(model, bed.context().within(Duration.ofMillis(700))).message()).isNotBlank();
            assertThat(bed.server.requests()).isEmpty();
        }
    }

    private static Map<String, String> ollama(ProviderTestBed bed) {
        return Map.of("OLLAMA_BASE_URL", bed.server.baseUrl(WireFormatName.OLLAMA));
    }
}
