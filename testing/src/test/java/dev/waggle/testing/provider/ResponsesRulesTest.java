package dev.waggle.testing.provider;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules of OpenAI's responses, and the events of their streams. */
class ResponsesRulesTest {

    private static final String PATH = "/v1/responses";
    private static final String HI = "{\"role\":\"user\",\"content\":\"hi\"}";
    private static final String CALL = "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"look\","
            + "\"arguments\":\"{}\"}";
    private static final String RESULT = "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"found\"}";
    private static final String ENCRYPTED = "\"include\":[\"reasoning.encrypted_content\"]";

    private final RuleProbe probe = new RuleProbe();

    @AfterEach
    void close() {
        probe.close();
    }

    private static String body(String model, String... fields) {
        return "{\"model\":\"" + model + "\",\"input\":\"hi\""
                + Stream.of(fields).map(field -> "," + field).collect(Collectors.joining()) + "}";
    }

    private static String with(String... fields) {
        return body("gpt-4o", fields);
    }

    private static String input(String... items) {
        return "{\"model\":\"gpt-5.5\",\"store\":false,\"input\":[" + String.join(",", items) + "]}";
    }

    private static String tool(String more) {
        return "\"tools\":[{\"type\":\"function\",\"name\":\"look\"" + more + "}]";
    }

    private static String format(boolean strict, String schema) {
        return "\"text\":{\"format\":{\"type\":\"json_schema\",\"name\":\"reply\",\"strict\":" + strict
                + ",\"schema\":" + schema + "}}";
    }

    private static String reasoning(String id, String more) {
        return "{\"type\":\"reasoning\",\"id\":\"" + id + "\",\"summary\":[]" + more + "}";
    }

    static Stream<RuleProbe.Rule> rules() {
        String open = "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}";
        String id = "0123456789abcdef01234567";
        String answered = "{\"type\":\"function_call\",\"id\":\"fc_r" + id + "1\",\"call_id\":\"c1\",\"name\":\"look\","
                + "\"arguments\":\"{}\"}";
        String thought = reasoning("rs_" + id, ",\"encrypted_content\":\"enc-rs_" + id + "\"");
        return Stream.of(
                new RuleProbe.Rule("an unknown field is refused", with("\"seed\":1"), "Unknown parameter: 'seed'.",
                        with("\"top_p\":0.5")),
                new RuleProbe.Rule("messages are input", "{\"model\":\"gpt-4o\",\"messages\":[" + HI + "]}",
                        "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved to 'input'.",
                        with()),
                new RuleProbe.Rule("a response format is a text format",
                        with("\"response_format\":{\"type\":\"json_object\"}"), "has moved to 'text.format'",
                        with(format(false, open))),
                new RuleProbe.Rule("the output limit has a name of its own", with("\"max_tokens\":64"),
                        "has moved to 'max_output_tokens'", with("\"max_output_tokens\":64")),
                new RuleProbe.Rule("the effort is in an object", body("o3", "\"reasoning_effort\":\"low\""),
                        "has moved to 'reasoning.effort'", body("o3", "\"reasoning\":{\"effort\":\"low\"}")),
                new RuleProbe.Rule("the output limit is 16 at least", with("\"max_output_tokens\":15"),
                        "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 15"
                                + " instead.",
                        with("\"max_output_tokens\":16")),
                new RuleProbe.Rule("a tool is flat",
                        with("\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"look\"}}]"),
                        "Missing required parameter: 'tools[0].name'.", with(tool(""))),
                new RuleProbe.Rule("the name of a tool has letters, digits, dashes",
                        with("\"tools\":[{\"type\":\"function\",\"name\":\"a b\"}]"),
                        "Invalid 'tools[0].name': string does not match pattern", with(tool(""))),
                new RuleProbe.Rule("a strict tool obeys the strict rules",
                        with(tool(",\"strict\":true,\"parameters\":" + open)),
                        "Invalid schema for function 'look': In context=(), 'additionalProperties'",
                        with(tool(",\"strict\":false,\"parameters\":" + open))),
                new RuleProbe.Rule("parameters have properties",
                        with(tool(",\"strict\":false,\"parameters\":{\"type\":\"object\"}")),
                        "object schema missing properties", with(tool(",\"parameters\":" + open))),
                new RuleProbe.Rule("a strict format obeys the strict rules", with(format(true, open)),
                        "Invalid schema for response_format 'reply': In context=(), 'additionalProperties'",
                        with(format(false, open))),
                new RuleProbe.Rule("a format has a name",
                        with("\"text\":{\"format\":{\"type\":\"json_schema\",\"schema\":{}}}"),
                        "Missing required parameter: 'text.format.name'.", with(format(false, open))),
                new RuleProbe.Rule("JSON mode wants the word", with("\"text\":{\"format\":{\"type\":\"json_object\"}}"),
                        "must contain the word 'json'",
                        "{\"model\":\"gpt-4o\",\"input\":\"Write JSON.\",\"text\":{\"format\":{\"type\":"
                                + "\"json_object\"}}}"),
                new RuleProbe.Rule("a reasoning model has its own temperature", body("gpt-5.5", "\"temperature\":0.7"),
                        "Unsupported parameter: 'temperature' is not supported with this model.",
                        body("gpt-4o", "\"temperature\":0.7")),
                new RuleProbe.Rule("a plain model has no effort", with("\"reasoning\":{\"effort\":\"low\"}"),
                        "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
                        body("gpt-5.5", "\"reasoning\":{\"effort\":\"low\"}")),
                new RuleProbe.Rule("a plain model has nothing encrypted", with(ENCRYPTED),
                        "Encrypted content is not supported with this model.", body("gpt-5.5", ENCRYPTED)),
                new RuleProbe.Rule("an assistant writes output",
                        input(HI, "{\"role\":\"assistant\",\"content\":[{\"type\":\"input_text\",\"text\":\"x\"}]}"),
                        "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
                        input(HI, "{\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"x\"}]}")),
                new RuleProbe.Rule("a call is answered", input(HI, CALL), "No tool output found for function call c1.",
                        input(HI, CALL, RESULT)),
                new RuleProbe.Rule("a result belongs to a call", input(HI, RESULT),
                        "No tool call found for function call output with call_id c1.",
                        input(HI, CALL, HI, RESULT)),
                new RuleProbe.Rule("the id of a call begins with fc",
                        input(HI, CALL.replace("\"call_id\"", "\"id\":\"c1\",\"call_id\""), RESULT),
                        "Invalid 'input[1].id': 'c1'. Expected an ID that begins with 'fc'.",
                        input(HI, CALL.replace("\"call_id\"", "\"id\":\"fc_1\",\"call_id\""), RESULT)),
                new RuleProbe.Rule("a call has the reasoning before it", input(HI, answered, RESULT),
                        "Item 'fc_r" + id + "1' of type 'function_call' was provided without its required 'reasoning'"
                                + " item: 'rs_" + id + "'.",
                        input(HI, thought, answered, RESULT)),
                new RuleProbe.Rule("reasoning has the call behind it", input(HI, thought, HI),
                        "of type 'reasoning' was provided without its required following item.",
                        input(HI, thought, CALL, RESULT)),
                new RuleProbe.Rule("encrypted content is not touched",
                        input(HI, reasoning("rs_1", ",\"encrypted_content\":\"x\""), CALL, RESULT),
                        "The encrypted content for item rs_1 could not be verified.",
                        input(HI, reasoning("rs_1", ",\"encrypted_content\":\"enc-rs_1\""), CALL, RESULT)));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void refusesWhatBreaksARuleAndTakesItsNeighbour(RuleProbe.Rule rule) throws Exception {
        RuleProbe.Reply refused = probe.post(PATH, rule.bad());
        RuleProbe.Reply taken = probe.post(PATH, rule.good());

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.message()).contains(rule.words());
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    }

