package dev.waggle.connect.llm.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests of a solve, by the rules that Ollama publishes. */
class OllamaRulesTest {

    private static final String LLAMA = "ollama:llama3.2";
    private static final FakeAnswer.Says REPLY = FakeAnswer.says("{\"signals\":[]}");

    /** Rule 17. */
    @Test
    void toolsAreCalledInATurnThatHasASchema() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(TurnBed.NORTH)
                : REPLY)) {
            HarnessOutput calls = bed.run(LLAMA, TurnBed.asking(TurnBed.LOOK));

            assertThat(calls.stopReason()).isEqualTo(ModelStopReason.TOOL_USE);
            assertThat(calls.toolCalls()).extracting(call -> call.name()).containsExactly("look");
        }
    }

    /** Rule 17, the other way round. */
    @Test
    void withoutToolsTheSchemaIsSent() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            bed.run(LLAMA, TurnBed.asking());

            assertThat(bed.last().settings().schema()).isNotNull();
        }
    }

    /** Rule 18, results. */
    @Test
    void resultsCarryTheNameOfTheirTool() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(TurnBed.NORTH, TurnBed.SOUTH)
                : REPLY)) {
            var model = bed.catalog.harness(LLAMA);
            var turn = bed.turn().withReplySchema(null);
            HarnessOutput calls = TurnBed.run(model, TurnBed.asking(TurnBed.LOOK), turn);
            TurnBed.run(model, TurnBed.answering(calls, List.of(TurnBed.result("ice"), TurnBed.result("sand")),
                    TurnBed.LOOK), turn);

            assertThat(bed.last().asked().results()).extracting(result -> result.call())
                    .containsExactly("look", "look");
        }
    }

    /** Rule 18, definitions. */
    @Test
    void definitionsOfAToolAreInlined() throws Exception {
        ToolOffer tool = TurnBed.tool("go", """
                {"type":"object","properties":{"to":{"$ref":"#/$defs/place"}},"required":["to"],
                 "$defs":{"place":{"type":"object","properties":{"name":{"type":"string"}}}}}""");
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            TurnBed.run(bed.catalog.harness(LLAMA), TurnBed.asking(tool), bed.turn().withReplySchema(null));

            JsonValue read = TurnBed.at(bed.last().asked().tools().getFirst().schema(), "properties", "to");
            assertThat(JsonText.write(read)).contains("\"object\"", "\"name\"");
        }
    }

    /** Rule 18, constraints: Ollama reads a few keywords only, so the others have to be said in words. */
    @Test
    void constraintsOfAToolAreSaidInItsDescriptions() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY)) {
            TurnBed.run(bed.catalog.harness(LLAMA), TurnBed.asking(TurnBed.LOOK), bed.turn().withReplySchema(null));

            JsonValue read = TurnBed.at(bed.last().asked().tools().getFirst().schema(), "properties", "far");
            assertThat(JsonText.write(TurnBed.at(read, "description"))).contains("1");
        }
    }

    /** Rule 19, the window. */
    @Test
    void theContextWindowCanBeSet() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY);
                ModelCatalog catalog = ModelCatalog.of(bed.environment(), lab(bed, "\"numCtx\": 16384"))) {
            TurnBed.run(catalog.harness("lab:llama3.2"), longPrompt(), bed.turn().withReplySchema(null));

            assertThat(bed.last().lastText()).startsWith("first").hasSizeGreaterThan(30_000);
        }
    }

    /** Rule 19, staying loaded. */
    @Test
    void theModelStaysLoadedAsLongAsIsSet() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> REPLY);
                ModelCatalog catalog = ModelCatalog.of(bed.environment(), lab(bed, "\"keepAlive\": \"30m\""))) {
            TurnBed.run(catalog.harness("lab:llama3.2"), TurnBed.asking(), bed.turn());

            assertThat(TurnBed.at(bed.last().raw().json(), "keep_alive")).isEqualTo(JsonValue.of("30m"));
        }
    }

    /** Rule 19, loading: the server sends nothing for minutes. */
    @Test
    void aModelThatIsLoadedForMinutesIsWaitedFor() throws Exception {
        ManualWorld world = new ManualWorld(Instant.EPOCH, 7);
        World real = World.system();
        try (TurnBed bed = new TurnBed(_ -> new FakeAnswer.Fault.Stalls(REPLY, -1))) {
            CompletableFuture<HarnessFailure> outcome = new CompletableFuture<>();
            Thread.ofVirtual().start(() -> {
                try {
                    outcome.complete(TurnBed.failure(bed.catalog.harness(LLAMA), bed.context(world)));
                } catch (InterruptedException | AssertionError unexpected) {
                    outcome.completeExceptionally(unexpected);
                }
            });
            assertThat(bed.server.awaitRequests(1, Duration.ofSeconds(10))).isTrue();

            for (int minute = 1; minute <= 8; minute++) {
                world.advance(Duration.ofMinutes(1));
                assertThat(real.await(outcome, Duration.ofMillis(100))).as("ended in minute " + minute).isFalse();
            }
            for (int i = 0; i < 200 && !outcome.isDone(); i++) {
                world.advance(Duration.ofMinutes(1));
                var _ = real.await(outcome, Duration.ofMillis(20));
            }
            assertThat(outcome).isDone();
            assertThat(outcome.join().kind()).isEqualTo(HarnessFailure.Kind.STALLED);
        }
    }

    /** An empty reply is repaired here as well. */
    @Test
    void anEmptyReplyCanBeRepaired() throws Exception {
        try (TurnBed bed = new TurnBed(request -> request.messages().size() == 1 ? FakeAnswer.says("") : REPLY)) {
            HarnessOutput empty = bed.run(LLAMA, TurnBed.asking());

            assertThat(bed.run(LLAMA, TurnBed.repairing(empty)).content()).contains("signals");
        }
    }

    /** Rule 22. */
    @Test
    void anAnswerThatWasCutIsPaid() throws Exception {
        FakeAnswer cut = new FakeAnswer.Fault.EndsEarly(FakeAnswer.says("a b c d e f"), 4);
        try (TurnBed bed = new TurnBed(_ -> cut); LiveModels models = bed.live()) {
            SpendingPolicy spending = models.spending(Budget.ofTokens(100_000));
            BudgetLedger budget = new BudgetLedger(spending.budget(), spending.prices());

            TurnBed.failure(models.harness(LLAMA),
                    bed.turn().within(Duration.ofMillis(700)).withMeter(budget.account("ann")));

            assertThat(budget.cost().tokens()).isPositive();
        }
    }

    private static String lab(TurnBed bed, String setting) {
        return "{\"providers\": {\"lab\": {\"kind\": \"ollama\", \"baseUrl\": \""
                + bed.server.baseUrl(WireFormatName.OLLAMA) + "\", " + setting + "}}}";
    }

    private static HarnessInput longPrompt() {
        return HarnessInput.of(List.of(Message.user("first " + "more and ".repeat(3_500))));
    }
}
