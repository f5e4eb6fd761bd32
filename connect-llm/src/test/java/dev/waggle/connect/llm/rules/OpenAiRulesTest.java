package dev.waggle.connect.llm.rules;

import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.CircuitBreakerRegistry;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The rules of OpenAI in spec/providers.md, one test each, against a server that refuses what breaks them. */
class OpenAiRulesTest {

    private static final FakeAnswer.Says CALLS = FakeAnswer.calls(
            new FakeAnswer.Call("c1", "look", "{\"where\":\"north\"}"),
            new FakeAnswer.Call("c2", "look", "{\"where\":\"south\",\"far\":3}"));

    private static FakeAnswer looksFirst(FakeRequest request) {
        return request.asked().results().isEmpty() ? CALLS : FakeAnswer.says("nothing there");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5.5", "gpt-5.6-sol", "gpt-5-pro", "gpt-5.1-codex"})
    void row6ToolsOfTheNewestModelsGoThroughTheResponses(String name) throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(OpenAiRulesTest::looksFirst)) {
            Harness model = bed.model(name);
            HarnessOutput asks = model.run(OpenAiTestBed.asking(null, OpenAiTestBed.LOOK).withMaxTokens(null),
                    bed.turn());
            HarnessOutput answer = model.run(OpenAiTestBed.answering(asks, OpenAiTestBed.LOOK), bed.turn());

            assertThat(asks.toolCalls()).hasSize(2);
            assertThat(answer.content()).isEqualTo("nothing there");
            assertThat(bed.last().format()).isEqualTo(WireFormatName.OPENAI_RESPONSES);
            assertThat(bed.last().asked().results()).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-4o", "gpt-5.1", "o3"})
    void row6OtherModelsTakeToolsOnChatCompletions(String name) throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(OpenAiRulesTest::looksFirst)) {
            Harness model = bed.model(name);
            HarnessOutput asks = model.run(
                    OpenAiTestBed.asking(null, OpenAiTestBed.LOOK).withMaxTokens(null), bed.turn());
            HarnessOutput answer = model.run(
                    OpenAiTestBed.answering(asks, OpenAiTestBed.LOOK).withMaxTokens(null), bed.turn());

            assertThat(answer.content()).isEqualTo("nothing there");
            assertThat(bed.last().format()).isEqualTo(WireFormatName.OPENAI);
        }
    }

    @Test
    void aToolWithoutParametersIsTaken() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("noon"))) {
            assertThat(bed.model("gpt-4o").run(OpenAiTestBed.asking(null, OpenAiTestBed.NOW), bed.turn()).content())
                    .isEqualTo("noon");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5", "gpt-5.1", "o3", "o4-mini"})
    void row7ReasoningModelsGetTheNewerLimitBehindAGatewayToo(String name) throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("yes"))) {
            HarnessOutput output = bed.model(name).run(OpenAiTestBed.asking(null), bed.context());

            assertThat(output.content()).isEqualTo("yes");
            assertThat(bed.last().raw().body()).contains("\"max_completion_tokens\"").doesNotContain("\"max_tokens\"");
        }
    }

    @Test
    void row8ARepairAfterAnEmptyReplyIsTaken() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(request -> request.lastText().contains("again")
                ? FakeAnswer.says("now")
                : FakeAnswer.says(""))) {
            Harness model = bed.model("gpt-4o");
            HarnessOutput empty = model.run(OpenAiTestBed.asking(null), bed.turn());
            HarnessOutput repaired = model.run(OpenAiTestBed.repairing(empty), bed.turn());

            assertThat(empty.content()).isEmpty();
            assertThat(repaired.content()).isEqualTo("now");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5", "gpt-5.4", "o3"})
    void row9ReasoningModelsGetNoTemperature(String name) throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("yes"))) {
            HarnessOutput output = bed.model(name).run(OpenAiTestBed.asking(0.7).withMaxTokens(null), bed.context());

            assertThat(output.content()).isEqualTo("yes");
        }
    }

    @Test
    void row9PlainModelsKeepTheTemperature() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("yes"))) {
            bed.model("gpt-4o").run(OpenAiTestBed.asking(0.7), bed.context());

            assertThat(bed.last().settings().temperature()).isEqualTo(0.7);
        }
    }

    @Test
    void row10AReasoningModelMayBeSilentForFiveMinutes() throws Exception {
        assertThat(OpenAiTestBed.afterFiveSilentMinutes(OpenAiTestBed::chat, "gpt-5", 1).content())
                .isEqualTo("after all");
    }

    /** Thoughts of 5,000 tokens in every answer, as models have that think by default. */
    private static FakeAnswer thinks(FakeRequest request) {
        FakeAnswer.Says says = ScriptedDeliberators.answer(request);
        return says.withUsage(new FakeAnswer.Usage(400, 5_000 + says.text().length() / 4, 5_000));
    }

    @Test
    void row11TheLimitOfAModelThatThinksHoldsItsThoughts() {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(OpenAiRulesTest::thinks);
                Swarm swarm = swarm(bed, "openai:gpt-5")) {
            SwarmResult result = swarm.solve("Shard or wait?");

            assertThat(bed.server.requests()).isNotEmpty()
                    .allSatisfy(request -> assertThat(request.settings().maxTokens()).isNotNull()
                            .isGreaterThanOrEqualTo(8_192));
            assertThat(result.failures()).isEmpty();
        }
    }

    @Test
    void row11ARepairAfterALengthCutHasAHigherLimit() {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("{\"signals\": [")
                .finishing(FakeAnswer.Finish.LENGTH)); Swarm swarm = swarm(bed, "openai:gpt-4o")) {
            swarm.solve("Shard or wait?");

            List<Double> limits = bed.server.requests().stream().map(request -> request.settings().maxTokens())
                    .toList();
            assertThat(limits).hasSizeGreaterThanOrEqualTo(2).doesNotContainNull();
            assertThat(limits.get(1)).isGreaterThan(limits.get(0));
        }
    }

    private static Swarm swarm(OpenAiTestBed bed, String model) {
        return Swarm.builder().environment(environment(bed)).model(model)
                .agent("scout", "finds what matters and proposes an answer").build();
    }

    @Test
    void row21TheProxyOfTheEnvironmentIsAsked() throws Exception {
        try (ServerSocket proxy = new ServerSocket(0)) {
            CompletableFuture<String> asked = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try (var line = proxy.accept()) {
                    asked.complete(new String(line.getInputStream().readNBytes("CONNECT".length()),
                            StandardCharsets.US_ASCII));
                } catch (Exception closed) {
                    asked.completeExceptionally(closed);
                }
            });
            try (ModelCatalog catalog = ModelCatalog.of(Map.of("OPENAI_API_KEY", OpenAiTestBed.KEY, "HTTPS_PROXY",
                    "http://127.0.0.1:" + proxy.getLocalPort(), "OPENAI_BASE_URL", "https://models.invalid/v1"));
                    OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("yes"))) {
                HarnessFailure failure = bed.failure(catalog.harness("openai:gpt-4o"), OpenAiTestBed.hello());

                assertThat(failure.recoverable()).isTrue();
            }
            assertThat(asked).as("the proxy was asked").isCompletedWithValue("CONNECT");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void row22AnAnswerThatBreaksOffIsPaid(int frames) throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed
                .chat(_ -> new FakeAnswer.Fault.EndsEarly(FakeAnswer.says("bees dance very well"), frames));
                LiveModels models = new LiveModels(ModelCatalog.of(environment(bed)),
                        new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()))) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(100_000));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());
            try {
                // The first wait before a retry is at least 0.8 s.
                models.harness("openai:gpt-4o").run(OpenAiTestBed.hello(),
                        bed.context().within(Duration.ofMillis(700)).withMeter(budget.account("ann")));
                throw new AssertionError("answered");
            } catch (HarnessException failed) {
                assertThat(failed.failure().kind()).isEqualTo(HarnessFailure.Kind.TRUNCATED);
            }

            assertThat(budget.cost().tokens()).isPositive();
            assertThat(budget.cost().total().estimatedCalls()).isEqualTo(1);
        }
    }

    private static Map<String, String> environment(OpenAiTestBed bed) {
        return Map.of("OPENAI_BASE_URL", bed.server.baseUrl(WireFormatName.OPENAI), "OPENAI_API_KEY",
                OpenAiTestBed.KEY);
    }

    @Test
    void row23CachedTokensHaveTheirOwnPrice() throws Exception {
        String prices = """
                {"prices":{"openai:gpt-4o":{"inputPerMillion":1.0,"outputPerMillion":10.0,"cachedInputPerMillion":0.1}}}""";
        try (OpenAiTestBed bed = OpenAiTestBed
                .chat(_ -> FakeAnswer.says("yes").withUsage(new FakeAnswer.Usage(1_000, 100, 0, 900, 0)));
                LiveModels models = new LiveModels(ModelCatalog.of(environment(bed), prices),
                        new CircuitBreakerRegistry(BreakerPolicy.DEFAULTS, World.system()))) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(100_000));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());

            models.harness("openai:gpt-4o").run(OpenAiTestBed.hello(),
                    bed.context().withMeter(budget.account("ann")));

            assertThat(budget.cost().estimatedUsd()).isCloseTo((100 * 1.0 + 900 * 0.1 + 100 * 10.0) / 1e6,
                    within(1e-12));
        }
    }

    @Test
    void aReplySchemaThatIsNotClosedIsTaken() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("{\"signals\":[]}"))) {
            HarnessOutput output = bed.model("gpt-4o").run(OpenAiTestBed.asking(0.3), bed.turn());

            assertThat(output.stopReason()).isEqualTo(ModelStopReason.END);
            assertThat(bed.last().settings().schema()).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource(FakeServerConfig.CompatibleLimit.class)
    void aCompatibleServerIsAskedWithoutTheFeaturesThatItRefuses(FakeServerConfig.CompatibleLimit limit)
            throws Exception {
        try (OpenAiTestBed bed = new OpenAiTestBed(
                "\"kind\":\"openai\",\"baseUrl\":\"%s/v1\",\"structuredOutput\":\"schema\"",
                FakeServerConfig.compatible(limit), _ -> FakeAnswer.says("{\"signals\":[]}"))) {
            Harness model = bed.model("small");

            assertThat(model.run(OpenAiTestBed.asking(0.3, OpenAiTestBed.LOOK), bed.turn()).content())
                    .isEqualTo("{\"signals\":[]}");
            int asked = bed.server.requests().size();
            model.run(OpenAiTestBed.asking(0.3, OpenAiTestBed.LOOK), bed.turn());

            assertThat(bed.server.requests()).as("the refusal is remembered").hasSize(asked + 1);
        }
    }

    @Test
    void anUnknownModelThatReasonsIsAskedAgainAsItWants() throws Exception {
        try (OpenAiTestBed bed = OpenAiTestBed.chat(_ -> FakeAnswer.says("yes"))) {
            // A family that no table has yet.
            assertThat(bed.model("o3-next-2031").run(OpenAiTestBed.asking(0.7), bed.context()).content())
                    .isEqualTo("yes");
        }
    }
}