    @Test
    void reasoningThatIsNotStoredComesWithItsContent() throws Exception {
        String items = HI + "," + reasoning("rs_1", "") + "," + CALL + "," + RESULT;
        RuleProbe.Reply refused = probe.post(PATH, input(items));
        RuleProbe.Reply stored = probe.post(PATH, "{\"model\":\"gpt-5.5\",\"input\":[" + items + "]}");

        assertThat(refused.status()).isEqualTo(404);
        assertThat(refused.message()).startsWith("Item with id 'rs_1' not found. Items are not persisted when `store`"
                + " is set to false.");
        assertThat(stored.status()).as(stored.body()).isEqualTo(200);
    }

    @Test
    void anUnknownModelOrAMissingKeyIsRefused() throws Exception {
        assertThat(probe.post(PATH, body("llama3.2")).code()).isEqualTo("model_not_found");
        assertThat(probe.post(PATH, with(), "Content-Type", "application/json").status()).isEqualTo(401);
        assertThat(probe.post("/responses", with()).message()).isEqualTo("Invalid URL (POST /responses)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpt-5.5", "gpt-5.6-sol", "gpt-5-pro", "gpt-5.1-codex-max", "o3", "gpt-4o"})
    void modelsTakeToolsHere(String model) throws Exception {
        assertThat(probe.post(PATH, body(model, tool(",\"parameters\":{\"type\":\"object\",\"properties\":{}}")))
                .status()).isEqualTo(200);
    }

    @Test
    void anAnswerGoesBackAsItCame() throws Exception {
        try (RuleProbe calls = new RuleProbe(FakeServerConfig.defaults(), request -> request.asked().results().isEmpty()
                ? FakeAnswer.calls(new FakeAnswer.Call("c1", "look", "{}"), new FakeAnswer.Call("c2", "look", "{}"))
                : FakeAnswer.says("done"))) {
            String first = "{\"model\":\"gpt-5.5\",\"store\":false," + ENCRYPTED + ",\"input\":[" + HI + "]}";
            List<JsonValue> output = WireJson.items(JsonText.read(calls.post(PATH, first).body()), "output");
            String items = HI + "," + output.stream().map(JsonText::write).collect(Collectors.joining(",")) + ","
                    + RESULT + "," + RESULT.replace("c1", "c2");
            String withoutReasoning = HI + "," + output.stream().skip(1).map(JsonText::write)
                    .collect(Collectors.joining(",")) + "," + RESULT + "," + RESULT.replace("c1", "c2");

            assertThat(output).extracting(item -> WireJson.text(item, "type"))
                    .containsExactly("reasoning", "function_call", "function_call");
            assertThat(calls.post(PATH, input(items)).body()).contains("done");
            assertThat(calls.post(PATH, input(withoutReasoning)).message())
                    .contains("was provided without its required 'reasoning' item");
        }
    }

