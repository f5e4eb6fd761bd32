package dev.waggle.connect.llm.rules;

import java.time.Duration;
import java.util.List;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.testing.provider.FakeAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests of a solve, by the rules that Anthropic publishes. */
class AnthropicRulesTest {

    private static final String HAIKU = "anthropic:claude-haiku-4-5";
    private static final FakeAnswer.Says REPLY = FakeAnswer.says("{\"signals\":[]}");

    /** Rule 1. */
    @ParameterizedTest
    @ValueSource(strings = {HAIKU, "anthropic:claude-sonnet-4-6", "anthropic:claude-opus-5"})
    void theSchemaOfAReplyHasNoNumericalConstraints(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            assertThat(bed.run(model, TurnBed.asking()).content()).isEqualTo("{\"signals\":[]}");
            assertThat(bed.last().settings().schema()).as("is still sent").isNotNull();
        }
    }

    /** Rule 1, of models before 4.5, which refuse every schema. */
    @ParameterizedTest
    @ValueSource(strings = {"claude-3-5-haiku-latest", "claude-sonnet-4-20250514"})
    void anOlderModelGetsNoSchema(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            bed.run("anthropic:" + model, TurnBed.asking());

            assertThat(bed.last().settings().schema()).isNull();
        }
    }

    /** Rule 1, with tools beside the schema. */
    @Test
    void toolsStandBesideTheSchema() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            assertThat(bed.run(HAIKU, TurnBed.asking(TurnBed.LOOK, TurnBed.NOW)).content()).contains("signals");
            assertThat(bed.last().asked().tools()).hasSize(2);
        }
    }

    /** Rule 2, after an empty reply. */
    @Test
    void aReplyOfThoughtsAloneCanBeRepaired() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.messages().size() == 1
                ? FakeAnswer.says("").thinking("let me see")
                : REPLY)) {
            HarnessOutput empty = TurnBed.run(bed.catalog.harness("anthropic:claude-opus-5"), TurnBed.asking(),
                    bed.turn().withReplySchema(null));

            HarnessOutput repaired = TurnBed.run(bed.catalog.harness("anthropic:claude-opus-5"),
                    TurnBed.repairing(empty), bed.turn().withReplySchema(null));

            assertThat(repaired.content()).contains("signals");
        }
    }

    /** Rule 2, between calls and results. */
    @Test
    void thoughtsGoBackBeforeTheCallsThatTheyLedTo() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(TurnBed.NORTH, TurnBed.SOUTH).thinking("two places")
                : REPLY)) {
            var model = bed.catalog.harness("anthropic:claude-opus-5");
            var turn = bed.turn().withReplySchema(null);
            HarnessOutput calls = TurnBed.run(model, TurnBed.asking(TurnBed.LOOK), turn);

            HarnessOutput reply = TurnBed.run(model, TurnBed.answering(calls,
                    List.of(TurnBed.result("ice"), TurnBed.result("sand")), TurnBed.LOOK), turn);

            assertThat(reply.content()).contains("signals");
            assertThat(bed.last().asked().results()).hasSize(2);
            assertThat(bed.last().raw().body()).contains("two places", "\"signature\"");
        }
    }

    /** Rule 3. */
    @ParameterizedTest
    @ValueSource(strings = {"claude-opus-4-7", "claude-opus-4-8", "claude-sonnet-5", "claude-opus-5"})
    void theNewestModelsGetNoTemperature(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            TurnBed.run(bed.catalog.harness("anthropic:" + model), TurnBed.warm(0.7),
                    bed.turn().withReplySchema(null));

            assertThat(bed.last().settings().temperature()).isNull();
        }
    }

    /** Rule 3, the other way round. */
    @Test
    void otherModelsGetTheTemperature() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            TurnBed.run(bed.catalog.harness(HAIKU), TurnBed.warm(0.7), bed.turn().withReplySchema(null));

            assertThat(bed.last().settings().temperature()).isEqualTo(0.7);
        }
    }

    /** Rule 4, the request. */
    @Test
    void aLongPromptIsCached() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            HarnessInput input = new HarnessInput("a".repeat(20_000), List.of(Message.user("Shard?")), List.of(),
                    List.of(), null, null, null);
            TurnBed.run(bed.catalog.harness(HAIKU), input, bed.turn().withReplySchema(null));

            assertThat(bed.last().raw().body()).contains("\"cache_control\"");
        }
    }

    /** Rules 4 and 23, the usage. */
    @ParameterizedTest
    @CsvSource({"3200, 0", "0, 3200", "2000, 1200"})
    void cachedTokensAreCounted(int read, int written) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY.withUsage(new FakeAnswer.Usage(3_300, 12, 0, read, written)))) {
            HarnessOutput output = TurnBed.run(bed.catalog.harness(HAIKU), TurnBed.asking(),
                    bed.turn().withReplySchema(null));

            assertThat(output.usage()).isNotNull()
                    .satisfies(usage -> assertThat(usage.inputTokens()).isEqualTo(3_300));
        }
    }

    /** Rule 5. */
    @ParameterizedTest
    @ValueSource(strings = {"pause_turn", "model_context_window_exceeded", "something_new"})
    void anAnswerThatPausedOrRanOutIsNotFinished(String reason) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("{\"signals\":[").finishingWith(reason))) {
            HarnessOutput output = TurnBed.run(bed.catalog.harness(HAIKU), TurnBed.asking(),
                    bed.turn().withReplySchema(null));

            assertThat(output.content()).isEqualTo("{\"signals\":[");
            assertThat(output.stopReason()).isNotEqualTo(ModelStopReason.END);
        }
    }

    /** Rule 5, refusals. */
    @Test
    void aRefusalIsNoAnswer() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("I will not").finishingWith("refusal"))) {
            assertThat(TurnBed.failure(bed.catalog.harness(HAIKU), bed.turn().withReplySchema(null)).kind())
                    .isEqualTo(HarnessFailure.Kind.REFUSED);
        }
    }

    /** Rule 11. */
    @ParameterizedTest
    @ValueSource(strings = {"claude-sonnet-5", "claude-opus-5"})
    void theLimitLeavesRoomForThoughts(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            TurnBed.run(bed.catalog.harness("anthropic:" + model), TurnBed.asking(), bed.turn().withReplySchema(null));

            assertThat(bed.last().settings().maxTokens()).isGreaterThanOrEqualTo(8_192);
        }
    }

    /** Rule 22. */
    @Test
    void anAnswerThatWasCutIsPaid() throws Exception {
        FakeAnswer cut = new FakeAnswer.Fault.EndsEarly(FakeAnswer.says("a b c d e f").costing(3_000, 6), 6);
        try (TurnBed bed = new TurnBed(_ -> cut); LiveModels models = bed.live()) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(100_000));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());

            TurnBed.failure(models.harness(HAIKU), bed.turn().withReplySchema(null).within(Duration.ofMillis(700))
                    .withMeter(budget.account("ann")));

            assertThat(budget.cost().tokens()).isGreaterThanOrEqualTo(3_000);
        }
    }

    /** Schemas of MCP servers reach the model as Anthropic takes them. */
    @Test
    void aToolWithAlternativesAtTheTopIsTaken() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            HarnessInput input = TurnBed.asking(TurnBed.tool("find", """
                    {"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"}},
                     "oneOf":[{"required":["id"]},{"required":["name"]}]}"""));
            TurnBed.run(bed.catalog.harness(HAIKU), input, bed.turn().withReplySchema(null));

            assertThat(JsonText.write(bed.last().asked().tools().getFirst().schema())).contains("\"id\"", "\"name\"");
        }
    }
}
