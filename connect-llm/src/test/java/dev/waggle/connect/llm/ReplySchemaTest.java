package dev.waggle.connect.llm;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Schemas of replies that are sent: those by which the answer can be read as it comes. */
class ReplySchemaTest {

    @ParameterizedTest
    @EnumSource
    void aSchemaThatOnlyLosesKeywordsIsSent(WireFormatName wire) throws Exception {
        assertThat(sent(wire, """
                {"type":"object","properties":{"level":{"type":"integer","minimum":1,"maximum":5}},
                 "required":["level"],"additionalProperties":false}""", "{\"level\":3}")).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void aSchemaWhoseAnswerWouldNeedAFieldAroundItIsLeftToThePrompt(WireFormatName wire) throws Exception {
        assertThat(sent(wire, "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", "[\"a\"]")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC"})
    void aSchemaWhoseOpenPartsWouldBecomeTextIsLeftToThePrompt(WireFormatName wire) throws Exception {
        assertThat(sent(wire, """
                {"type":"object","properties":{"facts":{"type":"object","additionalProperties":{"type":"string"}}},
                 "required":["facts"],"additionalProperties":false}""", "{\"facts\":{\"a\":\"b\"}}")).isFalse();
    }

    /** True if the request had a schema; the answer is that of the server in any case. */
    private static boolean sent(WireFormatName wire, String schema, String answer) throws Exception {
        try (ProviderTestBed bed = new ProviderTestBed(_ -> FakeAnswer.says(answer))) {
            JsonValue.Obj reply = (JsonValue.Obj) JsonText.read(schema);

            HarnessOutput output = bed.model(wire).run(ProviderTestBed.hello(), bed.context().withReplySchema(reply));

            assertThat(output.content()).isEqualTo(answer);
            return bed.server.requests().getLast().settings().schema() != null;
        }
    }
}
