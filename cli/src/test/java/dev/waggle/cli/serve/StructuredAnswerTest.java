package dev.waggle.cli.serve;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.ProjectFiles;
import dev.waggle.cli.replay.SolveSource;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers of {@code decide} and {@code solve} as data: each fits the schema that the tool lists, refusals too. */
@Timeout(60)
class StructuredAnswerTest {

    private static final Path CASSETTE = ProjectFiles.at("examples/crossing.jsonl");
    private static final String HELLO = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
            "clientInfo":{"name":"pipe","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":"list","method":"tools/list"}
            """;

    @Test
    void eachAnswerFitsTheSchemaOfItsTool() {
        String question = JsonText.write(JsonValue.of(SolveSource.of(CassetteFile.read(CASSETTE)).task().text()));
        Map<String, String> calls = Map.of("solve 1", "{\"question\":" + question + "}",
                "solve 2", "{\"question\":\"Ship?\"}", "solve 3", "{}", "solve 4", "{\"question\":7,\"x\":1}",
                "decide 1", "{\"votes\":[{\"item\":\"q\",\"agent\":\"a\",\"answer\":\"x\"},"
                        + "{\"item\":\"q\",\"agent\":\"b\",\"answer\":\"x\"},{\"item\":2,\"agent\":\"a\"}]}",
                "decide 2", "{\"votes\":[]}", "decide 3", "{}", "decide 4",
                "{\"votes\":[{\"item\":\"q\",\"agent\":\"a\",\"answer\":\"x\"}],\"strategy\":\"luck\"}");

        Map<String, Map<String, JsonValue>> answers = serve(calls);

        Map<String, ForeignSchema> schemas = schemas(Objects.requireNonNull(answers.remove("list")));
        assertThat(schemas).containsOnlyKeys("solve", "decide");
        answers.forEach((id, result) -> {
            JsonValue data = result.get("structuredContent");
            assertThat(data).as(id).isInstanceOf(JsonValue.Obj.class);
            assertThat(value(schemas, id.split(" ", 2)[0]).check(data)).as(id + " " + data).isEmpty();
            boolean isRefused = !id.endsWith("1");
            assertThat(result.get("isError")).as(id).isEqualTo(JsonValue.of(isRefused));
            assertThat(((JsonValue.Obj) data).fields().containsKey("error")).as(id).isEqualTo(isRefused);
            assertThat(result.get("content")).as(id).isInstanceOfSatisfying(JsonValue.Arr.class,
                    content -> assertThat(content.items()).isNotEmpty());
        });
        assertThat(answers.keySet()).isEqualTo(calls.keySet());
    }

    @Test
    void theSchemasRefuseOtherThings() {
        ToolOutputSchema.byTool().values().forEach(schema -> {
            for (String other : List.of("{}", "[]", "null", "{\"error\":7}", "{\"error\":\"x\",\"secret\":1}",
                    "{\"items\":[]}", "{\"solveId\":\"s\"}")) {
                assertThat(ForeignSchema.of(schema).check(JsonText.read(other))).as(other).isNotEmpty();
            }
        });
    }

    private static Map<String, ForeignSchema> schemas(Map<String, JsonValue> list) {
        return ((JsonValue.Arr) value(list, "tools")).items().stream().map(tool -> ((JsonValue.Obj) tool).fields())
                .collect(Collectors.toMap(tool -> ((JsonValue.Str) value(tool, "name")).value(),
                        tool -> ForeignSchema.of((JsonValue.Obj) value(tool, "outputSchema"))));
    }

    /** The results by the ids of their requests. */
    private static Map<String, Map<String, JsonValue>> serve(Map<String, String> calls) {
        String messages = calls.entrySet().stream()
                .map(call -> "{\"jsonrpc\":\"2.0\",\"id\":\"" + call.getKey()
                        + "\",\"method\":\"tools/call\",\"params\":{\"name\":\"" + call.getKey().split(" ", 2)[0]
                        + "\",\"arguments\":" + call.getValue() + "}}\n")
                .collect(Collectors.joining());
        CommandRun run = CommandRun.fed(HELLO + messages, "mcp", "--cassette", CASSETTE.toString());
        return run.out().lines().map(line -> ((JsonValue.Obj) JsonText.read(line)).fields())
                .filter(answer -> answer.get("id") instanceof JsonValue.Str)
                .collect(Collectors.toMap(answer -> ((JsonValue.Str) value(answer, "id")).value(),
                        answer -> ((JsonValue.Obj) value(answer, "result")).fields()));
    }

    private static <T> T value(Map<String, T> values, String name) {
        return Objects.requireNonNull(values.get(name), name);
    }
}
