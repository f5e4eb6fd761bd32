package dev.waggle.journal.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonSchemasTest {

    private static final String SWARM = """
            {"id":"s1","type":"vote","source":"ada","payload":{"proposalId":"p","stance":"agree","weight":1},\
            "confidence":0.5,"timestamp":1767225600000,"replyTo":"s0","ttl":0,\
            "metadata":{"round":1,"priority":-2.5,"causalLevel":"intervention","mine":true},"extra":1}""";

    private static final String CONNECTIVITY = """
            {"id":"sig_1","threadId":"t","source":"specialist:reviewer","audience":"coordinator",\
            "messageClass":"confidence","signalClass":"confidence.high","priority":"normal","confidence":0.8,\
            "summary":"stable","details":"","expiresAtStep":3,"emittedAt":"2026-01-01T00:00:00.000Z","state":"active"}""";

    private static final String DURABLE = """
            {"id":"c1","type":"build:done","source":{"type":"process","id":"ci"},"data":null,"createdAt":1}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            swarm        | "p"             | " "              | payload.proposalId must not be blank, got " "
            swarm        | "vote"          | "votee"          | type must be one of task:new,
            swarm        | 0.5             | 1.5              | confidence must be at most 1, got 1.5
            swarm        | "weight":1      | "weight":1,"a":1 | payload.a is unknown
            swarm        | "ttl":0         | "ttl":-1         | ttl must be at least 0, got -1
            swarm        | "round":1       | "round":-1       | metadata.round must be at least 0, got -1
            swarm        | "ada"           | {"type":"agent"} | source must be a text, got an object
            connectivity | 0.8             | 0.79             | confidence must be at least 0.8, got 0.79
            connectivity | ,"confidence":0.8 |                | confidence is missing
            connectivity | "confidence.high" | "conflict.active" | signalClass must be one of confidence.high,
            connectivity | "normal"        | "urgent"         | priority must be one of low, normal, high, critical
            connectivity | .000Z           | .000             | emittedAt must be a UTC date that exists
            connectivity | "stable"        | ""               | summary must not be blank, got ""
            durable      | "process"       | "harness"        | source.type must be one of system, agent, webhook, process
            durable      | :1}             | :1.5}            | createdAt must be a whole number, got 1.5
            durable      | "id":"ci"       | "id":""          | source.id must not be blank, got ""
            """)
    void foreignFormsAreHeldToTheirRules(String form, String part, String worse,
            String violation) {
        String good = form.equals("swarm") ? SWARM : form.equals("durable") ? DURABLE : CONNECTIVITY;
        String bad = good.replace(part, worse == null ? "" : worse);

        assertThat(JsonSchemas.validate("form/" + form, JsonText.read(good))).isEmpty();
        assertThat(JsonSchemas.validate("form/" + form, JsonText.read(bad))).map(SchemaViolation::toString)
                .anyMatch(line -> line.startsWith(violation));
    }

    @Test
    void allViolationsComeInOneOrder() {
        JsonValue value = JsonText
                .read("""
                {"id":"","type":"vote","data":{"stance":1,"weight":-1},"scope":{"x":1,"round":1.5},"createdAt":"now"}""");

        assertThat(JsonSchemas.validate("envelope", value)).map(SchemaViolation::toString).containsExactly(
                "confidence is missing",
                "createdAt must be an ISO-8601 date with its zone, got \"now\"",
                "data.proposalId is missing",
                "data.stance must be one of agree, disagree, abstain, got 1",
                "data.weight must be at least 0, got -1",
                "id must not be blank, got \"\"",
                "scope.round must be a whole number, got 1.5",
                "scope.x is unknown",
                "source is missing");
        assertThat(SignalGuard.isSignal(value)).isFalse();
    }

    @Test
    void aNameMovesNoCursor() {
        JsonValue value = JsonText.read("{\"type\":\"system\",\"a\\u001b[31m\\n\":1}");

        assertThat(JsonSchemas.validate("part/source", value)).map(SchemaViolation::path)
                .containsExactly("a\\u001B[31m\\n");
    }

    @Test
    void ofAHugeDocumentOnlyTheFirstViolationIsTold() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("type", JsonValue.of("system"));
        for (int i = 0; i < 200_000; i++) {
            fields.put("f" + i, JsonValue.of(i));
        }

        assertThat(JsonSchemas.validate("part/source", JsonValue.of(fields))).hasSize(1);
    }

    @Test
    void aHostileDocumentIsJudgedToo() {
        JsonValue deep = JsonValue.of(List.of());
        for (int i = 0; i < 100_000; i++) {
            deep = JsonValue.of(List.of(deep));
        }
        String blank = " ".repeat(1 << 20);
        JsonValue long1 = JsonText.read(SWARM.replace("\"p\"", '"' + blank + '"'));
        JsonValue long2 = JsonText.read("{\"schema\":\"a:" + "%41#".repeat(1 << 18) + "\"}");
        JsonValue long3 = JsonText.read("{\"type\":\"ttl\",\"span\":\"PT" + "1".repeat(1 << 20) + "\"}");

        assertThat(JsonSchemas.validate("payload/open", deep)).map(SchemaViolation::toString)
                .containsExactly("the value must be nested at most 500 deep");
        assertThat(JsonSchemas.validate("form/swarm", long1)).map(SchemaViolation::path)
                .containsExactly("payload.proposalId", "payload.proposalId");
        assertThat(JsonSchemas.accepts("payload/open", long2)).isFalse();
        assertThat(JsonSchemas.accepts("part/lifetime", long3)).isFalse();
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonSchemas.of("payload/votee"))
                .withMessageStartingWith("there is no schema \"payload/votee\"\nMaybe one of envelope, entry,");
        assertThatIllegalArgumentException().isThrownBy(() -> JsonSchemas.validate("../x", JsonValue.ofNull()));
    }
}
