package dev.waggle.connect.llm.schema;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.schema.ForeignSchema;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.reaction.reply.ReplyKind;
import dev.waggle.swarm.reaction.reply.ReplySchema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The schemas that a solve sends: our reply, our web tools, and tools in the style of public MCP servers. */
class ShippedSchemasTest {

    private static final JsonValue.Obj REPLY = ReplySchema.of(List.of(ReplyKind.values()));

    /** As {@code web_search} and {@code web_fetch} of connect-web offer them. */
    private static final List<String> WEB = List.of("""
            {"type":"object","properties":{"query":{"type":"string","maxLength":400,"minLength":1,
             "description":"What to search for"},"count":{"type":"integer","minimum":1,"description":"How many"},
             "offset":{"type":"integer","minimum":0,"description":"Pages to skip"}},
             "required":["query"],"additionalProperties":false}""", """
            {"type":"object","properties":{"url":{"type":"string","maxLength":2048,"minLength":1,
             "description":"The whole address"},"max_length":{"type":"integer","minimum":1,"description":"Characters"}},
             "required":["url"],"additionalProperties":false}""");

    private static final List<String> MCP = List.of("""
            {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{
             "path":{"type":"string"},"edits":{"type":"array","items":{"type":"object","properties":{
             "oldText":{"type":"string","description":"Text to search for"},"newText":{"type":"string"}},
             "required":["oldText","newText"],"additionalProperties":false}},
             "dryRun":{"type":"boolean","default":false,"description":"Preview"}},
             "required":["path","edits"],"additionalProperties":false}""", """
            {"type":"object","title":"create_issueArguments","properties":{"owner":{"title":"Owner","type":"string"},
             "labels":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}],"default":null},
             "milestone":{"anyOf":[{"type":"integer"},{"type":"null"}],"default":null,"title":"Milestone"},
             "state":{"type":["string","null"],"enum":["open","closed",null]}},"required":["owner"]}""",
            """
            {"type":"object","properties":{"filter[name]":{"type":"string"},"limit":{"type":"integer","maximum":200}}}""",
            """
            {"type":"object","$defs":{"Node":{"type":"object","properties":{"title":{"type":"string"},
             "children":{"type":"array","items":{"$ref":"#/$defs/Node"}}},"required":["title"]}},
             "properties":{"page":{"$ref":"#/$defs/Node"},"env":{"type":"object",
             "additionalProperties":{"type":"string"}},"extra":{}},"required":["page"]}""", """
            {"type":"object","properties":{"calendarId":{"type":"string"},"eventId":{"type":"string"},
             "start":{"type":"string","format":"date-time"}},"anyOf":[{"required":["calendarId"]},
             {"required":["eventId"]}]}""", """
            {"type":"object"}""", """
            {"type":"object","properties":{"query":{"type":"string"},"match":{"oneOf":[{"const":"exact"},
             {"const":"fuzzy"},{"type":"object","properties":{"distance":{"type":"integer","minimum":0}},
             "required":["distance"]}]},"tags":{"type":"array"},"range":{"type":"array",
             "prefixItems":[{"type":"number"},{"type":"number"}],"items":false}},"required":["query"]}""");

    @ParameterizedTest
    @EnumSource
    void everyProviderTakesThem(SchemaDialect dialect) {
        Stream.concat(Stream.of(REPLY), Stream.concat(WEB.stream(), MCP.stream()).map(ShippedSchemasTest::object))
                .forEach(schema -> {
                    FittedSchema fitted = FittedSchema.of(dialect, schema);
                    SchemaDialect written = dialect == SchemaDialect.OPENAI_STRICT && !fitted.isStrict()
                            ? SchemaDialect.OPENAI_OPEN
                            : dialect;
                    fitted.schema().ifPresent(result -> assertThat(DialectChecker.check(written, result)).isEmpty());
                });
    }

    @Test
    void theReplyIsStrictWhereAModeIsStrict() {
        FittedSchema openAi = FittedSchema.of(SchemaDialect.OPENAI_STRICT, REPLY);
        FittedSchema anthropic = FittedSchema.of(SchemaDialect.ANTHROPIC, REPLY);

        assertThat(openAi.isStrict()).isTrue();
        assertThat(anthropic.isStrict()).isTrue();
        assertThat(JsonText.write(anthropic.schema().orElseThrow())).doesNotContain("minimum").contains(
                "\"confidence\":{\"type\":\"number\",\"description\":\"at least 0; at most 1\"}");
    }

    @ParameterizedTest
    @EnumSource
    void theNameOfAProposalIsAPatternOrIsSaidInWords(SchemaDialect dialect) {
        String written = FittedSchema.of(dialect, REPLY).schema().map(JsonText::write).orElse("");

        assertThat(written).satisfiesAnyOf(text -> assertThat(text).isEmpty(),
                text -> assertThat(text).contains("\"pattern\":\"^(P[0-9]+|own)$\""),
                text -> assertThat(text).contains("matches", "(P[0-9]+|own)").doesNotContain("\"pattern\""));
    }

    @ParameterizedTest
    @EnumSource
    void aReplyComesBackAsItsSchemaHasIt(SchemaDialect dialect) {
        FittedSchema fitted = FittedSchema.of(dialect, REPLY);
        JsonValue reply = JsonText.read("""
                {"signals":[{"type":"proposal","confidence":0.5,"content":"c","severity":"low"}]}""");
        JsonValue answer = FittedAnswer.of(fitted.schema().orElseThrow(), reply);

        assertThat(fitted.restore(answer)).isEqualTo(reply);
        assertThat(ForeignSchema.of(REPLY).check(fitted.restore(answer))).isEmpty();
    }

    @Test
    void argumentsOfAStrictToolPassItsCheck() {
        JsonValue.Obj schema = object(WEB.getFirst());
        FittedSchema fitted = FittedSchema.of(SchemaDialect.OPENAI_STRICT, schema);
        JsonValue arguments = JsonText.read("{\"query\":\"bees\",\"count\":null,\"offset\":null}");

        assertThat(ForeignSchema.of(schema).check(arguments)).isNotEmpty();
        assertThat(ForeignSchema.of(schema).check(fitted.restore(arguments))).isEmpty();
    }

    private static JsonValue.Obj object(String json) {
        return (JsonValue.Obj) JsonText.read(json);
    }
}
