package dev.waggle.connect.llm.rules;

import java.time.Duration;
import java.util.List;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.ProviderRefusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests of a solve, by the rules that Gemini publishes. */
class GeminiRulesTest {

    private static final String FLASH = "gemini:gemini-2.5-flash";
    private static final FakeAnswer.Says REPLY = FakeAnswer.says("{\"signals\":[]}");

    @ParameterizedTest
    @ValueSource(strings = {FLASH, "gemini:gemini-3-pro-preview"})
    void theSchemaOfAReplyIsTaken(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            assertThat(bed.run(model, TurnBed.asking()).content()).contains("signals");
            assertThat(bed.last().settings().schema()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {FLASH, "gemini:gemini-3-pro-preview"})
    void toolsStandBesideTheSchemaWhereTheModelTakesBoth(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            assertThat(bed.run(model, TurnBed.asking(TurnBed.LOOK)).content()).contains("signals");
            assertThat(bed.last().asked().tools()).hasSize(1);
        }
    }

    /** Rule 11. */
    @ParameterizedTest
    @ValueSource(strings = {"gemini:gemini-2.5-pro", "gemini:gemini-3-pro-preview"})
    void theLimitLeavesRoomForThoughts(String model) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            bed.run(model, TurnBed.asking());

            Double limit = bed.last().settings().maxTokens();
            assertThat(limit == null || limit >= 8_192).as("limit " + limit).isTrue();
        }
    }

    /** Rule 12. */
    @ParameterizedTest
    @ValueSource(strings = {FLASH, "gemini:gemini-3-pro-preview"})
    void theResponsesOfParallelCallsStandInOneContent(String model) throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(TurnBed.NORTH, TurnBed.SOUTH)
                : REPLY)) {
            HarnessOutput calls = bed.run(model, TurnBed.asking(TurnBed.LOOK));

            HarnessOutput reply = bed.run(model, TurnBed.answering(calls,
                    List.of(TurnBed.result("ice"), TurnBed.result("sand")), TurnBed.LOOK));

            assertThat(reply.content()).contains("signals");
            assertThat(bed.last().asked().results()).extracting(result -> result.call())
                    .containsExactly("look", "look");
        }
    }

    /** Rules 12 and 14, signatures: a call of Gemini 3 goes back with the one that it came with. */
    @Test
    void theSignatureOfACallGoesBack() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(TurnBed.NORTH)
                : REPLY)) {
            String model = "gemini:gemini-3-pro-preview";
            HarnessOutput calls = bed.run(model, TurnBed.asking(TurnBed.LOOK));
            HarnessOutput reply = bed.run(model,
                    TurnBed.answering(calls, List.of(TurnBed.result("ice")), TurnBed.LOOK));

            assertThat(reply.content()).contains("signals");
            assertThat(bed.last().raw().body()).contains("sig_");
        }
    }

    /** Rule 13. */
    @Test
    void anEmptyReplyCanBeRepaired() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.messages().size() == 1 ? FakeAnswer.says("") : REPLY)) {
            HarnessOutput empty = bed.run(FLASH, TurnBed.asking());

            assertThat(bed.run(FLASH, TurnBed.repairing(empty)).content()).contains("signals");
        }
    }

    /** Rule 14. */
    @ParameterizedTest
    @ValueSource(strings = {"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE",
        "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL", "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT", "IMAGE_OTHER", "NO_IMAGE", "IMAGE_RECITATION", "UNEXPECTED_TOOL_CALL",
        "TOO_MANY_TOOL_CALLS", "MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "ESCALATION", "SOMETHING_NEW"})
    void noFinishReasonLosesTheAnswer(String reason) throws Exception {
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("well said").finishingWith(reason))) {
            try {
                assertThat(bed.catalog.harness(FLASH).run(TurnBed.asking(), bed.turn()).content())
                        .isEqualTo("well said");
            } catch (HarnessException failed) {
                assertThat(failed.failure().kind()).as(failed.failure().message())
                        .isEqualTo(HarnessFailure.Kind.REFUSED);
            }
        }
    }

    /** Names of functions begin with a letter or an underscore; tools of MCP servers need not. */
    @Test
    void aToolWhoseNameBeginsWithADigitIsCalled() throws Exception {
        ToolOffer[] tools = {TurnBed.tool("3d", "{\"type\":\"object\"}"), TurnBed.tool("-" + "x".repeat(63), "{}"),
            TurnBed.tool("_3d", "{}")};
        try (TurnBed bed = new TurnBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", request.asked().tools().getFirst().name(), "{}"))
                : FakeAnswer.says("made"))) {
            HarnessOutput asks = bed.run(FLASH, TurnBed.asking(tools));
            HarnessOutput reply = bed.run(FLASH, TurnBed.answering(asks,
                    List.of(new ToolResult("3d", JsonValue.of("a cube"), null)), tools));

            assertThat(asks.toolCalls()).extracting(ToolCall::name).containsExactly("3d");
            assertThat(reply.content()).isEqualTo("made");
            assertThat(bed.last().asked().tools()).extracting(FakeRequest.Offer::name).doesNotHaveDuplicates()
                    .contains("_3d").hasSize(3);
        }
    }

    /** Rule 15, objects. */
    @Test
    void parametersWithoutFieldsAreLeftOut() throws Exception {
        ToolOffer deep = TurnBed.tool("note", """
                {"type":"object","properties":{"labels":{"type":"object"},"any":{},"list":{"type":"array"}}}""");
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            bed.run(FLASH, TurnBed.asking(TurnBed.NOW, deep));

            assertThat(bed.last().asked().tools()).hasSize(2);
        }
    }

    /** Rule 15, null. */
    @Test
    void aFieldThatMayBeNullSaysSo() throws Exception {
        ToolOffer tool = TurnBed.tool("pick", """
                {"type":"object","properties":{"side":{"type":["string","null"],"enum":["left","right",null]},
                 "count":{"type":"integer","enum":[1,2]}},"required":["side"]}""");
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            bed.run(FLASH, TurnBed.asking(tool));

            String sent = JsonText.write(TurnBed.at(bed.last().asked().tools().getFirst().schema(), "properties",
                    "side"));
            assertThat(sent).containsAnyOf("\"nullable\":true", "\"NULL\"", "\"null\"").contains("left", "right");
        }
    }

    /** Rule 16. */
    @Test
    void anErrorWithinAListIsReadLikeAnyOther() throws Exception {
        FakeAnswer late = new FakeAnswer.Fault.FailsLate(FakeAnswer.says("a b c"), 2, ProviderRefusal.OVERLOADED);
        try (TurnBed bed = new TurnBed(_ -> late)) {
            HarnessFailure failure = TurnBed.failure(bed.catalog.harness(FLASH), bed.turn());

            assertThat(failure.kind()).as(failure.message()).isEqualTo(HarnessFailure.Kind.OVERLOADED);
            assertThat(failure.message()).contains("The model is overloaded").doesNotContain("[{");
        }
    }

    /** Rule 22. */
    @Test
    void anAnswerThatWasCutIsPaid() throws Exception {
        FakeAnswer cut = new FakeAnswer.Fault.EndsEarly(FakeAnswer.says("a b c d e f").costing(3_000, 6), 4);
        try (TurnBed bed = new TurnBed(_ -> cut); LiveModels models = bed.live()) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(100_000));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());

            TurnBed.failure(models.harness(FLASH),
                    bed.turn().within(Duration.ofMillis(700)).withMeter(budget.account("ann")));

            assertThat(budget.cost().tokens()).isGreaterThanOrEqualTo(3_000);
        }
    }

    /** Rule 23. */
    @Test
    void cachedAndThoughtTokensArePartsOfTheWhole() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY.withUsage(new FakeAnswer.Usage(3_300, 500, 400, 3_000, 0)))) {
            HarnessOutput output = bed.run(FLASH, TurnBed.asking());

            assertThat(output.usage()).isNotNull().satisfies(usage -> {
                assertThat(usage.inputTokens()).isEqualTo(3_300);
                assertThat(usage.outputTokens()).isEqualTo(500);
            });
        }
    }
}
