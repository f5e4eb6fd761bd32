package dev.waggle.testing.provider;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.waggle.testing.provider.OpenAiBodies.PATH;
import static dev.waggle.testing.provider.OpenAiBodies.closed;
import static dev.waggle.testing.provider.OpenAiBodies.format;
import static dev.waggle.testing.provider.OpenAiBodies.strictTool;
import static dev.waggle.testing.provider.OpenAiBodies.tool;
import static dev.waggle.testing.provider.OpenAiBodies.tools;
import static dev.waggle.testing.provider.OpenAiBodies.with;
import static org.assertj.core.api.Assertions.assertThat;

/** Rules for tools and schemas of OpenAI's chat completions: a request that breaks each, and the nearest one that is taken. */
class OpenAiSchemaRulesTest {

    private final RuleProbe probe = new RuleProbe();

    @AfterEach
    void close() {
        probe.close();
    }

    static Stream<RuleProbe.Rule> toolRules() {
        String none = "{\"type\":\"object\",\"properties\":{}}";
        return Stream.of(
                new RuleProbe.Rule("the name of a tool has letters, digits, dashes",
                        with("\"tools\":[" + tool("look.up", "") + "]"),
                        "'tools[0].function.name': string does not match pattern. Expected a string that matches the"
                                + " pattern '^[a-zA-Z0-9_-]+$'.",
                        with("\"tools\":[" + tool("look-up_2", "") + "]")),
                new RuleProbe.Rule("the name of a tool has 64 characters at most",
                        with("\"tools\":[" + tool("x".repeat(65), "") + "]"),
                        "Expected a string with maximum length 64, but got a string with length 65 instead.",
                        with("\"tools\":[" + tool("x".repeat(64), "") + "]")),
                new RuleProbe.Rule("tools are not empty", with("\"tools\":[]"), "Invalid 'tools': empty array",
                        with(tools(none))),
                new RuleProbe.Rule("tools are 128 at most", with(many(129)),
                        "Expected an array with maximum length 128, but got an array with length 129 instead.",
                        with(many(128))),
                new RuleProbe.Rule("a tool is not flat",
                        with("\"tools\":[{\"type\":\"function\",\"name\":\"look\"}]"),
                        "Missing required parameter: 'tools[0].function'.", with(tools(none))),
                new RuleProbe.Rule("parameters are an object", with(tools("{\"type\":\"string\"}")),
                        "Invalid schema for function 'look': schema must be a JSON Schema of 'type: \"object\"', got"
                                + " 'type: \"string\"'.",
                        with(tools(none))),
                new RuleProbe.Rule("an object has properties", with(tools("{\"type\":\"object\"}")),
                        "Invalid schema for function 'look': In context=(), object schema missing properties.",
                        with(tools(none))),
                new RuleProbe.Rule("an array has items",
                        with(tools("{\"type\":\"object\",\"properties\":{\"all\":{\"type\":\"array\"}}}")),
                        "In context=('properties', 'all'), array schema missing items.",
                        with(tools("{\"type\":\"object\",\"properties\":{\"all\":{\"type\":\"array\","
                                + "\"items\":{}}}}"))),
                new RuleProbe.Rule("a tool choice needs tools", with("\"tool_choice\":\"auto\""),
                        "'tool_choice' is only allowed when 'tools' are specified.",
                        with(tools(none), "\"tool_choice\":\"auto\"")),
                new RuleProbe.Rule("parallel calls need tools", with("\"parallel_tool_calls\":true"),
                        "'parallel_tool_calls' is only allowed when 'tools' are specified.",
                        with(tools(none), "\"parallel_tool_calls\":true")),
                new RuleProbe.Rule("a tool choice is a known word", with(tools(none), "\"tool_choice\":\"any\""),
                        "Invalid type for 'tool_choice'", with(tools(none), "\"tool_choice\":\"required\"")),
                new RuleProbe.Rule("a strict tool obeys the strict rules",
                        with(strictTool("{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}")),
                        "Invalid schema for function 'look': In context=(), 'additionalProperties' is required",
                        with(strictTool(closed("\"x\":{\"type\":\"string\"}", "\"x\"")))));
    }

    private static String many(int count) {
        return "\"tools\":[" + IntStream.range(0, count).mapToObj(i -> tool("look" + i, ""))
                .collect(Collectors.joining(",")) + "]";
    }

