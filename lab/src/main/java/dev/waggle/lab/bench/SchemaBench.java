package dev.waggle.lab.bench;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

import dev.waggle.connect.llm.schema.FittedSchema;
import dev.waggle.connect.llm.schema.SchemaDialect;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of the fitting of schemas, which every request does again.
 *
 * <p>{@code reply} is a schema like that of a turn. {@code tool} is the schema of one tool with alternatives, a definition
 * that refers to itself, and limits.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class SchemaBench {

    private static final JsonValue REPLY = JsonText.read("""
            {"type":"object","properties":{"signals":{"type":"array","items":{"type":"object","properties":{
             "type":{"type":"string","enum":["discovery","proposal","doubt","challenge","vote"]},
             "content":{"type":["string","null"]},"proposalId":{"type":["string","null"]},
             "stance":{"type":["string","null"],"enum":["agree","disagree","abstain",null]},
             "confidence":{"type":"number","minimum":0,"maximum":1},"reasoning":{"type":["string","null"]},
             "evidence":{"type":["array","null"],"items":{"type":"string"}}},
             "required":["type","content","proposalId","stance","confidence","reasoning","evidence"],
             "additionalProperties":false}}},"required":["signals"],"additionalProperties":false}""");
    private static final JsonValue TOOL = JsonText.read("""
            {"type":"object","$schema":"http://json-schema.org/draft-07/schema#",
             "properties":{"path":{"type":"string","minLength":1,"description":"the page to change"},
             "children":{"type":"array","items":{"$ref":"#/$defs/block"},"maxItems":100},
             "parent":{"oneOf":[{"type":"object","properties":{"pageId":{"type":"string","format":"uuid"}},
             "required":["pageId"]},{"type":"null"}]},"limit":{"type":"integer","minimum":1,"maximum":50,"default":10}},
             "required":["path"],"$defs":{"block":{"type":"object","properties":{"text":{"type":["string","null"],
             "maxLength":2000},"children":{"type":"array","items":{"$ref":"#/$defs/block"}}}}}}""");

    @Param({"OPENAI_STRICT", "ANTHROPIC", "GEMINI_RESPONSE", "OLLAMA_FORMAT"})
    public SchemaDialect dialect = SchemaDialect.OPENAI_STRICT;

    @Benchmark
    public Optional<JsonValue.Obj> reply() {
        return FittedSchema.of(dialect, REPLY).schema();
    }

    @Benchmark
    public Optional<JsonValue.Obj> tool() {
        return FittedSchema.of(dialect, TOOL).schema();
    }
}