    @Test
    void streamsThePublishedEventsInOrder() throws Exception {
        FakeAnswer answer = FakeAnswer.says("bees dance").thinking("hm so")
                .calling(new FakeAnswer.Call("c1", "look", "{\"a\":1}"))
                .withUsage(new FakeAnswer.Usage(20, 9, 4, 16, 0));
        try (RuleProbe streams = new RuleProbe(FakeServerConfig.defaults(), _ -> answer)) {
            String body = streams.post(PATH, body("gpt-5.5", "\"stream\":true", "\"reasoning\":{\"summary\":\"auto\"}"))
                    .body();

            assertThat(body.lines().filter(line -> line.startsWith("event: ")).map(line -> line.substring(7)))
                    .containsExactly("response.created", "response.in_progress", "response.output_item.added",
                            "response.reasoning_summary_part.added", "response.reasoning_summary_text.delta",
                            "response.reasoning_summary_text.delta", "response.reasoning_summary_text.done",
                            "response.reasoning_summary_part.done", "response.output_item.done",
                            "response.output_item.added", "response.content_part.added",
                            "response.output_text.delta", "response.output_text.delta", "response.output_text.done",
                            "response.content_part.done", "response.output_item.done", "response.output_item.added",
                            "response.function_call_arguments.delta", "response.function_call_arguments.done",
                            "response.output_item.done", "response.completed");
            assertThat(body).contains("\"input_tokens_details\":{\"cached_tokens\":16}")
                    .contains("\"output_tokens_details\":{\"reasoning_tokens\":4}");
        }
    }

    @Test
    void tellsNoSummaryThatIsNotAskedFor() throws Exception {
        try (RuleProbe thinks = new RuleProbe(FakeServerConfig.defaults(),
                _ -> FakeAnswer.says("yes").thinking("secret"))) {
            assertThat(thinks.post(PATH, body("gpt-5.5", "\"stream\":true")).body()).contains("\"type\":\"reasoning\"")
                    .doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @CsvSource({"LENGTH, response.incomplete, max_output_tokens", "REFUSED, response.incomplete, content_filter"})
    void namesTheReasonOfAnIncompleteAnswer(FakeAnswer.Finish finish, String event, String reason) throws Exception {
        try (RuleProbe ends = new RuleProbe(FakeServerConfig.defaults(),
                _ -> FakeAnswer.says("bees").finishing(finish))) {
            assertThat(ends.post(PATH, body("gpt-4o", "\"stream\":true")).body()).contains("event: " + event)
                    .contains("\"incomplete_details\":{\"reason\":\"" + reason + "\"}");
            assertThat(ends.post(PATH, with()).body()).contains("\"status\":\"incomplete\"");
        }
    }

    @ParameterizedTest
    @CsvSource({"SERVER_ERROR, event: response.failed", "RATE_LIMITED, event: error"})
    void failsInTheMiddleAsPublished(ProviderRefusal problem, String event) throws Exception {
        try (RuleProbe fails = new RuleProbe(FakeServerConfig.defaults(),
                _ -> new FakeAnswer.Fault.FailsLate(FakeAnswer.says("bees"), 3, problem))) {
            assertThat(fails.post(PATH, body("gpt-4o", "\"stream\":true")).body()).contains(event);
        }
    }

    @Test
    void aWordOfRefusalIsAPartOfItsOwn() throws Exception {
        try (RuleProbe declines = new RuleProbe(FakeServerConfig.defaults(),
                _ -> FakeAnswer.says("I cannot").finishingWith("refusal"))) {
            assertThat(declines.post(PATH, body("gpt-4o", "\"stream\":true")).body())
                    .contains("event: response.refusal.delta").contains("\"refusal\":\"I cannot\"")
                    .contains("event: response.completed");
        }
    }

    @Test
    void waitsUntilTheTestLetsItGoOn() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (RuleProbe waits = new RuleProbe(FakeServerConfig.defaults(),
                _ -> new FakeAnswer.Fault.Waits(FakeAnswer.says("late"), 2, release))) {
            CompletableFuture<RuleProbe.Reply> reply = CompletableFuture.supplyAsync(() -> {
                try {
                    return waits.post(PATH, body("gpt-4o", "\"stream\":true"));
                } catch (Exception failed) {
                    throw new IllegalStateException(failed);
                }
            });
            assertThat(waits.server.awaitOpenStreams(1, Duration.ofSeconds(10))).isTrue();
            assertThat(reply).isNotDone();

            release.countDown();

            assertThat(reply.join().body()).contains("late").contains("response.completed");
        }
    }
}
