package dev.waggle.connect.llm.hostile;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.harness.call.MeteredHarness;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Output that nobody sees is heard and paid, too, and a stream may end inside of a letter. */
class HiddenOutputTest {

    private static final String STREAM = String.join("\r\n", "HTTP/1.1 200 OK", "Content-Type: text/event-stream",
            "Connection: close", "", "");
    private static final String PIECE = "and so on and on and ".repeat(40);
    private static final int BUDGET = 5_000;
    private static final double OUTPUT_LIMIT = 2_000;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "OPENAI | {'choices':[{'delta':{'refusal':'#'}}]} | REFUSED",
        "OPENAI | {'choices':[{'delta':{'reasoning_details':[{'type':'reasoning.text','text':'#'}]}}]} | MAX_TOKENS",
        "RESPONSES | {'type':'response.refusal.delta','delta':'#'} | REFUSED",
        "RESPONSES | {'type':'response.function_call_arguments.delta','output_index':5,'delta':'#'} | MAX_TOKENS",
        "RESPONSES | {'type':'response.custom_tool_call_input.delta','delta':'#'} | MAX_TOKENS",
        "ANTHROPIC | {'type':'content_block_delta','index':0,'delta':{'type':'input_json_delta','partial_json':'#'}}"
                + " | MAX_TOKENS",
        "ANTHROPIC | {'type':'content_block_delta','index':77,'delta':{'type':'text_delta','text':'#'}} | MAX_TOKENS",
        "GEMINI | {'candidates':[{'content':{'parts':[{'functionCall':{'args':{'a':'#'}}}]}}]} | MAX_TOKENS",
        "GEMINI | {'candidates':[{'content':{'parts':[{'executableCode':{'code':'#'}}]}}]} | MAX_TOKENS"})
    void hiddenOutputWithoutEndIsCutAndPaid(HostileWire wire, String event, String end) throws Exception {
        String endless = wire.event(event.replace('\'', '"').replace("#", PIECE));

        Outcome outcome = call(wire, line -> line.send(STREAM + wire.begin()).forever(endless));

        assertThat(outcome.end()).isEqualTo(end);
        assertThat(outcome.cost()).isBetween(OUTPUT_LIMIT, 1.1 * BUDGET);
    }

    @ParameterizedTest
    @EnumSource
    void aStreamThatEndsInsideOfALetterIsTriedAgain(HostileWire wire) throws Exception {
        byte[] first = wire.text("\u00e9\u20ac\ud83c\udf89").getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length <= first.length; length++) {
            byte[] sent = Arrays.copyOf(first, length);

            Outcome outcome = call(wire, line -> line.send(STREAM).send(sent));

            assertThat(outcome.end()).as("%s bytes", length).isEqualTo("TRUNCATED");
        }
    }

    /**
     * Outcome of a call.
     *
     * @param end the kind of its failure, or its reason to stop
     */
    private record Outcome(String end, double cost) {}

    private static Outcome call(HostileWire wire, HostileServer.Reply reply) throws Exception {
        BudgetLedger budget = new BudgetLedger(Budget.ofTokens(BUDGET), PriceTable.FLAT);
        ManualWorld world = new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 7);
        HarnessInput hello = new HarnessInput(null, List.of(Message.user("hello")), List.of(), List.of(), null,
                OUTPUT_LIMIT, null);
        try (HostileServer server = new HostileServer(reply);
                ModelCatalog catalog = ModelCatalog.of(Map.of("LAB_KEY", HostileBehaviour.KEY),
                        "{\"providers\": {\"lab\": {" + wire.provider(server.port()) + "}}}")) {
            MeteredHarness model = new MeteredHarness(catalog.harness("lab:m"));
            String end;
            try {
                end = String.valueOf(model.run(hello, RunContext.of(RunContext.Caller.of("ann", 0), world, _ -> {
                }).withMeter(budget.account("ann"))).stopReason());
            } catch (HarnessException failed) {
                end = failed.failure().kind().name();
            }
            return new Outcome(end, budget.cost().total().totalTokens());
        }
    }
}
