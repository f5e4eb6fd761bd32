package dev.waggle.connect.llm.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas in the manner of public MCP servers, against servers that refuse what the provider refuses. */
class RealToolsTest {

    private static final List<String> SCHEMAS = List.of(
            // A file system server of the reference servers: draft-07, a list of objects.
            """
            {"type":"object","properties":{"path":{"type":"string"},"edits":{"type":"array","items":{"type":"object",
             "properties":{"oldText":{"type":"string"},"newText":{"type":"string"}},"required":["oldText","newText"],
             "additionalProperties":false}},"dryRun":{"type":"boolean","default":false}},"required":["path","edits"],
             "additionalProperties":false,"$schema":"http://json-schema.org/draft-07/schema#"}""",
            // Pages with blocks that hold blocks.
            """
            {"type":"object","properties":{"children":{"type":"array","items":{"$ref":"#/$defs/block"}},
             "parent":{"oneOf":[{"type":"object","properties":{"type":{"const":"page_id"},"page_id":{"type":"string",
             "format":"uuid"}},"required":["page_id"]},{"type":"object","properties":{"type":{"const":"database_id"},
             "database_id":{"type":"string"}},"required":["database_id"]},{"type":"null"}]}},"$defs":{"block":{"type":
             "object","properties":{"text":{"type":["string","null"],"maxLength":2000},"children":{"type":"array","items":
             {"$ref":"#/$defs/block"}}}}}}""",
            // Fields of any kind, in all spellings.
            """
            {"type":"object","properties":{"a":true,"b":{},"c":{"type":"array"},"d":{"type":"array","items":{}},
             "e":{"type":"object"},"f":{"type":"object","additionalProperties":{"type":"string"}},
             "g":{"enum":[1,2,3]},"h":{"enum":[null,"x",""]},"i":{"const":7},"j":{"type":["string","number","null"]},
             "k":{"type":"string","nullable":true,"enum":["p","q"]},"l":{"type":"integer","exclusiveMinimum":true,
             "minimum":0},"m":{"type":"array","items":[{"type":"string"},{"type":"number"}]},"n":{"not":{}},
             "o":{"type":"object","patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false},
             "p":{"anyOf":[{"type":"string","format":"uri"},{"type":"array","items":{"type":"string"},"minItems":1,
             "uniqueItems":true}]},"q":{"allOf":[{"type":"object","properties":{"x":{"type":"string"}}},
             {"required":["x"]}]}},"required":["a","g"]}""",
            // Names of fields that are no identifiers, with prose that is long.
            """
            {"type":"object","properties":{"$filter":{"type":"string"},"a b":{"type":"string"},"x.y":{"type":"integer"},
             "@odata.type":{"type":"string"},"ünï":{"type":"string"},"%s":{"type":"string"}},
             "required":["$filter","a b","@odata.type"]}""".formatted("n".repeat(90)),
            // Alternatives at the top, without a type.
            """
            {"anyOf":[{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]},
             {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}]}""",
            """
            {"type":"object","properties":{"q":{"type":"string"}},"oneOf":[{"required":["q"]},{"not":{"required":["q"]}}],
             "if":{"properties":{"q":{"const":"x"}}},"then":{"required":["q"]}}""",
            """
            {"type":"object"}""",
            "{}",
            """
            {"type":"object","properties":{},"additionalProperties":false}""",
            """
            {"type":"object","additionalProperties":true}""",
            // A circle at the top, and definitions of older drafts.
            """
            {"$ref":"#/definitions/Query","definitions":{"Query":{"type":"object","properties":{"and":{"type":"array",
             "items":{"$ref":"#/definitions/Query"}},"not":{"$ref":"#/definitions/Query"},"field":{"type":"string"}}}}}""",
            """
            {"type":"object","properties":{"self":{"$ref":"#"},"lost":{"$ref":"#/$defs/none"},
             "far":{"$ref":"https://example.com/schema.json"}}}""",
            // A schema of a request with a hundred optional fields.
            "{\"type\":\"object\",\"properties\":{" + fields(100) + "}}");

    private static String fields(int count) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add("\"f" + i + "\":{\"type\":[\"string\",\"null\"],\"description\":\"" + "words ".repeat(30) + "\"}");
        }
        return String.join(",", all);
    }

    @ParameterizedTest
    @CsvSource({"OPENAI, gpt-4o, false", "OPENAI, gpt-5, false", "OPENAI_RESPONSES, gpt-5.5, true",
        "AZURE, gpt-5.1, false", "ANTHROPIC, claude-haiku-4-5, false", "ANTHROPIC, claude-opus-5-5, false",
        "GEMINI, gemini-2.5-flash, false", "GEMINI, gemini-3-pro-preview, false", "OLLAMA, qwen3:8b, false"})
    void everySchemaIsTaken(WireFormatName format, String model, boolean responds) throws Exception {
        List<ToolOffer> tools = new ArrayList<>();
        for (String schema : SCHEMAS) {
            tools.add(new ToolOffer("tool_" + tools.size() + "-x", "Does " + "much ".repeat(180),
                    TurnBed.object(schema)));
        }
        String kind = format == WireFormatName.OPENAI_RESPONSES ? "openai" : format.name().toLowerCase(Locale.ROOT);
        try (FakeModels server = FakeModels.answering(_ -> FakeAnswer.says("yes"));
                ModelCatalog catalog = ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), """
                        {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY"%s}}}"""
                        .formatted(kind, server.baseUrl(format), responds ? ", \"api\": \"responses\"" : ""))) {
            for (List<ToolOffer> offered : List.of(tools, tools.reversed())) {
                HarnessInput input = new HarnessInput(null, List.of(Message.user("hello")), offered, List.of(), null,
                        2_000.0, null);
                try {
                    assertThat(catalog.harness("lab:" + model).run(input,
                            RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
                            })).content()).isEqualTo("yes");
                } catch (HarnessException failed) {
                    throw new AssertionError(failed.failure().message(), failed);
                }
                assertThat(server.requests().getLast().asked().tools()).hasSize(SCHEMAS.size());
            }
        }
    }
}