    static Stream<RuleProbe.Rule> schemaRules() {
        String text = "{\"type\":\"string\"}";
        String open = "{\"type\":\"object\",\"properties\":{\"x\":" + text + "},\"required\":[\"x\"]}";
        String good = with(format("reply", true, closed("\"x\":" + text, "\"x\"")));
        return Stream.of(
                new RuleProbe.Rule("the name of a schema has letters, digits, dashes",
                        with(format("my reply", false, open)),
                        "Invalid 'response_format.json_schema.name': string does not match pattern", good),
                new RuleProbe.Rule("a strict object is closed", with(format("reply", true, open)),
                        "Invalid schema for response_format 'reply': In context=(), 'additionalProperties' is required"
                                + " to be supplied and to be false.",
                        with(format("reply", false, open))),
                new RuleProbe.Rule("a strict object within is closed",
                        with(format("reply", true, closed("\"all\":{\"type\":\"array\",\"items\":" + open + "}",
                                "\"all\""))),
                        "In context=('properties', 'all', 'items'), 'additionalProperties'", good),
                new RuleProbe.Rule("a strict object needs all its fields",
                        with(format("reply", true, closed("\"x\":" + text + ",\"y\":" + text, "\"x\""))),
                        "'required' is required to be supplied and to be an array including every key in properties."
                                + " Missing 'y'.",
                        with(format("reply", true,
                                closed("\"x\":" + text + ",\"y\":{\"type\":[\"string\",\"null\"]}", "\"x\",\"y\"")))),
                new RuleProbe.Rule("a strict object needs no other fields",
                        with(format("reply", true, closed("\"x\":" + text, "\"x\",\"z\""))),
                        "Extra required key 'z' supplied.", good),
                new RuleProbe.Rule("a strict root is an object",
                        with(format("reply", true, "{\"type\":\"array\",\"items\":" + text + "}")),
                        "schema must be a JSON Schema of 'type: \"object\"', got 'type: \"array\"'.", good),
                new RuleProbe.Rule("a strict root has no alternatives",
                        with(format("reply", true, "{\"anyOf\":[" + closed("\"x\":" + text, "\"x\"") + "]}")),
                        "In context=(), 'anyOf' is not permitted.",
                        with(format("reply", true, closed("\"x\":{\"anyOf\":[" + text + ",{\"type\":\"null\"}]}",
                                "\"x\"")))),
                new RuleProbe.Rule("a strict schema nests 10 objects at most", with(format("reply", true, nested(11))),
                        "11 levels of nesting exceeds limit of 10.", with(format("reply", true, nested(10)))),
                new RuleProbe.Rule("a strict schema has 1,000 words at most",
                        with(format("reply", true, closed("\"x\":{\"enum\":[" + words(1_001) + "]}", "\"x\""))),
                        "Expected at most 1000 enum values in total within a single schema when using structured"
                                + " outputs, but received 1001.",
                        with(format("reply", true, closed("\"x\":{\"enum\":[" + words(1_000) + "]}", "\"x\"")))),
                new RuleProbe.Rule("a strict schema is required",
                        with("\"response_format\":{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"reply\","
                                + "\"strict\":true}}"),
                        "Missing required parameter: 'response_format.json_schema.schema'.", good));
    }

    private static String nested(int levels) {
        String schema = closed("", "");
        for (int i = 1; i < levels; i++) {
            schema = closed("\"x\":" + schema, "\"x\"");
        }
        return schema;
    }

    private static String words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "\"w" + i + "\"").collect(Collectors.joining(","));
    }

    @ParameterizedTest
    @MethodSource({"toolRules", "schemaRules"})
    void refusesWhatBreaksARuleAndTakesItsNeighbour(RuleProbe.Rule rule) throws Exception {
        RuleProbe.Reply refused = probe.post(PATH, rule.bad());
        RuleProbe.Reply taken = probe.post(PATH, rule.good());

        assertThat(refused.status()).as(refused.body()).isEqualTo(400);
        assertThat(refused.message()).contains(rule.words());
        assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"allOf", "oneOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas",
        "patternProperties", "default"})
    void strictSchemasLackThatKeyword(String keyword) throws Exception {
        String bad = with(format("reply", true, closed("\"x\":{\"type\":\"string\",\"" + keyword + "\":{}}", "\"x\"")));

        assertThat(probe.post(PATH, bad).message())
                .contains("In context=('properties', 'x'), '" + keyword + "' is not permitted.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"minimum\":0", "\"maximum\":1", "\"multipleOf\":2", "\"description\":\"a number\""})
    void strictSchemasHaveThatKeyword(String keyword) throws Exception {
        String good = with(format("reply", true, closed("\"x\":{\"type\":\"number\"," + keyword + "}", "\"x\"")));

        assertThat(probe.post(PATH, good).status()).isEqualTo(200);
    }
}
